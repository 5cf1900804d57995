import { existsSync, mkdirSync, statSync } from "node:fs";
import { dirname, resolve } from "node:path";

const EVERYBODY = 0o777;

/**
 * Makes a folder that a person has named, and the folders above it. Node's own recursive option never returns where a
 * file system refuses a name with ENOENT, as /proc does.
 */
export function makeFolder(path: string, mode: number = EVERYBODY): void {
  const missing: string[] = [];
  for (let at = resolve(path); !existsSync(at); at = dirname(at)) missing.unshift(at);
  for (const folder of missing) make(folder, mode);
  if (!statSync(path).isDirectory()) mkdirSync(path, { mode }); // Fails with the system's reason.
}

/** Another program may make the same folder at this moment. */
function make(folder: string, mode: number): void {
  try {
    mkdirSync(folder, { mode });
  } catch (error) {
    if (statSync(folder, { throwIfNoEntry: false })?.isDirectory() !== true) throw error;
  }
}
