import { existsSync, readdirSync, renameSync, rmSync } from "node:fs";
import { basename, dirname, join, resolve } from "node:path";
import { setTimeout } from "node:timers/promises";
import { type ControlFile, controlIn } from "../../cli/debugging/controlFile.ts";
import { whilePaused } from "../control/asking.ts";
import { Problem, reason } from "../process/problem.ts";
import { dataFolderAt, type DataFolder } from "../state/dataFolder.ts";
import { ownVersion, versionIn } from "../state/dataVersion.ts";
import { lock, type Lock } from "../state/lock.ts";
import type { DamagedFile } from "../state/soundness.ts";
import { keepFolder } from "../../cli/files/writeWhole.ts";
import { copyFile, FolderCopy, type CopyFile } from "./copying.ts";
import { keepNames } from "./keepNames.ts";
import { lackingIn, setApart, settleAll } from "./lacking.ts";
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
  /** Parts that the data had lost before the copy, so the backup lacks them, too. */
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
    keepNames(part);
    renameSync(part, whole);
    keepFolder(dirname(whole));
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
  const lock = await findHolder(folder);
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
async function findHolder(folder: DataFolder): Promise<ControlFile | Lock> {
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

/**
 * Merges the databases' write-ahead logs, writes the record and verifies the backup. Damaged databases are kept under
 * another name, and everything else as it is.
 */
function finish(part: string, now: number): Omit<MadeBackup, "folder"> {
  const data = join(part, DATA);
  const [copied, madeAt] = [dataFolderAt(data), new Date(now).toISOString()];
  const release = versionIn(copied)?.release ?? ownVersion().release;
  const recorded = (damaged: readonly DamagedFile[]): readonly string[] => {
    const lacks = lackingIn(copied, damaged);
    writeRecord(part, { release, madeAt, lacks });
    return lacks;
  };
  const unsettled = settleAll(data);
  let missing = recorded(unsettled);
  let examined = examineBackup(part);
  if (examined.damaged.length > 0) {
    for (const { path } of examined.damaged) setApart(join(data, path));
    missing = recorded([...unsettled, ...examined.damaged]);
    examined = examineBackup(part);
  }
  if (examined.faults.length > 0) throw new Error(examined.faults[0]);
  const files = examined.record?.files ?? [];
  return { release, missing, files: files.length, bytes: files.reduce((sum, one) => sum + one.bytes, 0) };
}
