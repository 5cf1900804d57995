import type { Outcome } from "../command.ts";
import { askedAbout } from "./plugins.ts";
import type { InstalledView, PluginView } from "./plugins.ts";
import { consentLines, migratedLines, nextSteps, pluginLine, takenLines, touchedLines, waitingLines } from "./words.ts";

/** A plugin as it is after a command. */
export const pluginOutcome = (plugin: PluginView, site: string): Outcome => ({
  ok: true,
  lines: [pluginLine(plugin)],
  data: { site, plugin },
  talk: nextSteps(plugin, site),
});

interface Install {
  /** The index that the package is from. */
  readonly index?: string;
  /** True if nothing was changed, only tried. */
  readonly isDry?: boolean;
  /** Sentences about the source map that came with it. */
  readonly notes?: readonly string[];
}

/** A plugin as it is after a package of it came, with everything its owner reads before granting. */
export function installedOutcome(
  plugin: InstalledView,
  site: string,
  { index, isDry = false, notes = [] }: Install,
): Outcome {
  return {
    ok: true,
    lines: [
      ...(isDry ? ["Nothing was changed. It would be:"] : []),
      pluginLine(plugin),
      ...waitingLines(plugin),
      ...consentLines(askedAbout(plugin)),
      ...migratedLines(plugin),
      ...touchedLines(plugin.touched),
      ...takenLines(plugin),
    ],
    data: { site, ...(index !== undefined && { index }), plugin, ...(isDry && { dryRun: true }) },
    talk: isDry ? [] : [...notes, ...nextSteps(plugin, site)],
  };
}
