import { rmSync, statfsSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { Problem, reason } from "../process/problem.ts";
import { makeFolder } from "../../cli/files/makeFolder.ts";

/** The paths of a data folder, which holds everything that a local run stores. */
export interface DataFolder {
  readonly path: string;
  /** The workers' stores: Miniflare's databases, buckets and namespaces, and the Durable Objects. */
  readonly state: string;
  /** The database of this machine's own people. */
  readonly people: string;
  readonly config: string;
  /** The cached builds of the workers and the editor. */
  readonly built: string;
  /** The cache of what Node compiled of this program. */
  readonly compiled: string;
  readonly logs: string;
  readonly plugins: string;
  readonly secrets: string;
  /** The private key that signs this installation's plugins. */
  readonly signingKey: string;
  /** The record of how each process of the workers ended. */
  readonly runs: string;
  /** This file exists if plugin code has a process of its own. */
  readonly apart: string;
  /** Damaged files, which no worker reads any more. */
  readonly aside: string;
  /** The lost and damaged parts that are known now. */
  readonly losses: string;
  /** A file whose space is freed when the disk is full. */
  readonly reserve: string;
  readonly lock: string;
  /** Certificates that an authority gave this machine, and the key of its account there. */
  readonly tls: string;
  /** The control file, by which commands of the same user reach a run. */
  readonly control: string;
}

/** The only names that we may delete. `--data` may name a folder with other content. */
const CONTENTS = [
  "state",
  "config",
  "built",
  "compiled",
  "logs",
  "plugins",
  "secrets.env",
  "signing.key.json",
  "runs.json",
  "apart.json",
  "version.json",
  "control.json",
  "tls",
  "aside",
  "losses.json",
  "reserve",
] as const;

/** The least free space at a start, in bytes. A disk that fills up later looks like corrupt data. */
const LEAST_FREE_BYTES = 64 * 1024 * 1024;

const PRIVATE = 0o700;

const PEOPLE_FILE = "state/people/people.sqlite";

/** The paths of a data folder, whether it exists or not. */
export function dataFolderAt(given: string): DataFolder {
  const path = resolve(given);
  const at = (name: string): string => join(path, name);
  return {
    path,
    state: at("state"),
    people: at(PEOPLE_FILE),
    config: at("config"),
    built: at("built"),
    compiled: at("compiled"),
    logs: at("logs"),
    plugins: at("plugins"),
    secrets: at("secrets.env"),
    signingKey: at("signing.key.json"),
    runs: at("runs.json"),
    apart: at("apart.json"),
    aside: at("aside"),
    losses: at("losses.json"),
    reserve: at("reserve"),
    lock: at("lock"),
    tls: at("tls"),
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
  for (const folder of [path, state, config, logs, plugins]) makeFolder(folder, PRIVATE);
  for (const folder of [path, state]) {
    const probe = join(folder, `.probe-${process.pid}`);
    writeFileSync(probe, "");
    rmSync(probe);
  }
}

function refuseFullDisk(path: string): void {
  const { bavail, bsize } = statfsSync(path);
  if (bavail * bsize < LEAST_FREE_BYTES)
    throw new Problem(`The disk under ${path} is nearly full. Free some space, or choose another folder with --data.`);
}

/** Deletes the data. Hold the lock, because another run may be using it. */
export function emptyDataFolder(folder: DataFolder): void {
  for (const name of CONTENTS) rmSync(join(folder.path, name), { recursive: true, force: true });
  prepare(folder);
}

/** Deletes the configuration, which every start generates again. Killed runs would otherwise leave theirs. */
export function forgetConfig(folder: DataFolder): void {
  rmSync(folder.config, { recursive: true, force: true });
  prepare(folder);
}
