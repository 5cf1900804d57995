/**
 * The prepared set: each worker's configuration and bundle, the migrations, and a record of them. Each set is a folder
 * of its own (a generation), and `.svc/cloudflare` links to the current one. A rename replaces the link, so an
 * interruption leaves the whole old set or the whole new one.
 */
import { randomBytes } from "node:crypto";
import {
  mkdirSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { basename, dirname, join } from "node:path";
import { Trouble } from "../../command/command.ts";
import { sha256 } from "../../files/sha256.ts";
import { textAt } from "../../files/textAt.ts";
import type { SiteDirectory } from "./siteDirectory.ts";

export interface PreparedRecord {
  readonly schemaVersion: 1;
  /** The release that prepared the set. */
  readonly release: string;
  readonly profile: string;
  /** SHA-256 of every other file in hexadecimal digits, by its path in the set. */
  readonly files: Readonly<Record<string, string>>;
}

export interface PreparedSet {
  readonly record: PreparedRecord;
  /** Undefined if the file is missing. */
  text(path: string): string | undefined;
  /** Paths of files that were edited or removed after `prepare`. */
  readonly edited: readonly string[];
}

export type PreparedFiles = ReadonlyMap<string, string | Uint8Array>;

const RECORD = "prepared.json";
const GENERATION = "cloudflare-";
const PRIVATE_FOLDER = 0o700;
const OWNER_ONLY = 0o600;
/** Age at which an unfinished generation counts as abandoned. No `prepare` takes an hour. */
const ABANDONED_MS = 3_600_000;

function recordAt(folder: string): PreparedRecord | undefined {
  const text = textAt(join(folder, RECORD));
  if (text === undefined) return undefined;
  try {
    return JSON.parse(text) as PreparedRecord;
  } catch (error) {
    throw new Trouble(`${join(folder, RECORD)} is damaged. Run svc cloudflare prepare with --force.`, {
      ok: false,
      lines: [String(error)],
      data: {},
    });
  }
}

const bytesAt = (path: string): Uint8Array | undefined =>
  statSync(path, { throwIfNoEntry: false })?.isFile() ? readFileSync(path) : undefined;

const isEdited =
  (folder: string) =>
  ([path, digest]: readonly [string, string]): boolean => {
    const bytes = bytesAt(join(folder, path));
    return bytes === undefined || sha256(bytes) !== digest;
  };

/** The current set; undefined if nothing was prepared. */
export function preparedSet({ prepared }: SiteDirectory): PreparedSet | undefined {
  const record = recordAt(prepared);
  if (!record) return undefined;
  const edited = Object.entries(record.files)
    .filter(isEdited(prepared))
    .map(([path]) => path);
  return { record, edited, text: (path) => textAt(join(prepared, path)) };
}

function write(folder: string, files: PreparedFiles): Record<string, string> {
  for (const [path, content] of files) {
    const target = join(folder, path);
    mkdirSync(dirname(target), { recursive: true, mode: PRIVATE_FOLDER });
    writeFileSync(target, content, { mode: OWNER_ONLY, flush: true });
  }
  return Object.fromEntries([...files].map(([path, content]) => [path, sha256(content)]));
}

const linked = (path: string): string | undefined => {
  try {
    return basename(readlinkSync(path));
  } catch {
    return undefined;
  }
};

/** Removes the replaced generation and abandoned ones. A generation that another `prepare` is writing stays. */
function sweep({ kept, prepared }: SiteDirectory, replaced: string | undefined, now: number): void {
  const current = linked(prepared);
  for (const name of readdirSync(kept).filter((found) => found.startsWith(GENERATION) && found !== current)) {
    const isOld = now - (statSync(join(kept, name), { throwIfNoEntry: false })?.mtimeMs ?? now) > ABANDONED_MS;
    if (name === replaced || isOld) rmSync(join(kept, name), { recursive: true, force: true });
  }
}

export interface NewSet {
  readonly release: string;
  readonly profile: string;
  readonly files: PreparedFiles;
}

/** Writes a new generation, then replaces the link. If two run at once, the last rename wins, with its whole set. */
export function keepPrepared(site: SiteDirectory, { release, profile, files }: NewSet, now: number): void {
  const name = `${GENERATION}${randomBytes(8).toString("hex")}`;
  const folder = join(site.kept, name);
  mkdirSync(folder, { mode: PRIVATE_FOLDER });
  const record: PreparedRecord = { schemaVersion: 1, release, profile, files: write(folder, files) };
  writeFileSync(join(folder, RECORD), `${JSON.stringify(record, null, 2)}\n`, { mode: OWNER_ONLY, flush: true });
  const replaced = linked(site.prepared);
  const beside = join(site.kept, `${name}.link`);
  symlinkSync(name, beside);
  renameSync(beside, site.prepared);
  sweep(site, replaced, now);
}
