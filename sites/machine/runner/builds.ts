import { hash } from "node:crypto";
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync } from "node:fs";
import { join } from "node:path";
import { writeWhole } from "../../cli/files/writeWhole.ts";

/** One build: its settings and its function. */
export interface Build {
  /** The name of its output folder. */
  readonly name: string;
  readonly settings: unknown;
  /** Writes into an empty folder, and returns the paths of the files it read. */
  readonly make: (folder: string) => Promise<readonly string[]>;
}

/** The record of a build: digests of its settings, its inputs and its outputs. */
interface Made {
  readonly settings: string;
  readonly from: Readonly<Record<string, string>>;
  readonly files: Readonly<Record<string, string>>;
}

const PRIVATE = 0o700;

/**
 * Caches builds between starts, because bundling takes half of a start's time. The next start repeats only builds with
 * a changed input. Inputs are compared by digest, because npm gives all files of packages the same date.
 */
export class Builds {
  readonly #folder: string;
  /** Digests by path, because workers share most of their files. */
  readonly #digests = new Map<string, string>();

  constructor(folder: string) {
    this.#folder = folder;
  }

  /** Returns the folder of a build. Repeats the build if an input or an output has changed. */
  async makeFolder({ name, settings, make }: Build): Promise<string> {
    const [folder, record] = [join(this.#folder, name), join(this.#folder, `${name}.json`)];
    const wanted = digestOfBytes(JSON.stringify(settings));
    if (this.#isMade(folder, madeIn(record), wanted)) return folder;
    for (const old of [record, folder]) rmSync(old, { recursive: true, force: true });
    mkdirSync(folder, { recursive: true, mode: PRIVATE });
    // Reads the file system's clock, which is coarse. Other clocks cannot be compared with its times.
    const began = statSync(folder).ctimeMs;
    const from = withPackages(await make(folder));
    // A file that changed during the build may be in it in either state, so the build is not cached.
    if (from.some((path) => statSync(path).ctimeMs >= began)) return folder;
    const made: Made = { settings: wanted, from: this.#digested(from), files: listFiles(folder) };
    writeWhole(record, JSON.stringify(made));
    return folder;
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

const digestOfBytes = (bytes: string | Uint8Array): string => hash("sha256", bytes, "base64url");

const listFiles = (folder: string): Record<string, string> =>
  Object.fromEntries(
    readdirSync(folder)
      .toSorted()
      .map((name) => [name, digestOfBytes(readFileSync(join(folder, name)))]),
  );

/** Reads a record. Undefined if it is missing, or incomplete after a killed start. */
function madeIn(record: string): Made | undefined {
  try {
    return JSON.parse(readFileSync(record, "utf8")) as Made;
  } catch {
    return undefined;
  }
}
