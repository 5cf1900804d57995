import { existsSync, mkdirSync, readdirSync, renameSync, rmSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
import { Problem, reason } from "../process/problem.ts";
import { dataFolderAt } from "../state/dataFolder.ts";
import { refuseNewer } from "../state/dataVersion.ts";
import { takeInventory } from "../state/inventory.ts";
import { copyFile, type CopyFile } from "./copying.ts";
import { keepFolder } from "../../cli/files/writeWhole.ts";
import { keepNames } from "./keepNames.ts";
import { DATA, examineBackup, synced, type BackupRecord } from "./record.ts";
import { makeFolder } from "../../cli/files/makeFolder.ts";

const PRIVATE = 0o700;

export interface CopyRestoreInput {
  readonly backup: string;
  /** The folder of the restored data. It must be empty, or not exist. */
  readonly data: string;
  readonly copy?: CopyFile;
}

/** Makes a data folder from a backup, completely or not at all. The backup stays unchanged. */
export function restoreBackup({ backup, data, copy = copyFile }: CopyRestoreInput): BackupRecord {
  const [whole, part] = [resolve(data), `${resolve(data)}.part`];
  if (existsSync(whole) && readdirSync(whole).length > 0)
    throw new Problem(`${whole} is not empty. Move its content away, or name another folder with --data.`);
  const record = soundRecord(backup);
  rmSync(part, { recursive: true, force: true });
  try {
    for (const { path } of record.files) {
      mkdirSync(dirname(join(part, path)), { recursive: true, mode: PRIVATE });
      copy(join(backup, DATA, path), join(part, path));
      synced(join(part, path));
    }
    refuseNewer({ path: part }, takeInventory(dataFolderAt(part)));
    makeFolder(dirname(whole));
    keepNames(part);
    renameSync(part, whole);
    keepFolder(dirname(whole));
  } catch (error) {
    rmSync(part, { recursive: true, force: true });
    if (error instanceof Problem) throw error;
    throw new Problem(`Nothing was restored: ${reason(error)}. The partial copy was removed.`, { cause: error });
  }
  return record;
}

function soundRecord(backup: string): BackupRecord {
  const { record, faults } = examineBackup(backup);
  if (record !== undefined && faults.length === 0) return record;
  throw new Problem(`The backup ${backup} is damaged (${faults[0]}), so nothing was restored.`);
}
