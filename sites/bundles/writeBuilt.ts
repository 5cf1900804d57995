import { renameSync, writeFileSync } from "node:fs";
import { join } from "node:path";

/** A file that a build makes. */
export interface Built {
  readonly name: string;
  readonly bytes: Uint8Array;
}

/** Writes the file under another name and renames it, because another build may be reading the old one. */
export function writeBuilt(folder: string, { name, bytes }: Built): void {
  const beside = join(folder, `.${name}.${process.pid}`);
  writeFileSync(beside, bytes);
  renameSync(beside, join(folder, name));
}
