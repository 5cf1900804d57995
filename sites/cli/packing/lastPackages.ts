/** The last package of a plugin's folder. This file loads no check either. */
import { resolve } from "node:path";
import { BoundedMap } from "../../../manifests/memory/boundedMap.ts";
import { Refusal } from "../../../manifests/refusals/refusal.ts";
import { sha256 } from "../files/sha256.ts";
import { type FolderFiles, packageJsonIn, readPluginFolder } from "./folderFiles.ts";
import { CHECKOUT_PACKAGES, type KeptPackage } from "./keptPackages.ts";
import type { AuthoredPlugin } from "./packing.ts";

/** The number of folders whose last package is in memory. */
const PACKED_FOLDERS_MAX = 64;

/**
 * The last package of each folder. Checks of the project's own plugins take most of the processor time of a start, and
 * one process may pack a folder many times.
 */
const LAST = new BoundedMap<string, KeptPackage>(PACKED_FOLDERS_MAX);

/** The digest of all files that decide about the package of a folder. */
export const madeFrom = (folder: string, read: FolderFiles): string =>
  sha256(JSON.stringify([read, packageJsonIn(folder)]));

/** The package that was last made of these files; undefined if there is none. */
export function lastPackage(folder: string, from: string): AuthoredPlugin | undefined {
  const path = resolve(folder);
  const last = LAST.get(path);
  if (last?.from === from) return last.plugin;
  const plugin = CHECKOUT_PACKAGES?.find(path, from);
  if (plugin) LAST.set(path, { from, plugin });
  return plugin;
}

/** Keeps a package. One with a bundle is not kept, because a bundle also has modules from other folders. */
export function keepPackage(folder: string, { from, plugin }: KeptPackage): void {
  if (plugin.bundle !== undefined || plugin.frameBundles !== undefined) return;
  const path = resolve(folder);
  LAST.set(path, { from, plugin });
  CHECKOUT_PACKAGES?.keep(path, { from, plugin });
}

/** The package of a folder in which nothing has changed. Undefined otherwise, and for a folder with a fault. */
export function unchangedPackage(folder: string): AuthoredPlugin | undefined {
  try {
    return lastPackage(folder, madeFrom(folder, readPluginFolder(folder)));
  } catch (error) {
    if (error instanceof Refusal) return undefined;
    throw error;
  }
}
