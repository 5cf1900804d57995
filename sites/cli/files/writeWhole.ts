import { closeSync, fsyncSync, openSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { dirname } from "node:path";

const EVERYBODY = 0o666;

/**
 * Replaces a file atomically and durably: a reader, a kill or a power cut gets the old text or the new one. A symlink
 * of that name is replaced, not followed. A file that another program has opened or linked never gets the new text.
 */
export function writeWhole(path: string, content: string | Uint8Array, mode: number = EVERYBODY): void {
  const beside = `${path}.${process.pid}.tmp`;
  // In a container each run has the same process id, so a killed one may have left this file.
  rmSync(beside, { force: true });
  try {
    writeFileSync(beside, content, { flag: "wx", flush: true, mode });
    renameSync(beside, path);
  } catch (error) {
    rmSync(beside, { force: true });
    throw error;
  }
  keepFolder(dirname(path));
}

/** Makes the names in a folder durable. Some systems cannot open one; they keep renames in order by themselves. */
export function keepFolder(folder: string): void {
  let opened: number | undefined;
  try {
    opened = openSync(folder, "r");
    fsyncSync(opened);
  } catch {
    // The new file is complete; only its name may be lost with the power.
  } finally {
    if (opened !== undefined) closeSync(opened);
  }
}
