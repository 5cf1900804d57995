import { existsSync, mkdirSync, readFileSync, rmSync, statSync } from "node:fs";
import { join } from "node:path";
import { writeWhole } from "../../cli/files/writeWhole.ts";
import { digestOfBytes, listFiles, recordIn, type Made } from "./buildRecord.ts";
import { SharedBuilds } from "./sharedBuilds.ts";

/** One build: its settings and its function. */
export interface Build {
  /** The name of its output folder. */
  readonly name: string;
  readonly settings: unknown;
  /** Writes into an empty folder, and returns the paths of the files it read. */
  readonly make: (folder: string) => Promise<readonly string[]>;
}

const PRIVATE = 0o700;

/**
 * Caches builds between starts, because bundling takes half of a start's time. The next start repeats only builds with
 * a changed input. Inputs are compared by digest, because npm gives all files of packages the same date.
 */
export class Builds {
  readonly #folder: string;
  readonly #shared: SharedBuilds | undefined;
  /** Digests by path, because workers share most of their files. */
  readonly #digests = new Map<string, string>();

  /** `shared` is a folder in which several folders of builds find each other's; by default there is none. */
  constructor(folder: string, shared?: string) {
    this.#folder = folder;
    this.#shared = shared === undefined ? undefined : new SharedBuilds(shared);
  }

  /** Returns the folder of a build. Repeats the build if an input or an output has changed. */
  async makeFolder({ name, settings, make }: Build): Promise<string> {
    const [folder, record] = [join(this.#folder, name), join(this.#folder, `${name}.json`)];
    const wanted = digestOfBytes(JSON.stringify(settings));
    if (this.#isMade(folder, recordIn(record), wanted)) return folder;
    rmSync(record, { force: true });
    const shared = this.#fromShared(folder, name, wanted);
    const made = shared ?? (await this.#build(folder, wanted, make));
    if (made) writeWhole(record, JSON.stringify(made));
    if (made && !shared) this.#shared?.keep(folder, name, made);
    return folder;
  }

  /** Copies a current build from the shared ones. */
  #fromShared(folder: string, name: string, settings: string): Made | undefined {
    empty(folder);
    const made = this.#shared?.copyTo(folder, name, settings);
    return this.#isMade(folder, made, settings) ? made : undefined;
  }

  /** Builds into the folder. Answers the record; undefined if the build may not be used again. */
  async #build(folder: string, settings: string, make: Build["make"]): Promise<Made | undefined> {
    empty(folder);
    // Reads the file system's clock, which is coarse. Other clocks cannot be compared with its times.
    const began = statSync(folder).ctimeMs;
    const from = withPackages(await make(folder));
    // A file that changed during the build may be in it in either state, so the build is not cached.
    if (from.some((path) => statSync(path).ctimeMs >= began)) return undefined;
    return { settings, from: this.#digested(from), files: listFiles(folder) };
  }

  #isMade(folder: string, made: Made | undefined, wanted: string): boolean {
    return (
      made?.settings === wanted &&
      Object.entries(made.from).every(([path, digest]) => this.#digest(path) === digest) &&
      existsSync(folder) &&
      JSON.stringify(listFiles(folder)) === JSON.stringify(made.files)
    );
  }

  #digested(paths: readonly string[]): Record<string, string> {
    return Object.fromEntries(paths.map((path) => [path, this.#digest(path)]));
  }

  #digest(path: string): string {
    const known = this.#digests.get(path);
    if (known !== undefined) return known;
    const digest = existsSync(path) ? digestOfBytes(readFileSync(path)) : "";
    this.#digests.set(path, digest);
    return digest;
  }
}

/** Matches the folder of an npm package. Its package.json is an input as well, because it selects the files. */
const PACKAGE = /^.*[\\/]node_modules[\\/](?:@[^\\/]+[\\/])?[^\\/]+(?=[\\/])/;

const withPackages = (paths: readonly string[]): readonly string[] => {
  const packages = new Set(paths.flatMap((path) => PACKAGE.exec(path)?.[0] ?? []));
  return [...paths, ...[...packages].map((folder) => join(folder, "package.json"))].filter((path) => existsSync(path));
};

function empty(folder: string): void {
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true, mode: PRIVATE });
}
