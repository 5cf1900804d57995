import type { Command } from "../command.ts";
import { parseWith } from "../parse.ts";
import { switchPlugin } from "./inputs.ts";
import type { PluginReads } from "./pluginReads.ts";
import type { PluginStates } from "./states.ts";
import type { PluginView } from "./views.ts";

export interface StateParts {
  readonly states: PluginStates;
  readonly pluginReads: PluginReads;
}

/** Switches a plugin on or off. Switching on ends a quarantine: whoever does it has been told why it was there. */
export function pluginState({ states, pluginReads }: StateParts): Command<{ plugin: string; state: "enabled" | "disabled" }, PluginView> {
  return {
    name: "plugin.state",
    parse: parseWith(switchPlugin),
    prepare: async ({ site }, { plugin, state }) => () => {
      pluginReads.find(site, plugin);
      states.put(site, plugin, state);
      return pluginReads.view(site, plugin);
    },
  };
}
