import { mkdirSync, rmSync, statfsSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { Problem, reason } from "../problem.ts";

/** Everything a local run keeps, in one folder: databases, buckets, secrets, generated configuration and logs. */
export interface DataFolder {
  readonly path: string;
  /** The workers' stores: the platform's simulated databases, buckets, namespaces and objects. */
  readonly state: string;
  readonly config: string;
  /** The workers and the editor, as a start built them. */
  readonly built: string;
  readonly logs: string;
  readonly plugins: string;
  readonly secrets: string;
  /** The private key that signs this installation's plugins. */
  readonly signingKey: string;
  /** The record of how each run of the workers ended. */
  readonly runs: string;
  /** There once plugin code has a process of its own. */
  readonly apart: string;
  /** Space that is kept for a full disk. */
  readonly reserve: string;
  readonly lock: string;
  /** The file by which commands of the same user reach a run. */
  readonly control: string;
}

/** The only names in the folder that we may delete: `--data` may name a folder with other things in it. */
const CONTENTS = [
  "state",
  "config",
  "built",
  "logs",
  "plugins",
  "secrets.env",
  "signing.key.json",
  "runs.json",
  "apart.json",
  "version.json",
  "control.json",
  "reserve",
] as const;

/** Least space to start with, in bytes: a full disk shows as corrupt data much later, and less clearly. */
const LEAST_FREE_BYTES = 64 * 1024 * 1024;

const PRIVATE = 0o700;

/** The places in a folder, whatever is there. */
export function dataFolderAt(given: string): DataFolder {
  const path = resolve(given);
  const at = (name: string): string => join(path, name);
  return {
    path,
    state: at("state"),
    config: at("config"),
    built: at("built"),
    logs: at("logs"),
    plugins: at("plugins"),
    secrets: at("secrets.env"),
    signingKey: at("signing.key.json"),
    runs: at("runs.json"),
    apart: at("apart.json"),
    reserve: at("reserve"),
    lock: at("lock"),
    control: at("control.json"),
  };
}

export function openDataFolder(given: string): DataFolder {
  const folder = dataFolderAt(given);
  const { path } = folder;
  try {
    prepare(folder);
  } catch (error) {
    throw new Problem(`Cannot write to the folder ${path} (${reason(error)}). Choose another one with --data.`, {
      cause: error,
    });
  }
  refuseFullDisk(path);
  return folder;
}

function prepare({ path, state, config, logs, plugins }: DataFolder): void {
  for (const folder of [path, state, config, logs, plugins]) mkdirSync(folder, { recursive: true, mode: PRIVATE });
  for (const folder of [path, state]) {
    const probe = join(folder, `.probe-${process.pid}`);
    writeFileSync(probe, "");
    rmSync(probe);
  }
}

function refuseFullDisk(path: string): void {
  const { bavail, bsize } = statfsSync(path);
  if (bavail * bsize < LEAST_FREE_BYTES)
    throw new Problem(`The disk under ${path} is nearly full. Make room, or choose another folder with --data.`);
}

/** Deletes the folder's contents. Hold the lock, because another run may be using them. */
export function emptyDataFolder(folder: DataFolder): void {
  for (const name of CONTENTS) rmSync(join(folder.path, name), { recursive: true, force: true });
  prepare(folder);
}

/** Configuration is generated at each start; what a killed run left there would only pile up. */
export function forgetConfig(folder: DataFolder): void {
  rmSync(folder.config, { recursive: true, force: true });
  prepare(folder);
}
