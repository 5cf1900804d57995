import type { Outcome } from "../command.ts";
import type { PluginView } from "./plugins.ts";
import { nextSteps, pluginLine } from "./words.ts";

/** A plugin as it is after a command. */
export const pluginOutcome = (plugin: PluginView, site: string): Outcome => ({
  ok: true,
  lines: [pluginLine(plugin)],
  data: { site, plugin },
  talk: nextSteps(plugin, site),
});
