import { existsSync, readdirSync, renameSync, rmSync } from "node:fs";
import { basename, dirname, join, resolve } from "node:path";
import { setTimeout } from "node:timers/promises";
import { DatabaseSync } from "node:sqlite";
import { controlIn, whilePaused } from "../control/asking.ts";
import type { ControlFile } from "../control/control.ts";
import { Problem, reason } from "../process/problem.ts";
import { shippedPictures } from "../runner/storage.ts";
import { dataFolderAt } from "../state/dataFolder.ts";
import type { DataFolder } from "../state/dataFolder.ts";
import { ownVersion, versionIn } from "../state/dataVersion.ts";
import { takeInventory } from "../state/inventory.ts";
import { lock } from "../state/lock.ts";
import type { Lock } from "../state/lock.ts";
import { lossesIn } from "../state/losses.ts";
import { below, copyFile, FolderCopy } from "./copying.ts";
import type { CopyFile } from "./copying.ts";
import { DATA, examineBackup, writeRecord } from "./record.ts";
import { makeFolder } from "../../cli/files/makeFolder.ts";

const PRIVATE = 0o700;
/** A starting or ending run holds the lock for some seconds without a control port. */
const REACH_MS = 100;
const REACH_TRIES = 100;

export interface MadeBackup {
  readonly folder: string;
  readonly files: number;
  readonly bytes: number;
  readonly release: string;
  /** Files that the data had lost before the copy, so the backup lacks them too. */
  readonly missing: readonly string[];
}

export interface MakingInput {
  readonly data: string;
  /** The folder of the new backup. It must not exist. */
  readonly target: string;
  readonly now: number;
  readonly copy?: CopyFile;
}

/**
 * Copies a data folder in the state of one moment, with or without a run. The copy has a temporary name until it is
 * complete and checked. A failure removes it.
 */
export async function makeBackup({ data, target, now, copy = copyFile }: MakingInput): Promise<MadeBackup> {
  const folder = dataFolderAt(data);
  const [whole, part] = [resolve(target), `${resolve(target)}.part`];
  refuse(folder, whole, part);
  try {
    makeFolder(join(part, DATA), PRIVATE);
    await bring(folder, new FolderCopy(folder.path, join(part, DATA), copy));
    const made = finish(part, now);
    renameSync(part, whole);
    return { ...made, folder: whole };
  } catch (error) {
    rmSync(part, { recursive: true, force: true });
    throw error instanceof Problem ? error : failed(error, whole);
  }
}

/** Refuses a bad target. Removes the temporary copy that a killed backup of the same name left. */
function refuse({ path, state }: DataFolder, whole: string, part: string): void {
  if (!existsSync(state)) throw new Problem(`There is no data in ${path}. Name its folder with --data.`);
  if (existsSync(whole)) throw new Problem(`${whole} already exists. Name a new folder.`);
  if (`${whole}/`.startsWith(`${path}/`))
    throw new Problem(`${whole} is inside the data folder. Name a folder outside of ${path}.`);
  if (!existsSync(dirname(whole))) throw new Problem(`The folder ${dirname(whole)} does not exist. Create it first.`);
  if (existsSync(part)) {
    if (readdirSync(part).some((name) => name !== DATA && name !== "backup.json"))
      throw new Problem(`${part} holds something else. Move it away, or name another folder.`);
    rmSync(part, { recursive: true });
  }
}

function failed(error: unknown, whole: string): Problem {
  const isFull = (error as NodeJS.ErrnoException).code === "ENOSPC";
  const why = isFull ? "the disk is full" : reason(error);
  return new Problem(
    `The backup ${basename(whole)} was not made: ${why}. Its partial copy was removed; the data was not changed.`,
    {
      cause: error,
    },
  );
}

/** Copies most files while visitors are served, and the changed rest while the workers are stopped. */
async function bring(folder: DataFolder, copy: FolderCopy): Promise<void> {
  const lock = await holderOf(folder);
  if (!("release" in lock)) {
    copy.bring();
    return whilePaused(lock, () => copy.bring());
  }
  try {
    copy.bring();
  } finally {
    lock.release();
  }
}

/** The control file of the folder's run, or the folder's lock, which keeps runs from starting. */
async function holderOf(folder: DataFolder): Promise<ControlFile | Lock> {
  for (let tries = 1; ; tries++) {
    const run = controlIn(folder);
    if (run !== undefined) return run;
    try {
      return lock(folder);
    } catch (error) {
      if (tries === REACH_TRIES) throw error;
      await setTimeout(REACH_MS);
    }
  }
}

/** Opens each database once, which merges its write-ahead log. Then writes the record and verifies the backup. */
function finish(part: string, now: number): Omit<MadeBackup, "folder"> {
  const data = join(part, DATA);
  for (const path of below(data, "").filter((name) => name.endsWith(".sqlite"))) settle(join(data, path));
  const copied = dataFolderAt(data);
  const missing = lossesIn(takeInventory(copied), shippedPictures()).map(({ what }) => what);
  const release = versionIn(copied)?.release ?? ownVersion().release;
  const { files } = writeRecord(part, { release, madeAt: new Date(now).toISOString() });
  const { faults } = examineBackup(part);
  if (faults.length > 0) throw new Error(faults[0]);
  return { release, missing, files: files.length, bytes: files.reduce((sum, one) => sum + one.bytes, 0) };
}

/** Merges a database's write-ahead log (WAL) into its file. */
function settle(path: string): void {
  const database = new DatabaseSync(path);
  try {
    database.exec("PRAGMA wal_checkpoint(TRUNCATE)");
  } finally {
    database.close();
  }
}
