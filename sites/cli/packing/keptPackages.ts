import { createHash } from "node:crypto";
import { mkdirSync, readdirSync, readFileSync } from "node:fs";
import { isAbsolute, join, relative } from "node:path";
import { fileURLToPath } from "node:url";
import { deserialize, serialize } from "node:v8";
import { sha256 } from "../files/sha256.ts";
import { writeWhole } from "../files/writeWhole.ts";
import type { AuthoredPlugin } from "./packing.ts";

const CHECKOUT = fileURLToPath(new URL("../../../", import.meta.url));

/** Folders with all modules that decide about a package. */
export const DECIDING = ["manifests", "runtime", "sites/cli"] as const;
/** Packages of npm decide as well, in the versions that this file pins. */
const PINNED = "package-lock.json";

/** A package, with the digest of everything that it was made from. */
export interface KeptPackage {
  readonly from: string;
  readonly plugin: AuthoredPlugin;
}

/**
 * Packages of plugins in the checkout, one file each, which all processes share. Checks of the project's own plugins
 * take half of the processor time of a start. The digest of what a package was made from includes the checks.
 */
export class KeptPackages {
  readonly #root: string;
  #checks: string | undefined;

  constructor(root: string) {
    this.#root = root;
  }

  /** True for folders whose packages are kept. Temporary folders would leave files behind. */
  keeps(folder: string): boolean {
    const path = relative(this.#root, folder);
    return path !== "" && !path.startsWith("..") && !isAbsolute(path);
  }

  find(folder: string, from: string): AuthoredPlugin | undefined {
    if (!this.keeps(folder)) return undefined;
    const kept = this.#read(folder);
    return kept?.from === this.#with(from) ? kept.plugin : undefined;
  }

  keep(folder: string, { from, plugin }: KeptPackage): void {
    if (!this.keeps(folder)) return;
    try {
      mkdirSync(this.#folder, { recursive: true });
      writeWhole(this.#pathOf(folder), serialize({ from: this.#with(from), plugin } satisfies KeptPackage));
    } catch {
      // The checkout may be read-only. The next process then packs again.
    }
  }

  /** The kept package. A missing or damaged file is none. */
  #read(folder: string): KeptPackage | undefined {
    try {
      return deserialize(readFileSync(this.#pathOf(folder))) as KeptPackage;
    } catch {
      return undefined;
    }
  }

  get #folder(): string {
    return join(this.#root, ".build/packed");
  }

  #pathOf = (folder: string): string => join(this.#folder, sha256(relative(this.#root, folder)));

  #with = (from: string): string => sha256(`${from} ${(this.#checks ??= digestOfChecks(this.#root))}`);
}

/** The digest of the modules that decide about a package, and of the versions that they use. */
function digestOfChecks(root: string): string {
  const all = createHash("sha256").update(readFileSync(join(root, PINNED)));
  for (const folder of DECIDING)
    for (const name of readdirSync(join(root, folder), { recursive: true, encoding: "utf8" }).toSorted())
      if (name.endsWith(".ts")) all.update(`\0${folder}/${name}\0`).update(readFileSync(join(root, folder, name)));
  return all.digest("hex");
}

/** The packages of this checkout; undefined in the installed package, where others could write beside it. */
export const CHECKOUT_PACKAGES = import.meta.url.endsWith(".ts") ? new KeptPackages(CHECKOUT) : undefined;
