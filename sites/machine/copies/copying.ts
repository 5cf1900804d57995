import { constants, copyFileSync, lstatSync, mkdirSync, readdirSync, rmSync, type BigIntStats } from "node:fs";
import { dirname, join } from "node:path";

/** Copies one file, as a copy-on-write clone if the file system supports it. */
export type CopyFile = (from: string, to: string) => void;

export const copyFile: CopyFile = (from, to) => copyFileSync(from, to, constants.COPYFILE_FICLONE);

/** Files that each start makes again, or that belong to the running installation. */
const LEFT_OUT: ReadonlySet<string> = new Set([
  "config",
  "built",
  "logs",
  "plugins",
  "lock",
  "lock-journal",
  "reserve",
  "losses.json",
  "control.json",
  "tls",
]);
/** SQLite's shared-memory index. SQLite rebuilds it when the next process opens the database. */
const SHARED = /\.sqlite-shm$/;
const PROBE = /(?:^|\/)\.probe-\d+$|\.new$/;

/**
 * The age below which an unchanged modification time proves nothing, in nanoseconds, because file systems' clocks are
 * coarse.
 */
const UNSURE_NS = 2_000_000_000n;
const PRIVATE = 0o700;

/** A file's inode, size and modification time at its copy. */
type Look = readonly [inode: bigint, bytes: bigint, changed: bigint];

const lookOf = ({ ino, size, mtimeNs }: BigIntStats): Look => [ino, size, mtimeNs];

/**
 * Copies a folder whose files change meanwhile. Call `bring` while they change, and once more while they stand still.
 * Each call copies only what has changed since, so the last one is short.
 */
export class FolderCopy {
  readonly #from: string;
  readonly #to: string;
  readonly #copy: CopyFile;
  readonly #seen = new Map<string, Look>();

  constructor(from: string, to: string, copy: CopyFile = copyFile) {
    this.#from = from;
    this.#to = to;
    this.#copy = copy;
  }

  bring(): void {
    const files = new Map(filesIn(this.#from).map((path) => [path, this.#from]));
    for (const path of files.keys()) this.#bringFile(path);
    for (const path of [...this.#seen.keys()].filter((one) => !files.has(one))) this.#forget(path);
  }

  #bringFile(path: string): void {
    const before = statOf(join(this.#from, path));
    if (before === undefined) return this.#forget(path);
    const [look, now] = [lookOf(before), BigInt(Date.now()) * 1_000_000n];
    if (this.#seen.get(path)?.join() === look.join()) return;
    mkdirSync(dirname(join(this.#to, path)), { recursive: true, mode: PRIVATE });
    try {
      this.#copy(join(this.#from, path), join(this.#to, path));
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== "ENOENT") throw error;
      return this.#forget(path);
    }
    if (now - look[2] > UNSURE_NS) this.#seen.set(path, look);
    else this.#seen.set(path, [-1n, -1n, -1n]);
  }

  #forget(path: string): void {
    this.#seen.delete(path);
    rmSync(join(this.#to, path), { force: true });
  }
}

/** Paths of the files that a backup holds, relative to the data folder. */
function filesIn(folder: string): string[] {
  const tops = readdirSync(folder).filter((name) => !LEFT_OUT.has(name));
  return tops.flatMap((top) => below(folder, top)).filter((path) => !SHARED.test(path) && !PROBE.test(path));
}

/** Every file below a folder, without symlinks. The folder may disappear while it is read. */
export function below(folder: string, path: string): string[] {
  const found = statOf(join(folder, path));
  if (found?.isFile() === true) return [path];
  if (found?.isDirectory() !== true) return [];
  try {
    return readdirSync(join(folder, path)).flatMap((name) => below(folder, join(path, name)));
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return [];
    throw error;
  }
}

const statOf = (path: string): BigIntStats | undefined => lstatSync(path, { bigint: true, throwIfNoEntry: false });
