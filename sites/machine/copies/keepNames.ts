import { dirname, join } from "node:path";
import { keepFolder } from "../../cli/files/writeWhole.ts";
import { below } from "./copying.ts";

/** Makes the names of all files below a folder durable. Their bytes are on the disk already. */
export function keepNames(folder: string): void {
  const folders = new Set<string>([folder]);
  for (const path of below(folder, ""))
    for (let at = dirname(path); at !== "."; at = dirname(at)) folders.add(join(folder, at));
  for (const one of folders) keepFolder(one);
}
