/** Builds a static file with the editor's words for each language but the first. */
import { type Language, FIRST_LANGUAGE } from "../words/shape/languages.ts";
import { wordsFile } from "../words/shape/wordsFile.ts";
import { bundledModule, loadExports } from "./bundledModule.ts";
import type { Built } from "./writeBuilt.ts";

const ENTRY = "sites/words/tables.ts";

interface BuiltWords {
  readonly files: readonly Built[];
  /** Paths of the source files of the build. */
  readonly inputs: readonly string[];
}

export async function buildWords(): Promise<BuiltWords> {
  const { code, inputs } = await bundledModule(ENTRY);
  const { TABLES } = await loadExports<{ readonly TABLES: Readonly<Record<Language, unknown>> }>(code);
  const files = (Object.entries(TABLES) as [Language, unknown][])
    .filter(([language]) => language !== FIRST_LANGUAGE)
    .map(([language, words]) => ({ name: wordsFile(language), bytes: Buffer.from(`${JSON.stringify(words)}\n`) }));
  return { files, inputs };
}
