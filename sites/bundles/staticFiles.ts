/**
 * Builds the static files that the site workers serve: the editor, its words, and the description of the API. These files are
 * never committed. Each start and each bundling of a worker builds them.
 */
import { existsSync, mkdirSync, readdirSync, rmSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { SCRIPT_TEXT } from "../web/assets/assets.generated.ts";
import { SCRIPT_NAME } from "../web/assets/assetPaths.ts";
import { STYLE_TEXT } from "../web/document/sheet.generated.ts";
import { STYLE_NAME } from "../web/document/sheetPath.ts";
import { buildCanvas, CANVAS_ENTRY, type CanvasSizes } from "./canvas.ts";
import { buildDescription } from "./description.ts";
import { buildWords } from "./words.ts";
import { writeBuilt } from "./writeBuilt.ts";

const ROOT = fileURLToPath(new URL("../../", import.meta.url));

/** The folder of the built files, in a checkout and in the installed package. */
export const STATIC_FOLDER = join(ROOT, ".build/static");

/** True in a checkout. The installed package has only the built files. */
export const canBuildStaticFiles = (): boolean => existsSync(CANVAS_ENTRY);

/** The script and the style sheet of the editor's pages. The committed texts are served, because pages name their digests. */
const PAGE_FILES = [
  { name: SCRIPT_NAME, bytes: Buffer.from(SCRIPT_TEXT) },
  { name: STYLE_NAME, bytes: Buffer.from(STYLE_TEXT) },
];

/** The sources of these two. Without them, a start would keep files that no page names any more. */
const PAGE_SOURCES = ["web/assets/assets.generated.ts", "web/document/sheet.generated.ts"].map((path) =>
  join(ROOT, "sites", path),
);

export interface StaticBuild {
  /** Sizes of the canvas. */
  readonly canvas: CanvasSizes;
  /** Paths of the source files of the build. */
  readonly inputs: readonly string[];
}

/** Builds the static files into a folder and removes the files of an earlier build. */
export async function buildStaticFiles(folder = STATIC_FOLDER): Promise<StaticBuild> {
  const [canvas, description, words] = await Promise.all([buildCanvas(), buildDescription(), buildWords()]);
  const files = [...canvas.files, description.file, ...words.files, ...PAGE_FILES];
  mkdirSync(folder, { recursive: true });
  for (const file of files) writeBuilt(folder, file);
  const kept = new Set(files.map(({ name }) => name));
  for (const name of readdirSync(folder).filter((found) => !kept.has(found) && !found.startsWith(".")))
    rmSync(join(folder, name), { force: true });
  return {
    canvas: canvas.sizes,
    inputs: [
      ...new Set([
        ...canvas.inputs,
        ...description.inputs,
        ...words.inputs,
        ...PAGE_SOURCES,
        fileURLToPath(import.meta.url),
      ]),
    ],
  };
}
