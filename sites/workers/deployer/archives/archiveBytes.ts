import { hexOf } from "../../../../manifests/bytes/hex.ts";
import { ARCHIVE_MAX_BYTES } from "../../../../manifests/bounds/backups.ts";
import { Refusal } from "../../../../manifests/refusals/refusal.ts";
import { type ArchiveHead, headOf, problemOfArchive } from "../../../../runtime/backups/archive.ts";
import { mediaNamed } from "../../../../runtime/backups/mediaIn.ts";

const sha256 = async (bytes: Uint8Array): Promise<string> =>
  hexOf(new Uint8Array(await crypto.subtle.digest("SHA-256", bytes as Uint8Array<ArrayBuffer>)));

export function requireUnderCeiling(bytes: number): void {
  if (bytes > ARCHIVE_MAX_BYTES) throw new Refusal("TOO_LARGE", { bytes, maxBytes: ARCHIVE_MAX_BYTES });
}

export async function requireDigest(bytes: Uint8Array, digest: string): Promise<void> {
  if ((await sha256(bytes)) !== digest)
    throw new Refusal("CONFLICT", { conflict: "archive_altered", reason: "The archive's bytes have another digest." });
}

const unreadable = (): Refusal =>
  new Refusal("CONFLICT", { conflict: "archive_unreadable", reason: "This is no archive that can be read whole." });

/** Reads the head of an archive in one file. Throws if it is another tenant's. */
export function headFor(bytes: Uint8Array, tenant: string): ArchiveHead {
  const head = readHead(bytes);
  if (head.tenant !== tenant)
    throw new Refusal("CONFLICT", { conflict: "archive_of_other_tenant", reason: "The archive is another tenant's." });
  return head;
}

function readHead(bytes: Uint8Array): ArchiveHead {
  try {
    const { head } = headOf(bytes);
    // An archive in several files has its rows in the others, so this one would restore nothing.
    if (head.version !== 1) throw unreadable();
    return head;
  } catch (error) {
    throw problemOfArchive(error) ? unreadable() : error;
  }
}

/** The digests of the files that an archive names, without repetition. */
export async function filesNamed(bytes: Uint8Array): Promise<readonly string[]> {
  const place = {
    part: async (from: number, length: number) => bytes.subarray(from, from + length),
    member: async () => undefined,
  };
  const digests = await mediaNamed(place, sha256);
  if (!digests) throw unreadable();
  return [...new Set(digests)];
}
