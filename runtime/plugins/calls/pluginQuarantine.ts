import type { Outbox } from "../../commands/outbox.ts";
import type { Powers } from "../../powers/powers.ts";
import type { QuarantinePlugin } from "./health.ts";
import type { PluginShelf } from "../states/shelf.ts";
import type { PluginStates } from "../states/states.ts";

/** The states and the outbox that a quarantine is written to. */
export interface QuarantineParts {
  readonly powers: Powers;
  readonly states: PluginStates;
  readonly outbox: Outbox;
  readonly plugins: Pick<PluginShelf, "has">;
}

/**
 * Takes a plugin out and writes a row in audit. A plugin that a member switched off meanwhile stays off. A version that
 * replaced the failed one stays too, because a call of the old version proves nothing about its mend.
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
      });
    });
  };
