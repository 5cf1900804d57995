import type { Outbox } from "../../commands/outbox.ts";
import type { Powers } from "../../powers/powers.ts";
import type { QuarantinePlugin } from "./health.ts";
import type { PluginShelf } from "../states/shelf.ts";
import type { PluginStates } from "../states/states.ts";

export interface QuarantineParts {
  readonly powers: Powers;
  readonly states: PluginStates;
  readonly outbox: Outbox;
  readonly plugins: Pick<PluginShelf, "has">;
}

/**
 * Quarantines a plugin and adds an audit row. A plugin that a member disabled meanwhile stays disabled. A newer version
 * stays enabled, because a failed call of the old version says nothing about the new one.
 */
export const pluginQuarantine =
  ({ powers, states, outbox, plugins }: QuarantineParts): QuarantinePlugin =>
  (site, plugin, digest, reason) => {
    if (!plugins.has(site, plugin, digest)) return;
    if ((states.ofSite(site).get(plugin) ?? "enabled") !== "enabled") return;
    powers.sql.atomically(() => {
      states.put(site, plugin, "quarantined", reason);
      outbox.audit({
        site,
        actor: `plugin:${plugin}`,
        command: "plugin.quarantine",
        inputDigest: digest,
        outcome: "done",
        about: { plugin },
      });
    });
  };
