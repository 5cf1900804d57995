/** A folder with the documents of a site, for people, their editors and git. */
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { dirname, join } from "node:path";
import { writeWhole } from "../files/writeWhole.ts";

/** Names are relative to the folder, with `/`. Their parts are ids and digests, so none leads out of it. */
export interface KeptFolder {
  /** Undefined for a file that is not there. */
  read(name: string): Uint8Array | undefined;
  write(name: string, content: string | Uint8Array): void;
  remove(name: string): void;
  /** The names of the files in a folder of it. */
  list(folder: string): string[];
}

export function keptFolder(root: string): KeptFolder {
  const at = (name: string): string => join(root, name);
  return {
    read: (name) => (existsSync(at(name)) ? readFileSync(at(name)) : undefined),
    write(name, content) {
      mkdirSync(dirname(at(name)), { recursive: true });
      writeWhole(at(name), content);
    },
    remove: (name) => rmSync(at(name), { force: true }),
    list: (folder) => (existsSync(at(folder)) ? readdirSync(at(folder)).toSorted() : []),
  };
}
