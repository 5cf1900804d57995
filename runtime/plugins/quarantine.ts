import type { Outbox } from "../outbox.ts";
import type { Powers } from "../powers.ts";
import type { Quarantine } from "./health.ts";
import type { PluginStates } from "./states.ts";

export interface QuarantineParts {
  readonly powers: Powers;
  readonly states: PluginStates;
  readonly outbox: Outbox;
}

/** Takes a plugin out, and says so in audit. What somebody has switched off meanwhile stays as they left it. */
export const quarantineBy =
  ({ powers, states, outbox }: QuarantineParts): Quarantine =>
  (site, plugin, digest, reason) => {
    if ((states.ofSite(site).get(plugin) ?? "enabled") !== "enabled") return;
    const id = powers.newId();
    powers.sql.atomically(() => {
      states.put(site, plugin, "quarantined", reason);
      outbox.add("audit", site, id, {
        id, site, actor: `plugin:${plugin}`, command: "plugin.quarantine", inputDigest: digest, outcome: "done", requestId: id, at: powers.now(),
      });
    });
  };
