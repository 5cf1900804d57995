import { createHash } from "node:crypto";
import { mkdirSync, readdirSync, readFileSync, statSync } from "node:fs";
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
 * take half of the processor time of a start. The digest of what a package was made from includes the checks. A process
 * whose checks have changed on disk since it began runs others than the digest says, so it neither finds nor keeps.
 */
export class KeptPackages {
  readonly #root: string;
  readonly #began: number;
  #checks: { readonly digest: string | undefined } | undefined;

  /** `began` is the time at which the process began, in milliseconds since the epoch. */
  constructor(root: string, began = performance.timeOrigin) {
    this.#root = root;
    this.#began = began;
  }

  /** True for folders whose packages are kept. Temporary folders would leave files behind. */
  keeps(folder: string): boolean {
    const path = relative(this.#root, folder);
    return path !== "" && !path.startsWith("..") && !isAbsolute(path);
  }

  find(folder: string, from: string): AuthoredPlugin | undefined {
    const made = this.#madeFrom(folder, from);
    const kept = made === undefined ? undefined : this.#read(folder);
    return kept?.from === made ? kept?.plugin : undefined;
  }

  keep(folder: string, { from, plugin }: KeptPackage): void {
    const made = this.#madeFrom(folder, from);
    if (made === undefined) return;
    try {
      mkdirSync(this.#folder, { recursive: true });
      writeWhole(this.#pathOf(folder), serialize({ from: made, plugin } satisfies KeptPackage));
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

  /** The digest of the files and the checks. Undefined for folders outside, and if nobody can name the checks. */
  #madeFrom(folder: string, from: string): string | undefined {
    if (!this.keeps(folder)) return undefined;
    const { digest } = (this.#checks ??= { digest: this.#digestOfChecks() });
    return digest === undefined ? undefined : sha256(`${from} ${digest}`);
  }

  /** The digest of the modules that decide about a package, and of the versions that they use. */
  #digestOfChecks(): string | undefined {
    try {
      const deciding = [PINNED, ...DECIDING.flatMap((folder) => this.#within(folder))];
      const all = createHash("sha256");
      for (const path of deciding)
        if (path.endsWith(".ts") || path === PINNED) {
          const bytes = readFileSync(join(this.#root, path));
          all.update(`\0${path}\0${bytes.byteLength}\0`).update(bytes);
        }
      const changed = deciding.some((path) => statSync(join(this.#root, path)).mtimeMs > this.#began);
      return changed ? undefined : all.digest("hex");
    } catch {
      return undefined;
    }
  }

  /** A folder and all in it. A folder changes when a module in it vanishes. */
  #within(folder: string): readonly string[] {
    const names = readdirSync(join(this.#root, folder), { recursive: true, encoding: "utf8" });
    return [folder, ...names.toSorted().map((name) => `${folder}/${name}`)];
  }
}

/** The packages of this checkout; undefined in the installed package, where others could write beside it. */
export const CHECKOUT_PACKAGES = import.meta.url.endsWith(".ts") ? new KeptPackages(CHECKOUT) : undefined;
