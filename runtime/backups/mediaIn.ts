import { ARCHIVE_HEAD_MAX_BYTES, ARCHIVE_MAX_BYTES } from "../../manifests/bounds/backups.ts";
import { MEDIA_TYPES } from "../../manifests/shapes/mediaTypes.ts";
import {
  type ArchiveHead,
  type ArchiveMember,
  type Hash,
  archiveProblem,
  headOf,
  problemOfArchive,
  rowsOf,
} from "./archive.ts";
import type { MediaRef } from "./vault.ts";

const DIGEST = /^[0-9a-f]{64}$/;
/** The names that `addressName` and the search for a free name produce, and the place of files for readers. */
const OBJECT = /^(?:readers\/kept\/)?[a-z0-9][a-z0-9-]{0,80}\.[a-z0-9]{2,4}$/;

/** The member that names files. */
const MEMBER = "media_objects";

/** A media file as an archive names it. */
export interface ArchivedMedia extends MediaRef {
  readonly bytes: number;
}

/**
 * Reads the media files that a member's rows name; none for other members. It checks the values, because they become
 * parts of storage keys.
 */
export function mediaIn(head: ArchiveHead, index: number, body: Uint8Array): ArchivedMedia[] {
  const { name = "", columns = [] } = head.members[index] ?? {};
  const [digestAt, objectAt, typeAt, bytesAt] = ["digest", "object", "type", "bytes"].map((column) =>
    columns.indexOf(column),
  ) as [number, number, number, number];
  return name !== MEMBER
    ? []
    : Array.from(rowsOf(head, index, body), (row, at) => {
        const [digest, object, type] = [String(row[digestAt]), String(row[objectAt]), String(row[typeAt])];
        if (!DIGEST.test(digest) || !OBJECT.test(object) || !MEDIA_TYPES.some((one) => one === type))
          throw archiveProblem("media_malformed", `/members/${index}/${at}`);
        return { digest, object, type, bytes: Number(row[bytesAt]) };
      });
}

/** Reads bytes of a stored archive, fewer at its end. Undefined if the archive does not exist. */
export interface ArchivePlace {
  part(from: number, length: number): Promise<Uint8Array | undefined>;
  member(sha256: string): Promise<Uint8Array | undefined>;
}

/**
 * Lists digests of the files that an archive names, without reading the whole archive. Undefined for an unreadable
 * archive.
 */
export async function mediaNamed(place: ArchivePlace, hash: Hash): Promise<string[] | undefined> {
  try {
    const start = await place.part(0, ARCHIVE_HEAD_MAX_BYTES);
    return start && (await mediaAfter(headOf(start), place, hash));
  } catch (error) {
    if (problemOfArchive(error)) return undefined;
    throw error;
  }
}

async function mediaAfter(
  { head, length }: { head: ArchiveHead; length: number },
  place: ArchivePlace,
  hash: Hash,
): Promise<string[]> {
  const digests: string[] = [];
  let from = length;
  for (const [index, { name, bytes, sha256 }] of head.members.entries()) {
    const body = name === MEMBER ? await readBody(place, from, head.members[index]) : NOTHING;
    if (name === MEMBER && (await hash(body)) !== sha256) throw archiveProblem("digest_mismatch", "/members");
    digests.push(...mediaIn(head, index, body).map(({ digest }) => digest));
    from += bytes;
  }
  return digests;
}

const NOTHING = new Uint8Array();

/** Reads a member's bytes. Checks the claimed size first, because an archive could claim more than memory holds. */
async function readBody(place: ArchivePlace, from: number, member?: ArchiveMember): Promise<Uint8Array> {
  const { bytes, sha256 } = member ?? { bytes: 0, sha256: "" };
  if (bytes > ARCHIVE_MAX_BYTES) throw archiveProblem("too_large", "/members");
  return bytes === 0 ? NOTHING : ((await place.member(sha256)) ?? (await place.part(from, bytes)) ?? NOTHING);
}
