import { hash } from "node:crypto";
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";

/** One build: what it depends on beside files, and what does it. */
export interface Build {
  /** The name of its folder. */
  readonly name: string;
  readonly settings: unknown;
  /** Fills an empty folder, and returns the paths of the files it read. */
  readonly make: (folder: string) => Promise<readonly string[]>;
}

/** The digests of everything that went into a folder, and of everything that came out. */
interface Made {
  readonly settings: string;
  readonly from: Readonly<Record<string, string>>;
  readonly files: Readonly<Record<string, string>>;
}

const PRIVATE = 0o700;

/**
 * The builds of a start. Bundling takes half of a start's time, so each is kept with the digests of what it was made
 * from. The next start makes again only what differs. Digests, because files of packages all have one date.
 */
export class Builds {
  readonly #folder: string;
  /** Workers share most of their files. */
  readonly #digests = new Map<string, string>();

  constructor(folder: string) {
    this.#folder = folder;
  }

  /** Returns the folder of a build, as an earlier start left it or made anew. */
  async folderOf({ name, settings, make }: Build): Promise<string> {
    const [folder, record] = [join(this.#folder, name), join(this.#folder, `${name}.json`)];
    const wanted = digestOfBytes(JSON.stringify(settings));
    if (this.#isMade(folder, madeIn(record), wanted)) return folder;
    for (const old of [record, folder]) rmSync(old, { recursive: true, force: true });
    mkdirSync(folder, { recursive: true, mode: PRIVATE });
    // The clock of file systems stands still for milliseconds, so only that clock says what came later.
    const began = statSync(folder).ctimeMs;
    const from = withPackages(await make(folder));
    // Nobody knows which state of a file that changed meanwhile went into the build.
    if (from.some((path) => statSync(path).ctimeMs >= began)) return folder;
    const made: Made = { settings: wanted, from: this.#digested(from), files: filesOf(folder) };
    writeFileSync(record, JSON.stringify(made));
    return folder;
  }

  #isMade(folder: string, made: Made | undefined, wanted: string): boolean {
    return (
      made?.settings === wanted &&
      Object.entries(made.from).every(([path, digest]) => this.#digest(path) === digest) &&
      existsSync(folder) &&
      JSON.stringify(filesOf(folder)) === JSON.stringify(made.files)
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

/** The folder of a package. Its package.json decides, too, which of its files are meant. */
const PACKAGE = /^.*[\\/]node_modules[\\/](?:@[^\\/]+[\\/])?[^\\/]+(?=[\\/])/;

const withPackages = (paths: readonly string[]): readonly string[] => {
  const packages = new Set(paths.flatMap((path) => PACKAGE.exec(path)?.[0] ?? []));
  return [...paths, ...[...packages].map((folder) => join(folder, "package.json"))].filter((path) => existsSync(path));
};

const digestOfBytes = (bytes: string | Uint8Array): string => hash("sha256", bytes, "base64url");

const filesOf = (folder: string): Record<string, string> =>
  Object.fromEntries(
    readdirSync(folder)
      .toSorted()
      .map((name) => [name, digestOfBytes(readFileSync(join(folder, name)))]),
  );

/** Undefined for a record that is not there or not whole: a start was killed while it wrote. */
function madeIn(record: string): Made | undefined {
  try {
    return JSON.parse(readFileSync(record, "utf8")) as Made;
  } catch {
    return undefined;
  }
}
