import type { Kernel } from "../../../../runtime/kernel.ts";
import type { WorkspacePowers } from "../bindings/powers.ts";
import { evictFrom } from "./eviction.ts";

/** Evicts the isolates of all plugins that the deployment no longer trusts. No caller waits for it. */
export function evictDistrusted(
  { sites, plugins }: Pick<Kernel["offers"], "sites" | "plugins">,
  { sandbox, later }: Pick<WorkspacePowers, "sandbox" | "later">,
): void {
  if (!sandbox) return;
  for (const { site, tenant } of sites.all())
    for (const { plugin, distrust } of plugins.installed(site))
      if (distrust !== undefined) later(evictFrom(sandbox, { tenant, site, plugin: plugin.manifest.id }));
}
