/**
 * Bundles the editor's canvas into files with digests in their names, and `canvas.json`, which says which of them a page
 * loads.
 */
import { createHash } from "node:crypto";
import { basename, join } from "node:path";
import { fileURLToPath } from "node:url";
import { gzipSync } from "node:zlib";
import type { Metafile } from "esbuild";
import { CANVAS_LATER_MAX_BYTES, CANVAS_MAX_BYTES, CANVAS_WHOLE_MAX_BYTES } from "../../manifests/bounds/editor.ts";
import { type CanvasFiles, CANVAS_INDEX } from "../editor/looks/canvasFiles.ts";
import { type SplitBundle, joinedFiles, staticImportsOf } from "./joinedFiles.ts";
import type { Built } from "./writeBuilt.ts";
import { type Edits, edits } from "./edits.ts";
import { CANVAS_EDITS } from "./canvasEdits.ts";

const ROOT = fileURLToPath(new URL("../../", import.meta.url));
const ENTRY = "sites/editor/canvas/index.tsx";
/** Packages under the GPL. Each stays a file of its own, which our script loads and is no part of. */
const BESIDE = ["@wordpress/block-serialization-default-parser", "@wordpress/shortcode"];
const GPL = /^node_modules\/(@wordpress\/[\w-]+)\//;

/** Edits of packages that read files of other software. */
const MOVING_EDITS: Edits = {
  "underscore/modules/template": [
    {
      why: "makes no code of text",
      from: /render = new \w+\(argument, '_', source\);/,
      to: "throw new Error('no code is made of text');",
      times: 1,
    },
  ],
};

/** Scripts of pages of their own, by their names among the files, with the edits of packages that each needs. */
const OF_PAGES = {
  cropping: ["sites/editor/cropping/index.tsx", {}],
  importing: ["sites/editor/importing/index.tsx", CANVAS_EDITS],
  replacing: ["sites/editor/replacing/index.tsx", {}],
  remarks: ["sites/editor/remarks/index.tsx", {}],
  moving: ["sites/editor/moving/index.tsx", { ...CANVAS_EDITS, ...MOVING_EDITS }],
  xliff: ["sites/editor/xliff/index.tsx", CANVAS_EDITS],
} as const satisfies Readonly<Record<string, readonly [entry: string, wanted: Edits]>>;
type PageScript = keyof typeof OF_PAGES;
/** The versions of both programs change the result, so these files count as inputs. */
const PROGRAMS = ["node_modules/esbuild/package.json", "node_modules/rolldown/package.json"];
const TARGET = ["es2022", "chrome111", "firefox114", "safari16.4"];
/** Sources of words. Some are awaited before other modules run. */
const WORDS = /^sites\/words\//;
const WORDS_OF = /^sites\/words\/([\w-]+)\/canvasWords\.ts$/;

/** Words that the editor loads later, of one language. */
const LATER_WORDS = /^sites\/words\/[\w-]+\/pages\/(?:lists|remarks)\.ts$/;

/** The canvas's source. Only a checkout has this file; the installed package does not. */
export const CANVAS_ENTRY = join(ROOT, ENTRY);

export interface CanvasSizes {
  /** Compressed bytes that the editor loads at its start, in the language with the largest words. */
  readonly atOnce: number;
  /** Compressed bytes of the largest part that the editor loads on demand. */
  readonly later: number;
  /** Compressed bytes of all files, with the words of one language: the largest. */
  readonly whole: number;
}

/** Loads esbuild only here, because no other command needs it. A checkout and wrangler both bring it. */
async function bundle(
  name: string,
  entry: string,
  wanted: Edits = CANVAS_EDITS,
  beside: readonly string[] = [],
): Promise<SplitBundle> {
  const { build } = await import("esbuild");
  const { outputFiles, metafile } = await build({
    entryPoints: [
      { in: join(ROOT, entry), out: name },
      ...beside.map((one, index) => ({ in: one, out: `${name}-${index + 1}` })),
    ],
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
    target: TARGET,
    legalComments: "none",
    plugins: [edits(ROOT, wanted)],
    entryNames: "[name]-[hash]",
    chunkNames: "[name]-[hash]",
  });
  const [path = "", { cssBundle = "" } = {}] =
    Object.entries(metafile.outputs).find(([, { entryPoint }]) => entryPoint === entry) ?? [];
  const files = outputFiles.map((file) => ({ name: basename(file.path), bytes: file.contents }));
  // esbuild writes another copy of the styles for each part loaded on demand. Pages load only the entry's style sheet.
  const needed = files.filter(({ name }) => !name.endsWith(".css") || name === basename(cssBundle));
  return joinedFiles({ files: needed, metafile }, { entry: path, target: TARGET, awaited: WORDS });
}

const integrityOf = (bytes: Uint8Array): string => `sha256-${createHash("sha256").update(bytes).digest("base64")}`;

const compressed = (files: readonly Built[]): number =>
  files.reduce((sum, { bytes }) => sum + gzipSync(bytes, { level: 9 }).byteLength, 0);

/** The chunks that the editor imports dynamically. */
const openedLater = ({ outputs }: Metafile): string[] =>
  Object.values(outputs).flatMap(({ imports }) =>
    imports.flatMap(({ path, kind }) => (kind === "dynamic-import" ? [path] : [])),
  );

/** The built file with the words of each language. */
function languagesOf({ outputs }: Metafile): Record<string, string> {
  const found = Object.entries(outputs).map(([path, { entryPoint = "" }]) => [WORDS_OF.exec(entryPoint)?.[1], path]);
  return Object.fromEntries(found.flatMap(([language, path = ""]) => (language ? [[language, basename(path)]] : [])));
}

type CanvasIndex = Omit<CanvasFiles, PageScript>;

function described(files: readonly Built[], metafile: Metafile): { index: CanvasIndex; sizes: CanvasSizes } {
  const [entry = "", output] =
    Object.entries(metafile.outputs).find(([, { entryPoint }]) => entryPoint === ENTRY) ?? [];
  const style = files.find(({ name }) => name === basename(output?.cssBundle ?? ""));
  const script = files.find(({ name }) => name === basename(entry));
  if (!script || !style) throw new Error("the canvas has no script or no style sheet");
  const scripts = staticImportsOf(metafile, entry);
  const languages = languagesOf(metafile);
  const words = files.filter(({ name }) => Object.values(languages).includes(name));
  const laterWords = files.filter(({ name }) =>
    Object.entries(metafile.outputs).some(
      ([path, { entryPoint = "" }]) => basename(path) === name && LATER_WORDS.test(entryPoint),
    ),
  );
  const isAtOnce = ({ name }: Built): boolean => scripts.has(name) || name === style.name;
  const isWords = (file: Built): boolean => words.includes(file);
  const atOnce = compressed(files.filter(isAtOnce)) + Math.max(...words.map((file) => compressed([file])));
  const later = openedLater(metafile).map((opened) => {
    const brought = staticImportsOf(metafile, opened);
    return compressed(files.filter((file) => brought.has(file.name) && !isAtOnce(file) && !isWords(file)));
  });
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
      whole:
        atOnce +
        compressed(files.filter((file) => !isAtOnce(file) && !isWords(file) && !laterWords.includes(file))) +
        Math.max(...laterWords.map((file) => compressed([file]))),
    },
  };
}

const named = ({ name, bytes }: Built) => ({ name, integrity: integrityOf(bytes) });

export interface Canvas {
  readonly files: readonly Built[];
  readonly sizes: CanvasSizes;
  /** Paths of the source files of the build. */
  readonly inputs: readonly string[];
}

/** The script of a page, with what it loads later, such as words in the member's language. */
async function pageScript(name: PageScript): Promise<SplitBundle & { readonly script: Built }> {
  const [entry, wanted] = OF_PAGES[name];
  const { files, metafile } = await bundle(name, entry, wanted, name === "moving" ? BESIDE : []);
  const [path = ""] = Object.entries(metafile.outputs).find(([, { entryPoint }]) => entryPoint === entry) ?? [];
  const script = files.find((file) => file.name === basename(path));
  if (!script) throw new Error(`the page of ${name} has no script`);
  const mixed = Object.entries(metafile.outputs).find(
    ([, { inputs }]) => Object.keys(inputs).some((one) => GPL.test(one)) && Object.keys(inputs).some(isOurs),
  );
  if (mixed) throw new Error(`${mixed[0]} mixes code under the GPL with ours`);
  return { script, files, metafile };
}

const isOurs = (path: string): boolean => !path.startsWith("node_modules/");

export async function buildCanvas(): Promise<Canvas> {
  const names = Object.keys(OF_PAGES) as PageScript[];
  const [canvas, ...pages] = await Promise.all([bundle("canvas", ENTRY), ...names.map(pageScript)]);
  const { index, sizes } = described(canvas.files, canvas.metafile);
  const scripts = pages.flatMap(({ files }) => files);
  const ofPages = Object.fromEntries(
    pages.map(({ script, files }, at) => {
      const parts = files.flatMap((file) => (file === script ? [] : [file.name]));
      return [names[at], { ...named(script), parts }];
    }),
  );
  const whole = { ...index, ...ofPages, scripts: [...index.scripts, ...scripts.map(({ name }) => name)] };
  const sources = [canvas, ...pages].flatMap(({ metafile }) => Object.keys(metafile.inputs));
  const inputs = [...new Set(sources), ...PROGRAMS].map((path) => join(ROOT, path));
  return {
    files: [...canvas.files, ...scripts, { name: CANVAS_INDEX, bytes: Buffer.from(`${JSON.stringify(whole)}\n`) }],
    sizes,
    inputs: [...inputs, fileURLToPath(import.meta.url)],
  };
}

/** Lists the sizes that exceed their bound, one line each. */
export function canvasFaults({ atOnce, later, whole }: CanvasSizes): string[] {
  const fault = (what: string, bytes: number, most: number): string[] =>
    bytes > most ? [`${what} has ${bytes} bytes compressed, of at most ${most}`] : [];
  return [
    ...fault("what the editor loads at once", atOnce, CANVAS_MAX_BYTES),
    ...fault("what the editor loads when something opens", later, CANVAS_LATER_MAX_BYTES),
    ...fault("the whole editor", whole, CANVAS_WHOLE_MAX_BYTES),
  ];
}
