import { mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { canBuildStaticFiles } from "../../bundles/staticFiles.ts";
import { writeWhole } from "../../cli/files/writeWhole.ts";
import { digestOfBytes, recordIn, type Made } from "./buildRecord.ts";

/** A build with its outputs in base64, by name. */
interface SharedBuild {
  readonly made: Made;
  readonly outputs: Readonly<Record<string, string>>;
}

/**
 * The folder in which all data folders of a checkout share their builds, so that a new one starts in a third of the
 * time. The installed package has none: others could write to a folder outside of the data.
 */
export const CHECKOUT_BUILDS = canBuildStaticFiles()
  ? fileURLToPath(new URL("../../../.build/started", import.meta.url))
  : undefined;

/** Builds that several starts share, also at the same time: each is one file, which is replaced as a whole. */
export class SharedBuilds {
  readonly #folder: string;

  constructor(folder: string) {
    this.#folder = folder;
  }

  /** Writes a build's outputs into an empty folder. Answers its record, which the caller compares; undefined if there is none. */
  copyTo(folder: string, name: string, settings: string): Made | undefined {
    const found = recordIn<SharedBuild>(this.#path(name, settings));
    if (!found) return undefined;
    for (const [file, base64] of Object.entries(found.outputs)) writeFileSync(join(folder, file), base64, "base64");
    return found.made;
  }

  keep(folder: string, name: string, made: Made): void {
    const outputs = Object.fromEntries(
      readdirSync(folder).map((file) => [file, readFileSync(join(folder, file), "base64")]),
    );
    try {
      mkdirSync(this.#folder, { recursive: true });
      writeWhole(this.#path(name, made.settings), JSON.stringify({ made, outputs } satisfies SharedBuild));
    } catch {
      // The checkout may be read-only. The next data folder then repeats the build.
    }
  }

  /** A build names its inputs with their folders, so a copied checkout must not find those of the original. */
  #path = (name: string, settings: string): string =>
    join(this.#folder, `${name}-${digestOfBytes(`${this.#folder}\n${settings}`)}.json`);
}
