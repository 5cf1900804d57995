import { ARCHIVE_HEAD_MAX_BYTES, ARCHIVE_MAX_BYTES } from "../../manifests/bounds.ts";
import { MEDIA_TYPES } from "../../manifests/mediaTypes.ts";
import type { Archive, ArchiveHead, Hash } from "./archive.ts";
import { archiveProblem, headOf, problemOf, rowsOf } from "./archive.ts";
import type { MediaRef } from "./vault.ts";

const DIGEST = /^[0-9a-f]{64}$/;
/** As `addressName` and the search for a free name make them. */
const OBJECT = /^[a-z0-9][a-z0-9-]{0,80}\.[a-z0-9]{2,4}$/;

/** The member that names files. */
const MEMBER = "media_objects";

/** The media files an archive names. They become parts of keys in storage, so they are looked at before they are. */
export function mediaIn(archive: Archive): MediaRef[] {
  const index = archive.head.members.findIndex(({ name }) => name === MEMBER);
  const columns = archive.head.members[index]?.columns ?? [];
  const [digestAt, objectAt, typeAt] = ["digest", "object", "type"].map((name) => columns.indexOf(name)) as [number, number, number];
  return index === -1 ? [] : Array.from(rowsOf(archive, index), (row, at) => {
    const [digest, object, type] = [String(row[digestAt]), String(row[objectAt]), String(row[typeAt])];
    if (!DIGEST.test(digest) || !OBJECT.test(object) || !MEDIA_TYPES.some((one) => one === type)) throw archiveProblem("media_malformed", `/members/${index}/${at}`);
    return { digest, object, type };
  });
}

/** Bytes of an archive from a place on, fewer where it ends; undefined when it is not there. */
export type ReadPart = (from: number, length: number) => Promise<Uint8Array | undefined>;

/** Digests of the files an archive names, without reading all of it. Undefined for one that cannot be read. */
export async function mediaNamed(part: ReadPart, hash: Hash): Promise<string[] | undefined> {
  try {
    const start = await part(0, ARCHIVE_HEAD_MAX_BYTES);
    return start && mediaIn(await withoutRest(headOf(start), part, hash)).map(({ digest }) => digest);
  } catch (error) {
    if (problemOf(error)) return undefined;
    throw error;
  }
}

async function withoutRest({ head, length }: { head: ArchiveHead; length: number }, part: ReadPart, hash: Hash): Promise<Archive> {
  const bodies: Uint8Array[] = [];
  let from = length;
  for (const { name, bytes, sha256 } of head.members) {
    const body = name === MEMBER ? await bodyOf(part, from, bytes) : NOTHING;
    if (name === MEMBER && (await hash(body)) !== sha256) throw archiveProblem("digest_mismatch", "/members");
    bodies.push(body);
    from += bytes;
  }
  return { head, bodies };
}

const NOTHING = new Uint8Array();

/** An archive may say of itself that it is larger than there is memory. */
async function bodyOf(part: ReadPart, from: number, bytes: number): Promise<Uint8Array> {
  if (bytes > ARCHIVE_MAX_BYTES) throw archiveProblem("too_large", "/members");
  return bytes === 0 ? NOTHING : ((await part(from, bytes)) ?? NOTHING);
}
