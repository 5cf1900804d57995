/** A folder for data folders that one suite of a run fills and later ones copy. It goes with the run. */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

/** A variable that tells the suites of a run where the folder is. */
const FOLDER = "DRAWBRIDGE_FILLED_FOLDERS";

/** Makes the folder for the suites that this process starts. */
export function shareFilled(): void {
  const folder = mkdtempSync(join(tmpdir(), "drawbridge-filled-"));
  process.env[FOLDER] = folder;
  process.on("exit", () => rmSync(folder, { recursive: true, force: true }));
}

/** The path of what suites share by this name, whether it exists or not. Undefined for a suite that runs by itself. */
export function sharedFilled(name: string): string | undefined {
  const folder = process.env[FOLDER];
  return folder === undefined ? undefined : join(folder, name);
}
