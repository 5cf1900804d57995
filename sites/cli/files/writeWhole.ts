import { renameSync, rmSync, writeFileSync } from "node:fs";

/** Replaces the file, or the link of its name, as a whole. A reader gets the old text or the new one. */
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
