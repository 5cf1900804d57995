/**
 * Builds the static files that the site workers serve: the editor, and the description of the API. These files are
 * never committed. Each start and each bundling of a worker builds them.
 */
import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { API_DESCRIPTION } from "../web/api/description/apiDescription.ts";
import { buildCanvas, CANVAS_ENTRY } from "./canvas.ts";
import type { Built, CanvasSizes } from "./canvas.ts";

const ROOT = fileURLToPath(new URL("../../", import.meta.url));
const DESCRIPTION = join(ROOT, "sites/web/openapi.generated.json");

/** The folder of the built files, in a checkout and in the installed package. */
export const STATIC_FOLDER = join(ROOT, ".build/static");

/** True in a checkout. The installed package has only the built files. */
export const canBuildStaticFiles = (): boolean => existsSync(CANVAS_ENTRY);

/** The API's description without indentation. The committed file is indented for reviews, which doubles its size. */
const description = (): Built => ({
  name: API_DESCRIPTION,
  bytes: Buffer.from(`${JSON.stringify(JSON.parse(readFileSync(DESCRIPTION, "utf8")))}\n`),
});

/** Writes the file under another name and renames it, because another build may be reading the old one. */
function write(folder: string, { name, bytes }: Built): void {
  const beside = join(folder, `.${name}.${process.pid}`);
  writeFileSync(beside, bytes);
  renameSync(beside, join(folder, name));
}

export interface StaticBuild {
  /** Sizes of the canvas. */
  readonly canvas: CanvasSizes;
  /** Paths of the source files of the build. */
  readonly inputs: readonly string[];
}

/** Builds the static files into a folder and removes the files of an earlier build. */
export async function buildStaticFiles(folder = STATIC_FOLDER): Promise<StaticBuild> {
  const canvas = await buildCanvas();
  const files = [...canvas.files, description()];
  mkdirSync(folder, { recursive: true });
  for (const file of files) write(folder, file);
  const kept = new Set(files.map(({ name }) => name));
  for (const name of readdirSync(folder).filter((found) => !kept.has(found) && !found.startsWith(".")))
    rmSync(join(folder, name), { force: true });
  return { canvas: canvas.sizes, inputs: [...canvas.inputs, DESCRIPTION, fileURLToPath(import.meta.url)] };
}
