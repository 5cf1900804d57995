import type { Outbox } from "../outbox.ts";
import type { Powers } from "../powers.ts";
import type { Quarantine } from "./health.ts";
import type { PluginShelf } from "../sitePlugins.ts";
import type { PluginStates } from "./states.ts";

export interface QuarantineParts {
  readonly powers: Powers;
  readonly states: PluginStates;
  readonly outbox: Outbox;
  readonly plugins: Pick<PluginShelf, "has">;
}

/**
 * Takes a plugin out, and says so in audit. What somebody has switched off meanwhile stays as they left it, and so does
 * what has taken its place: a call of the version before says nothing about the one that is meant to mend it.
 */
export const quarantineBy =
  ({ powers, states, outbox, plugins }: QuarantineParts): Quarantine =>
  (site, plugin, digest, reason) => {
    if (!plugins.has(site, plugin, digest)) return;
    if ((states.ofSite(site).get(plugin) ?? "enabled") !== "enabled") return;
    const id = powers.newId();
    powers.sql.atomically(() => {
      states.put(site, plugin, "quarantined", reason);
      outbox.add("audit", site, id, {
        id, site, actor: `plugin:${plugin}`, command: "plugin.quarantine", inputDigest: digest, outcome: "done", requestId: id, at: powers.now(),
      });
    });
  };
