/** Builds a static file with the editor's words for each language but the first. */
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { type Language, FIRST_LANGUAGE } from "../words/shape/languages.ts";
import { wordsFile } from "../words/shape/wordsFile.ts";
import type { Built } from "./writeBuilt.ts";

const ROOT = fileURLToPath(new URL("../../", import.meta.url));
const ENTRY = "sites/words/tables.ts";

interface BuiltWords {
  readonly files: readonly Built[];
  /** Paths of the source files of the build. */
  readonly inputs: readonly string[];
}

/** Runs the tables as one bundle, because the bundler says which files they are. */
export async function buildWords(): Promise<BuiltWords> {
  const { build } = await import("esbuild");
  const { outputFiles, metafile } = await build({
    entryPoints: [join(ROOT, ENTRY)],
    absWorkingDir: ROOT,
    bundle: true,
    write: false,
    metafile: true,
    format: "esm",
  });
  const module = `data:text/javascript;base64,${Buffer.from(outputFiles[0]?.contents ?? []).toString("base64")}`;
  const { TABLES } = (await import(module)) as { readonly TABLES: Readonly<Record<Language, unknown>> };
  const files = (Object.entries(TABLES) as [Language, unknown][])
    .filter(([language]) => language !== FIRST_LANGUAGE)
    .map(([language, words]) => ({ name: wordsFile(language), bytes: Buffer.from(`${JSON.stringify(words)}\n`) }));
  return { files, inputs: Object.keys(metafile.inputs).map((path) => join(ROOT, path)) };
}
