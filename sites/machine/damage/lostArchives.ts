/** Archives whose names a bucket's index has lost. Each file says by itself whose archive it is, and what belongs to it. */
import { closeSync, openSync, readFileSync, readSync } from "node:fs";
import { ARCHIVE_MAX_BYTES } from "../../../manifests/bounds/backups.ts";
import { type ArchiveHead, headOf, problemOfArchive, rowsOf } from "../../../runtime/backups/archive.ts";
import type { MediaRef } from "../../../runtime/backups/vault.ts";
import { mediaIn } from "../../../runtime/backups/mediaIn.ts";
import { sha256 } from "../../cli/files/sha256.ts";
import type { NewRow } from "./bucketRows.ts";
import { type FileDigests, digestsOf } from "./digests.ts";
import type { WantedObject } from "./wanted.ts";

/** A file that the index does not name. */
export interface UnnamedFile {
  readonly blob: string;
  readonly path: string;
  readonly bytes: number;
  /** When it was stored, in milliseconds since the epoch. */
  readonly at: number;
}

/** A whole archive, and what it needs beside it. */
export interface FoundArchive {
  readonly head: ArchiveHead;
  /** The rows of the archive and of its members. */
  readonly rows: readonly NewRow[];
  /** The files that it names, by the digest of their bytes. */
  readonly media: readonly (readonly [digest: string, object: WantedObject])[];
}

/** The beginning of every archive. */
const BEGIN = Buffer.from('{"format":"drawbridge.archive"');
const TYPE = "application/jsonl";
const ID_CHARS = 32;

export function isArchive(path: string): boolean {
  const [begin, file] = [Buffer.alloc(BEGIN.length), openSync(path, "r")];
  try {
    readSync(file, begin);
  } finally {
    closeSync(file);
  }
  return begin.equals(BEGIN);
}

type Digested = UnnamedFile & FileDigests;

/** Finds whole archives among files without a name, and names them anew: by their digest, as backups. */
export function findArchives(
  files: readonly UnnamedFile[],
  { bucket, sound }: Pick<Finding, "bucket" | "sound">,
): FoundArchive[] {
  const begins = files.filter(({ path, bytes }) => bytes <= ARCHIVE_MAX_BYTES && isArchive(path));
  if (begins.length === 0) return [];
  const all = new Map(files.map((file) => ({ ...file, ...digestsOf(file.path) })).map((file) => [file.sha256, file]));
  const archives = [...all.values()].filter(({ blob }) => begins.some((one) => one.blob === blob));
  return archives.flatMap((file) => readable(file, { all, bucket, sound }) ?? []);
}

interface Finding {
  readonly bucket: string;
  /** Keys of the bucket that have their bytes. */
  readonly sound: ReadonlySet<string>;
  /** The files without a name, by digest. */
  readonly all: ReadonlyMap<string, Digested>;
}

/** Undefined for an archive that is not whole. */
function readable(file: Digested, finding: Finding): FoundArchive | undefined {
  try {
    return found(file, finding);
  } catch (error) {
    if (problemOfArchive(error) === undefined) throw error;
    return undefined;
  }
}

function found(file: Digested, { bucket, sound, all }: Finding): FoundArchive | undefined {
  const bytes = readFileSync(file.path);
  const { head, length } = headOf(bytes);
  const [key, tenant] = [`${head.tenant}/backups/${file.sha256.slice(0, ID_CHARS)}`, head.tenant];
  const members = readMembers(head, bytes.subarray(length), all);
  if (members === undefined) return undefined;
  const beside = members.flatMap((member) => (member.file ? [member.file] : []));
  const files = members.flatMap(({ body }, index) => mediaIn(head, index, body));
  const isMissing = ({ digest }: MediaRef): boolean => !all.has(digest) && !sound.has(`${tenant}/media/${digest}`);
  const facts = {
    createdAt: file.at,
    createdBy: "",
    submissions: head.submissions,
    media: { files: files.length, bytes: mediaBytes(head, members), missing: files.filter(isMissing).length },
    sha256: file.sha256,
    beside: beside.reduce((sum, one) => sum + one.bytes, 0),
  };
  const row = (one: Digested, named: string): NewRow => ({ ...one, key: named, type: TYPE });
  return {
    head,
    rows: [
      { ...row(file, key), metadata: { facts: JSON.stringify(facts) } },
      ...beside.map((one) => row(one, `${key}/${one.sha256}`)),
    ],
    media: files.map(({ digest, type }) => [digest, { bucket, key: `${tenant}/media/${digest}`, type }] as const),
  };
}

interface Member {
  readonly body: Buffer;
  /** The member's own file, beside a split archive. */
  readonly file?: Digested;
}

/** The members' bytes, if all have their digests: after the first line, or in files beside. */
function readMembers({ members }: ArchiveHead, rest: Buffer, all: ReadonlyMap<string, Digested>): Member[] | undefined {
  const found: Member[] = [];
  let at = 0;
  for (const { bytes, sha256: digest } of members) {
    const inside = rest.subarray(at, at + bytes);
    const file = all.get(digest);
    if (inside.length === bytes && sha256(inside) === digest) found.push({ body: inside });
    else if (bytes <= ARCHIVE_MAX_BYTES && file?.bytes === bytes) found.push({ body: readFileSync(file.path), file });
    else return undefined;
    at += rest.length > 0 ? bytes : 0;
  }
  return at === rest.length ? found : undefined;
}

function mediaBytes(head: ArchiveHead, members: readonly Member[]): number {
  return head.members
    .map(({ name, columns }, index) => ({ index, at: name === "media_objects" ? columns.indexOf("bytes") : -1 }))
    .filter(({ at }) => at >= 0)
    .flatMap(({ index, at }) => [...rowsOf(head, index, members[index]?.body ?? Buffer.alloc(0))].map((row) => row[at]))
    .reduce<number>((sum, bytes) => sum + Number(bytes), 0);
}
