/**
 * Bundles the editor's canvas into files with digests in their names, and `canvas.json`, which says which of them a page
 * loads.
 */
import { createHash } from "node:crypto";
import { basename, join } from "node:path";
import { fileURLToPath } from "node:url";
import { gzipSync } from "node:zlib";
import type { Metafile } from "esbuild";
import { CANVAS_LATER_MAX_BYTES, CANVAS_MAX_BYTES, CANVAS_WHOLE_MAX_BYTES } from "../../../manifests/bounds/editor.ts";
import type { CanvasFiles } from "../../shared/editor/canvasFiles.ts";
import { edits } from "../bundling/edits.ts";
import { CANVAS_EDITS } from "../bundling/canvasEdits.ts";
import { CANVAS_INDEX } from "../../shared/editor/canvasFiles.ts";

const ROOT = fileURLToPath(new URL("../../../", import.meta.url));
const ENTRY = "sites/editor/canvas/index.tsx";
/** Names the bundler's version, on which the result depends. */
const BUNDLER = "node_modules/esbuild/package.json";
const WORDS_OF = /^sites\/shared\/editor\/words\/(\w+)\/canvasWords\.ts$/;

/** The file that a checkout has, and the installed package does not. */
export const CANVAS_ENTRY = join(ROOT, ENTRY);

export interface Built {
  readonly name: string;
  readonly bytes: Uint8Array;
}

export interface CanvasSizes {
  /** Compressed bytes that a member waits for, in the language that needs the most. */
  readonly atOnce: number;
  /** Compressed bytes of the one thing that brings the most when it opens. */
  readonly later: number;
  /** Compressed bytes of everything, in that language. */
  readonly whole: number;
}

/** esbuild comes with the checkout and with wrangler; nothing else of this program needs it. */
async function bundle(): Promise<{ files: readonly Built[]; metafile: Metafile }> {
  const { build } = await import("esbuild");
  const { outputFiles, metafile } = await build({
    entryPoints: { canvas: join(ROOT, ENTRY) },
    absWorkingDir: ROOT,
    outdir: "canvas",
    bundle: true,
    splitting: true,
    write: false,
    metafile: true,
    minify: true,
    format: "esm",
    charset: "utf8",
    jsx: "automatic",
    jsxImportSource: "preact",
    alias: { "linkify-it": join(ROOT, "sites/editor/rich/standIns/linkify-it.ts") },
    target: ["es2022", "chrome111", "firefox114", "safari16.4"],
    legalComments: "none",
    plugins: [edits(ROOT, CANVAS_EDITS)],
    entryNames: "[name]-[hash]",
    chunkNames: "[name]-[hash]",
  });
  const files = outputFiles.map(({ path, contents }) => ({ name: basename(path), bytes: contents }));
  // esbuild repeats styles for what comes later, and no page loads them: the entry's sheet has them.
  const style = Object.values(metafile.outputs).find(({ entryPoint }) => entryPoint === ENTRY)?.cssBundle ?? "";
  return { files: files.filter(({ name }) => !name.endsWith(".css") || name === basename(style)), metafile };
}

const integrityOf = (bytes: Uint8Array): string => `sha256-${createHash("sha256").update(bytes).digest("base64")}`;

const compressed = (files: readonly Built[]): number =>
  files.reduce((sum, { bytes }) => sum + gzipSync(bytes, { level: 9 }).byteLength, 0);

/** The entry with everything it imports at once. */
function atOnceOf({ outputs }: Metafile, entry: string): Set<string> {
  const seen = new Set<string>();
  const visit = (path: string): void => {
    if (seen.has(path)) return;
    seen.add(path);
    for (const { path: next, kind } of outputs[path]?.imports ?? []) if (kind === "import-statement") visit(next);
  };
  visit(entry);
  return new Set([...seen].map((path) => basename(path)));
}

/** The entries of what comes when something asks for it. */
const openedLater = ({ outputs }: Metafile): string[] =>
  Object.values(outputs).flatMap(({ imports }) =>
    imports.flatMap(({ path, kind }) => (kind === "dynamic-import" ? [path] : [])),
  );

/** The built file of each language's words. */
function languagesOf({ outputs }: Metafile): Record<string, string> {
  const found = Object.entries(outputs).map(([path, { entryPoint = "" }]) => [WORDS_OF.exec(entryPoint)?.[1], path]);
  return Object.fromEntries(found.flatMap(([language, path = ""]) => (language ? [[language, basename(path)]] : [])));
}

function described(files: readonly Built[], metafile: Metafile): { index: CanvasFiles; sizes: CanvasSizes } {
  const [entry = "", output] =
    Object.entries(metafile.outputs).find(([, { entryPoint }]) => entryPoint === ENTRY) ?? [];
  const style = files.find(({ name }) => name === basename(output?.cssBundle ?? ""));
  const script = files.find(({ name }) => name === basename(entry));
  if (!script || !style) throw new Error("the canvas has no script or no style sheet");
  const scripts = atOnceOf(metafile, entry);
  const languages = languagesOf(metafile);
  const words = files.filter(({ name }) => Object.values(languages).includes(name));
  const isAtOnce = ({ name }: Built): boolean => scripts.has(name) || name === style.name;
  const isWords = (file: Built): boolean => words.includes(file);
  const atOnce = compressed(files.filter(isAtOnce)) + Math.max(...words.map((file) => compressed([file])));
  const later = openedLater(metafile).map((opened) => {
    const brought = atOnceOf(metafile, opened);
    return compressed(files.filter((file) => brought.has(file.name) && !isAtOnce(file) && !isWords(file)));
  });
  const named = ({ name, bytes }: Built) => ({ name, integrity: integrityOf(bytes) });
  return {
    index: {
      script: named(script),
      style: named(style),
      preloaded: [...scripts].filter((name) => name !== script.name),
      languages: languages as CanvasFiles["languages"],
      scripts: files.map(({ name }) => name).filter((name) => name.endsWith(".js")),
      styles: files.map(({ name }) => name).filter((name) => name.endsWith(".css")),
    },
    sizes: {
      atOnce,
      later: Math.max(0, ...later),
      whole: atOnce + compressed(files.filter((file) => !isAtOnce(file) && !isWords(file))),
    },
  };
}

export interface Canvas {
  readonly files: readonly Built[];
  readonly sizes: CanvasSizes;
  /** Paths of the files it is made from. */
  readonly inputs: readonly string[];
}

export async function buildCanvas(): Promise<Canvas> {
  const { files, metafile } = await bundle();
  const { index, sizes } = described(files, metafile);
  const inputs = [...Object.keys(metafile.inputs), BUNDLER].map((path) => join(ROOT, path));
  return {
    files: [...files, { name: CANVAS_INDEX, bytes: Buffer.from(`${JSON.stringify(index)}\n`) }],
    sizes,
    inputs: [...inputs, fileURLToPath(import.meta.url)],
  };
}

/** Says what weighs too much, one line each. */
export function canvasFaults({ atOnce, later, whole }: CanvasSizes): string[] {
  const fault = (what: string, bytes: number, most: number): string[] =>
    bytes > most ? [`${what} has ${bytes} bytes compressed, of at most ${most}`] : [];
  return [
    ...fault("what the editor loads at once", atOnce, CANVAS_MAX_BYTES),
    ...fault("what the editor loads when something opens", later, CANVAS_LATER_MAX_BYTES),
    ...fault("the whole editor", whole, CANVAS_WHOLE_MAX_BYTES),
  ];
}
