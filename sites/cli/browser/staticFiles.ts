/**
 * The static files of the workers that answer for sites: the editor, and the description of the API. They are never
 * committed, and built whenever a worker starts or is bundled.
 */
import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { API_DESCRIPTION } from "../../shared/apiDescription.ts";
import { buildCanvas, CANVAS_ENTRY } from "./canvas.ts";
import type { Built, CanvasSizes } from "./canvas.ts";

const ROOT = fileURLToPath(new URL("../../../", import.meta.url));
const DESCRIPTION = join(ROOT, "sites/hosting/openapi.generated.json");

/** The folder in which a build leaves them, and an installed package has them. */
export const STATIC_FOLDER = join(ROOT, ".build/static");

/** A checkout has the sources; the installed package has only what was built from them. */
export const canBuildStaticFiles = (): boolean => existsSync(CANVAS_ENTRY);

/** The description without the layout that lets people compare two versions of it, which doubles its size. */
const description = (): Built => ({
  name: API_DESCRIPTION,
  bytes: Buffer.from(`${JSON.stringify(JSON.parse(readFileSync(DESCRIPTION, "utf8")))}\n`),
});

/** The whole file is there or none: another build of the same sources may be reading it. */
function write(folder: string, { name, bytes }: Built): void {
  const beside = join(folder, `.${name}.${process.pid}`);
  writeFileSync(beside, bytes);
  renameSync(beside, join(folder, name));
}

export interface StaticBuild {
  /** Sizes of the canvas. */
  readonly canvas: CanvasSizes;
  /** Paths of the files they are made from. */
  readonly inputs: readonly string[];
}

/** Builds into a folder, and takes away what an earlier build left there. */
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
