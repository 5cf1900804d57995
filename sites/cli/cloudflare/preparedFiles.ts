/** The files of a prepared set and their places in it. */
import type { WorkerRow } from "../../workers.ts";
import type { Files } from "./prepared.ts";
import type { Release } from "./release.ts";
import type { WantedWorker } from "./wanted.ts";
import { ASSETS, BUNDLE } from "./wanted.ts";

export const MIGRATIONS_FOLDER = "migrations";

export const configPath = ({ key }: WorkerRow): string => `${key}/wrangler.json`;
export const bundlePath = ({ key }: WorkerRow): string => `${key}/${BUNDLE}`;

/**
 * All files that a deployment uploads, so that a later release on this machine cannot change what was prepared and
 * checked.
 */
export const filesOf = (workers: readonly WantedWorker[], release: Release): Files =>
  new Map<string, string | Uint8Array>([
    ...workers.map(({ row, config }) => [configPath(row), `${JSON.stringify(config, null, 2)}\n`] as const),
    ...workers.map(({ row }) => [bundlePath(row), release.bundle(row)] as const),
    ...workers
      .filter(({ config }) => config["assets"] !== undefined)
      .flatMap(({ row }) => release.assets().map(([name, bytes]) => [`${row.key}/${ASSETS}/${name}`, bytes] as const)),
    ...release.migrations().map(([name, text]) => [`${MIGRATIONS_FOLDER}/${name}`, text] as const),
  ]);
