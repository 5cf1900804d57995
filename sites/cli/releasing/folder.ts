/** A folder as a place of packages. */
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { makeFolder } from "../files/makeFolder.ts";
import { writeWhole } from "../files/writeWhole.ts";
import { changedMeanwhile, type FoundFile, isSameFile, type PackagePlace } from "./place.ts";

export function folderAt(folder: string): PackagePlace {
  const addressOf = (name: string): string => join(folder, name);
  const read = async (name: string): Promise<FoundFile | undefined> =>
    existsSync(addressOf(name)) ? { bytes: readFileSync(addressOf(name)) } : undefined;
  return {
    addressOf,
    read,
    async write(name, bytes, before) {
      if (!isSameFile(await read(name), before)) throw changedMeanwhile(addressOf(name));
      makeFolder(folder);
      writeWhole(addressOf(name), bytes);
    },
  };
}
