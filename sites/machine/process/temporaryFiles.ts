/**
 * The place of SQLite's temporary files. A commit that changes more than 15 pages of a database keeps them in such a
 * file, for a rollback. No crash needs it, so a file system in memory spares the disk a third of what a publication
 * writes.
 */
import { accessSync, constants, statfsSync } from "node:fs";

const MEMORY_FOLDER = "/dev/shm";
/** Linux's number of `tmpfs`. */
const TMPFS = 0x01021994;
/** The least free space there, in bytes. A container may have 64 MB, which the index of a large database would fill. */
export const TEMPORARY_LEAST_BYTES = 1024 * 1024 * 1024;

/** The environment for workerd, whose temporary files are in memory if the system has room for them. */
export function withTemporaryFiles(
  environment: NodeJS.ProcessEnv,
  roomIn: (folder: string) => number = memoryIn,
): NodeJS.ProcessEnv {
  if (environment["SQLITE_TMPDIR"] !== undefined || roomIn(MEMORY_FOLDER) < TEMPORARY_LEAST_BYTES) return environment;
  return { ...environment, SQLITE_TMPDIR: MEMORY_FOLDER };
}

/** Free bytes of a file system in memory; 0 for any other, and for a folder that takes no files. */
function memoryIn(folder: string): number {
  try {
    accessSync(folder, constants.W_OK);
    const { type, bavail, bsize } = statfsSync(folder);
    return type === TMPFS ? bavail * bsize : 0;
  } catch {
    return 0;
  }
}
