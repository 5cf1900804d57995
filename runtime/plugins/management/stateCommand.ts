import { Refusal } from "../../../manifests/refusals/refusal.ts";
import type { Command } from "../../commands/command.ts";
import { parseWith } from "../../commands/parse.ts";
import type { PluginShelf } from "../states/shelf.ts";
import { contributorOf } from "../consent/effects.ts";
import { switchPlugin } from "./inputs.ts";
import { isSwitchedOn, namesAlone, requireNames } from "../packages/nameCheck.ts";
import type { PluginReads } from "./pluginReads.ts";
import type { PluginStates } from "../states/states.ts";
import type { PluginView } from "./views.ts";

/** The states and plugins that enabling and disabling change. */
export interface StateParts {
  readonly plugins: PluginShelf;
  readonly states: PluginStates;
  readonly pluginReads: PluginReads;
}

interface Input {
  readonly plugin: string;
  readonly state: "enabled" | "disabled";
  readonly alone?: readonly string[] | undefined;
  /** The version that the owner has seen. */
  readonly digest?: string | undefined;
}

/**
 * Switches a plugin on or off. Switching it on ends a quarantine, whose reason the owner has read. A plugin takes no
 * name from an enabled plugin, and no unprefixed name without the owner's consent.
 */
export function pluginState(parts: StateParts): Command<Input, PluginView> {
  return {
    parse: parseWith(switchPlugin),
    prepare:
      async ({ site }, input) =>
      () =>
        switchTo(parts, site, input),
  };
}

function switchTo(
  { plugins, states, pluginReads }: StateParts,
  site: string,
  { plugin: id, state, alone = [], digest }: Input,
): PluginView {
  const found = pluginReads.find(site, id);
  const { plugin } = found;
  if (digest !== undefined && digest !== plugin.digest)
    throw new Refusal("CONFLICT", {
      reason: "Another version of the plugin is installed by now.",
      digest: plugin.digest,
    });
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
