/** Follows the addresses of a published site as a visitor does, and hands on each answer as a file. */
import { normalPath } from "../../../manifests/shapes/normalPath.ts";
import { Trouble } from "../command/command.ts";
import { copiedFile, withCopiedRenditions } from "./fileNames.ts";
import { referencesIn } from "./references.ts";

export interface CopiedAnswer {
  readonly status: number;
  /** The content type, in lower case. */
  readonly type: string;
  /** The content security policy. */
  readonly policy: string;
  readonly location: string | undefined;
  readonly bytes: Uint8Array;
}

export interface CopySource {
  readonly origin: string;
  readonly visit: (path: string) => Promise<CopiedAnswer>;
  /** Writes a file below the folder of the copy. */
  readonly write: (file: string, bytes: Uint8Array) => void;
  readonly tell: (done: number) => void;
  /** Most addresses. Default: COPIED_MAX_PATHS. */
  readonly maxPaths?: number;
}

/** An address that is not in the copy. `from` is the page that leads there. */
export interface MissingFile {
  readonly path: string;
  readonly why: string;
  readonly from: string | undefined;
}

export interface StaticCopy {
  readonly files: ReadonlyMap<string, string>;
  readonly bytes: number;
  readonly leftOut: readonly MissingFile[];
  /** Normal paths of pages for readers, which the site shows to nobody without an account. */
  readonly closed: ReadonlySet<string>;
}

/** Files of the copy that no page of the site may be. */
export const HOST_FILES = ["404.html", "_redirects", "_headers"] as const;

const FORBIDDEN = 403;

/** Requests at the same time. */
const AT_ONCE = 4;

/** Most addresses of one copy. A site that makes addresses without end does not fill the disk. */
const COPIED_MAX_PATHS = 200_000;

/** Addresses that a program answers. */
const PROGRAM = /^\/(?:api|_editor|cdn-cgi)(?:\/|$)/;

/** Addresses that a site may lack. Nothing is missing without them, unless a page leads there. */
const OPTIONAL = new Set(["/404", "/robots.txt", "/sitemap.xml", "/llms.txt"]);

/** Types whose text leads to further files. A calendar holds names that only look like addresses. */
const TEXT = /^(?:text\/(?!calendar)|application\/(?:[\w.+-]*xml|[\w.+-]*json|javascript))/;

export async function copySite(source: CopySource, seeds: readonly string[]): Promise<StaticCopy> {
  const copy = new Copy(source);
  await copy.follow(seeds);
  return copy;
}

class Copy implements StaticCopy {
  readonly files = new Map<string, string>();
  readonly leftOut: MissingFile[] = [];
  readonly closed = new Set<string>();
  bytes = 0;
  readonly #source: CopySource;
  readonly #seen = new Set<string>();
  /** Files and folders in lower case, because many systems do not tell `A` from `a`. Hosts read some of them. */
  readonly #taken = new Map<string, "file" | "folder">(HOST_FILES.map((name) => [name, "file"]));

  constructor(source: CopySource) {
    this.#source = source;
  }

  async follow(seeds: readonly string[]): Promise<void> {
    let wave = this.#unseen(seeds, undefined);
    while (wave.length > 0) {
      const found: (readonly [path: string, from: string | undefined])[] = [];
      const queue = wave.values();
      const lane = async (): Promise<void> => {
        for (const [path, from] of queue) found.push(...(await this.#copied(path, from)));
      };
      await Promise.all(Array.from({ length: AT_ONCE }, lane));
      wave = found;
    }
  }

  #unseen(paths: readonly string[], from: string | undefined): (readonly [string, string | undefined])[] {
    return paths.flatMap((path) => {
      if (this.#seen.has(path) || PROGRAM.test(path)) return [];
      const { maxPaths = COPIED_MAX_PATHS } = this.#source;
      if (this.#seen.size >= maxPaths) throw new Trouble(`The site has more than ${maxPaths} addresses.`);
      this.#seen.add(path);
      return [[path, from] as const];
    });
  }

  async #copied(path: string, from: string | undefined): Promise<(readonly [string, string | undefined])[]> {
    const answer = await this.#source.visit(path);
    const base = new URL(path, this.#source.origin);
    if (answer.location !== undefined) {
      const next = URL.parse(answer.location, base);
      if (next?.origin === base.origin) return this.#unseen([next.pathname], from);
      // A page that is published, and not a link: its language has a hostname of its own.
      if (from === undefined && next) this.#leaveOut(path, `visitors have it at ${next.origin}`, from);
      return [];
    }
    if (answer.status !== 200) {
      this.#refused(path, answer.status, from);
      return [];
    }
    if (!this.#keep(path, answer, from) || !TEXT.test(answer.type)) return [];
    const { paths, forms } = referencesIn(new TextDecoder().decode(answer.bytes), answer.type, base);
    for (const form of forms) this.#leaveOut(form, "a form needs a program that receives it", path);
    return this.#unseen(paths, path);
  }

  #keep(path: string, answer: CopiedAnswer, from: string | undefined): boolean {
    const names = namesOf(path, answer.type);
    const file = names.find((name) => this.#isFree(name));
    if (file === undefined || isTooLong(file)) {
      this.#leaveOut(
        path,
        file === undefined ? "the copy has another file or folder of its name" : "its name is too long for a file",
        from,
      );
      return false;
    }
    for (const folder of foldersOf(file)) this.#taken.set(folder, "folder");
    this.#taken.set(file.toLowerCase(), "file");
    const bytes = copiedBytes(answer);
    this.#source.write(file, bytes);
    this.files.set(path, file);
    this.bytes += bytes.byteLength;
    this.#source.tell(this.files.size);
    return true;
  }

  #isFree(file: string): boolean {
    return (
      file !== "" &&
      !this.#taken.has(file.toLowerCase()) &&
      foldersOf(file).every((folder) => this.#taken.get(folder) !== "file")
    );
  }

  #refused(path: string, status: number, from: string | undefined): void {
    if (status === FORBIDDEN) this.closed.add(normalPath(path));
    if (from !== undefined || !OPTIONAL.has(path)) this.#leaveOut(path, `the site answers ${status}`, from);
  }

  #leaveOut(path: string, why: string, from: string | undefined): void {
    this.leftOut.push({ path, why, from });
  }
}

/** The names that the file of a path may have, the best first. */
function namesOf(path: string, type: string): string[] {
  const name = copiedFile(path, type);
  return type.startsWith("text/html") ? [name, name.replace(/(?:\.html)?$/, "/index.html")] : [name];
}

/** Longest part of a path on common disks, in bytes. */
const NAME_MAX_BYTES = 255;

const isTooLong = (file: string): boolean => file.split("/").some((part) => Buffer.byteLength(part) > NAME_MAX_BYTES);

/** The folders of a file, in lower case. */
function foldersOf(file: string): string[] {
  const parts = file.toLowerCase().split("/").slice(0, -1);
  return parts.map((_, index) => parts.slice(0, index + 1).join("/"));
}

/** A page brings its policy along, because a host of files sends none. A browser takes no frame rules from a page. */
export function copiedBytes({ type, bytes, policy }: Pick<CopiedAnswer, "type" | "bytes" | "policy">): Uint8Array {
  if (!TEXT.test(type) || type.startsWith("application/javascript")) return bytes;
  const text = withCopiedRenditions(new TextDecoder().decode(bytes));
  return new TextEncoder().encode(type.startsWith("text/html") ? withPolicy(text, policy) : text);
}

const withPolicy = (page: string, policy: string): string => {
  const kept = policy
    .split(";")
    .map((one) => one.trim())
    .filter((one) => one !== "" && !/^(?:frame-ancestors|sandbox|report-uri)\b/.test(one));
  if (kept.length === 0) return page;
  const content = kept.join("; ").replaceAll("&", "&amp;").replaceAll('"', "&quot;");
  return page.replace(
    /<head(?:\s[^>]*)?>/i,
    (head) => `${head}<meta http-equiv="Content-Security-Policy" content="${content}">`,
  );
};
