/**
 * The release that this program belongs to: templates, bundles and migrations, from a checkout or an installed package.
 */
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { parse } from "jsonc-parser";
import type { WorkerRow } from "../../../workers/workers.ts";
import { STATIC_FOLDER } from "../../../bundles/staticFiles.ts";
import { Trouble } from "../../command/command.ts";
import { releaseVersion } from "../../command/version.ts";
import type { Config } from "./config.ts";
import { BUNDLE } from "./wanted.ts";

const ROOT = fileURLToPath(new URL("../../../../", import.meta.url));

/** The folder of the built workers. A test may name another one, whose bundles are small. */
export const builtWorkers = { folder: join(ROOT, ".build") };

export interface Release {
  readonly version: string;
  template(row: WorkerRow): Config;
  /** The worker's bundle, as it is uploaded. */
  bundle(row: WorkerRow): Uint8Array;
  /** The static files of the site workers, by name. */
  assets(): readonly (readonly [name: string, bytes: Uint8Array])[];
  /** The control plane's migrations by file name, in order. */
  migrations(): readonly (readonly [name: string, text: string])[];
}

function readBundle({ key }: WorkerRow): Uint8Array {
  const path = join(builtWorkers.folder, key, BUNDLE);
  if (!existsSync(path)) throw new Trouble(`The worker ${key} is not built: ${path} is missing. Run: npm run build`);
  return readFileSync(path);
}

function assets(): readonly (readonly [string, Uint8Array])[] {
  if (!existsSync(STATIC_FOLDER))
    throw new Trouble(`The static files are not built: ${STATIC_FOLDER} is missing. Run: npm run build`);
  return readdirSync(STATIC_FOLDER)
    .filter((name) => !name.startsWith("."))
    .toSorted()
    .map((name) => [name, readFileSync(join(STATIC_FOLDER, name))] as const);
}

function migrations(): readonly (readonly [string, string])[] {
  const folder = join(ROOT, "migrations");
  const names = readdirSync(folder).filter((name) => name.endsWith(".sql"));
  return names
    .toSorted((a, b) => (a < b ? -1 : 1))
    .map((name) => [name, readFileSync(join(folder, name), "utf8")] as const);
}

/** The release of this program. */
export const ownRelease = (): Release => ({
  version: releaseVersion(),
  template: ({ folder }) => parse(readFileSync(join(ROOT, folder, "wrangler.jsonc"), "utf8")) as Config,
  bundle: readBundle,
  assets,
  migrations,
});
