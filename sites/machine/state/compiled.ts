import { mkdirSync, statSync } from "node:fs";
import { enableCompileCache } from "node:module";
import type { DataFolder } from "./dataFolder.ts";

/** The bits of a mode that let the group and others write. */
const WRITABLE = 0o022;

/** True if nobody but the user of this process may write in the folder. Node runs what it finds there. */
function isOurs(folder: string): boolean {
  const found = statSync(folder, { throwIfNoEntry: false });
  return found?.isDirectory() === true && found.uid === process.getuid?.() && (found.mode & WRITABLE) === 0;
}

/**
 * Keeps what Node compiles of this program in a data folder that only this user may write. A folder that does not exist
 * yet gets none, because its start makes it private.
 */
export function keepCompiled({ path, compiled }: Pick<DataFolder, "path" | "compiled">): void {
  if (!isOurs(path)) return;
  mkdirSync(compiled, { recursive: true, mode: 0o700 });
  if (isOurs(compiled)) enableCompileCache(compiled);
}
