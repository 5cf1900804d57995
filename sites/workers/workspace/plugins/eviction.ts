/**
 * Evicts isolates to free their memory. Correctness does not depend on it, because isolates are named by digest and
 * grant. No caller waits for it.
 */
import { visibleJson } from "../../../../manifests/visible.ts";
import type { Kernel } from "../../../../runtime/kernel.ts";
import type { PluginSandbox } from "../../../../sandbox/pluginSandbox.ts";
import type { WorkspacePowers } from "../bindings/powers.ts";

/** The plugin whose isolates are evicted. */
interface PluginOwner {
  readonly tenant: string;
  readonly site: string;
  readonly plugin: string;
}

type Evicting = Pick<WorkspacePowers, "sandbox" | "later">;

/** Evicts the isolates of a plugin that a command has changed. Null means no plugin. */
export function evictChanged(
  { sites }: Pick<Kernel["offers"], "sites">,
  { sandbox, later }: Evicting,
  site: string,
  plugin: string | null,
): void {
  if (sandbox && plugin !== null) later(evictFrom(sandbox, { tenant: sites.get(site).tenant, site, plugin }));
}

/** Evicts the isolates of all plugins that the deployment no longer trusts. */
export function evictDistrusted(
  { sites, plugins }: Pick<Kernel["offers"], "sites" | "plugins">,
  { sandbox, later }: Evicting,
): void {
  if (!sandbox) return;
  for (const { site, tenant } of sites.all())
    for (const { plugin, distrust } of plugins.installed(site))
      if (distrust !== undefined) later(evictFrom(sandbox, { tenant, site, plugin: plugin.manifest.id }));
}

async function evictFrom(sandbox: PluginSandbox, owner: PluginOwner): Promise<void> {
  try {
    await sandbox.evict(owner);
  } catch (error) {
    console.error(visibleJson({ event: "plugin_sandbox_silent", plugin: owner.plugin, error: String(error) }));
  }
}
