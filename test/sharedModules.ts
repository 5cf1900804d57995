/**
 * A folder for the modules that suites in workerd have transformed. All suites of a run share it, because most of them
 * load the same sources. It goes with the run, so that no run sees a module of another.
 */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

/** A variable that tells the suites of a run where the folder is. */
const FOLDER = "DRAWBRIDGE_SHARED_MODULES";

/** Makes the folder for the suites that this process starts. */
export function shareModules(): void {
  const folder = mkdtempSync(join(tmpdir(), "drawbridge-modules-"));
  process.env[FOLDER] = folder;
  process.on("exit", () => rmSync(folder, { recursive: true, force: true }));
}

/** The settings of vitest in a run with the folder. Empty for a suite that was started by itself. */
export function sharedModules(): { fsModuleCache?: boolean; fsModuleCachePath?: string } {
  const folder = process.env[FOLDER];
  return folder === undefined ? {} : { fsModuleCache: true, fsModuleCachePath: folder };
}
