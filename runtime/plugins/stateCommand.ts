import type { Command } from "../command.ts";
import { parseWith } from "../parse.ts";
import type { PluginShelf } from "../sitePlugins.ts";
import { contributorOf } from "./effects.ts";
import { switchPlugin } from "./inputs.ts";
import { isSwitchedOn, namesAlone, requireNames } from "./nameCheck.ts";
import type { PluginReads } from "./pluginReads.ts";
import type { PluginStates } from "./states.ts";
import type { PluginView } from "./views.ts";

export interface StateParts {
  readonly plugins: PluginShelf;
  readonly states: PluginStates;
  readonly pluginReads: PluginReads;
}

interface Input {
  readonly plugin: string;
  readonly state: "enabled" | "disabled";
  readonly alone?: readonly string[] | undefined;
}

/**
 * Switches a plugin on or off. Switching on ends a quarantine: the owner has been told why it was there. It takes no
 * name from a plugin that is switched on, and no name alone that was not agreed to.
 */
export function pluginState(parts: StateParts): Command<Input, PluginView> {
  return { name: "plugin.state", parse: parseWith(switchPlugin), prepare: async ({ site }, input) => () => switchTo(parts, site, input) };
}

function switchTo({ plugins, states, pluginReads }: StateParts, site: string, { plugin: id, state, alone = [] }: Input): PluginView {
  const found = pluginReads.find(site, id);
  const { plugin } = found;
  if (state === "enabled") {
    const before = isSwitchedOn(found) ? plugin : undefined;
    // The operator chose the deployment's plugins together with their names.
    const agreed = plugins.isFirstParty(id) ? namesAlone(plugin) : alone;
    requireNames({ before, after: plugin, agreed }, plugins.installed(site));
  }
  states.put(site, id, state);
  if (state === "enabled") states.agree(site, contributorOf(plugin));
  return pluginReads.view(site, id);
}
