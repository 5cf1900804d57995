import { DatabaseSync } from "node:sqlite";
import type { DataFolder } from "./dataFolder.ts";
import { Problem, reason } from "../process/problem.ts";

export interface Lock {
  release(): void;
}

/**
 * Allows one run for each data folder. SQLite takes a lock of the operating system, since Node has no function for it.
 * The lock always ends with its process. A stale lock cannot exist, and no stored process id can belong to another
 * program.
 */
export function lock({ lock: file, path }: DataFolder): Lock {
  const database = open(file, path);
  try {
    database.exec("BEGIN EXCLUSIVE");
  } catch (error) {
    database.close();
    throw refusal(error, file, path);
  }
  return { release: () => database.close() };
}

function open(file: string, path: string): DatabaseSync {
  try {
    return new DatabaseSync(file, { timeout: 0 });
  } catch (error) {
    throw refusal(error, file, path);
  }
}

const refusal = (error: unknown, file: string, path: string): Problem =>
  /locked/i.test(reason(error))
    ? new Problem(`Another run is using ${path}. Stop it, or choose another folder with --data.`, { cause: error })
    : new Problem(`Cannot lock ${file} (${reason(error)}). Delete that file, or choose another folder with --data.`, {
        cause: error,
      });
