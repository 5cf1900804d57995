import { renameSync, rmSync, writeFileSync } from "node:fs";

/**
 * Replaces a file atomically: a reader gets the old text or the new one. A symlink of that name is replaced, not
 * followed.
 */
export function writeWhole(path: string, bytes: Uint8Array): void {
  const beside = `${path}.${process.pid}.tmp`;
  try {
    writeFileSync(beside, bytes, { flag: "wx" });
    renameSync(beside, path);
  } catch (error) {
    rmSync(beside, { force: true });
    throw error;
  }
}
