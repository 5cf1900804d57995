import type { Outcome } from "../command/command.ts";
import { askedAbout, type InstalledView, type PluginView } from "./plugins.ts";
import {
  consentLines,
  migratedLines,
  nextSteps,
  pluginLine,
  sharingLines,
  takenLines,
  touchedLines,
  waitingLines,
} from "./words.ts";

/** The outcome of a command that changed a plugin. */
export const pluginOutcome = (plugin: PluginView, site: string): Outcome => ({
  ok: true,
  lines: [pluginLine(plugin)],
  data: { site, plugin },
  talk: nextSteps(plugin, site),
});

interface Install {
  /** The index that the package came from. */
  readonly index?: string;
  /** True for a dry run, which changed nothing. */
  readonly isDry?: boolean;
  /** Sentences about the uploaded source map. */
  readonly notes?: readonly string[];
}

/** The outcome of an installation, with everything that the owner should read before granting. */
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
      ...sharingLines(plugin.sharing ?? null),
      ...takenLines(plugin),
    ],
    data: { site, ...(index !== undefined && { index }), plugin, ...(isDry && { dryRun: true }) },
    talk: isDry ? [] : [...notes, ...nextSteps(plugin, site)],
  };
}
