import { translationsFor } from "../../../manifests/packages/labels.ts";
import type { InstalledPlugin } from "../../contributions/installed.ts";

/** A text of a plugin for a reader: its translation if the plugin has one, otherwise the text itself. */
export type ReadersText = (plugin: string, text: string) => string;

/** The texts of plugins for readers of a language. Undefined for no language: the manifests' own texts. */
export function readersText(installed: readonly InstalledPlugin[], language: string | undefined): ReadersText {
  if (language === undefined) return (_, text) => text;
  const labels = new Map(
    installed.map(({ plugin: { manifest, files } }) => [manifest.id, translationsFor(files, language)]),
  );
  return (plugin, text) => labels.get(plugin)?.get(text) ?? text;
}

/** The reader of an answer, whose language decides its texts. */
export interface OfReader {
  readonly language?: string | undefined;
}
