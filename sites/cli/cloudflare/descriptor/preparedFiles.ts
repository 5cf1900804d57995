/** The paths of files in a prepared set. */
import type { WorkerRow } from "../../../workers/workers.ts";
import type { PreparedFiles, PreparedRecord } from "./prepared.ts";
import { sha256 } from "../../files/sha256.ts";
import type { Release } from "./release.ts";
import { type WantedWorker, ASSETS, BUNDLE } from "./wanted.ts";

export const MIGRATIONS_FOLDER = "migrations";

export const configPath = ({ key }: WorkerRow): string => `${key}/wrangler.json`;
export const bundlePath = ({ key }: WorkerRow): string => `${key}/${BUNDLE}`;

const assetPath = ({ key }: WorkerRow, name: string): string => `${key}/${ASSETS}/${name}`;

/** One digest over all static files of a worker; undefined if it has none. */
export function assetsDigest(row: WorkerRow, files: PreparedRecord["files"]): string | undefined {
  const assets = filesOfWorker({ files }, row).filter(([path]) => path.startsWith(assetPath(row, "")));
  return assets.length === 0 ? undefined : sha256(JSON.stringify(assets));
}

/** The static files of a release for one worker, with their paths in the set. */
export const assetFiles = (
  { row, config }: WantedWorker,
  release: Release,
): readonly (readonly [string, Uint8Array])[] =>
  config["assets"] === undefined ? [] : release.assets().map(([name, bytes]) => [assetPath(row, name), bytes] as const);

/** The files that deploy one worker, with their digests, sorted by path. */
export const filesOfWorker = (
  { files }: Pick<PreparedRecord, "files">,
  { key }: WorkerRow,
): readonly (readonly [path: string, sha256: string])[] =>
  Object.entries(files)
    .filter(([path]) => path.startsWith(`${key}/`))
    .toSorted(([a], [b]) => (a < b ? -1 : 1));

/**
 * All files that a deployment uploads. The set holds copies, so a later release on this machine cannot change what was
 * checked.
 */
export const filesOf = (workers: readonly WantedWorker[], release: Release): PreparedFiles =>
  new Map<string, string | Uint8Array>([
    ...workers.map(({ row, config }) => [configPath(row), `${JSON.stringify(config, null, 2)}\n`] as const),
    ...workers.map(({ row }) => [bundlePath(row), release.bundle(row)] as const),
    ...workers.flatMap((worker) => assetFiles(worker, release)),
    ...release.migrations().map(([name, text]) => [`${MIGRATIONS_FOLDER}/${name}`, text] as const),
  ]);
