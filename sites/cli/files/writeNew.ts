import { writeFileSync } from "node:fs";
import { dirname } from "node:path";
import { keepFolder } from "./writeWhole.ts";

/**
 * Writes a new file that only this user can read, and brings it to the disk. An existing file or symlink of that name
 * makes it fail, so nothing is lost and no link is followed.
 */
export function writeNew(path: string, content: string): void {
  writeFileSync(path, content, { mode: 0o600, flag: "wx", flush: true });
  keepFolder(dirname(path));
}
