/** An archive as one file of this machine: its first line, and every member after it. */
import { type ArchiveHead, headOf } from "../../../runtime/backups/archive.ts";
import { mediaIn } from "../../../runtime/backups/mediaIn.ts";
import { sha256 } from "../files/sha256.ts";

/** The folder beside an archive, with the files that it names under their digests. */
export const ARCHIVE_MEDIA = "media";

export interface ArchivePart {
  readonly sha256: string;
  readonly bytes: Uint8Array;
}

export interface CopiedArchive {
  readonly tenant: string;
  /** The digest on the archive's receipt. */
  readonly sha256: string;
  /** The parts in which a deployment stores the archive, the one with the receipt's digest last. */
  readonly parts: readonly ArchivePart[];
  /** Digests of the files that the archive names. */
  readonly files: readonly string[];
}

/** Reads an archive whose members all have their digests. Undefined for any other file. */
export function readCopiedArchive(bytes: Uint8Array): CopiedArchive | undefined {
  try {
    return archiveIn(bytes);
  } catch {
    return undefined;
  }
}

function archiveIn(bytes: Uint8Array): CopiedArchive | undefined {
  const { head, length } = headOf(bytes);
  const bodies = bodiesOf(head, bytes.subarray(length));
  if (!bodies) return undefined;
  const line = bytes.subarray(0, length);
  const digests = bodies.flatMap((body, index) => mediaIn(head, index, body).map(({ digest }) => digest));
  const [beside, receipt] = head.version === 1 ? [[], bytes] : [bodies, line];
  const parts = [...beside.filter((body) => body.length > 0), receipt].map(partOf);
  return { tenant: head.tenant, sha256: parts.at(-1)?.sha256 ?? "", parts, files: [...new Set(digests)] };
}

const partOf = (bytes: Uint8Array): ArchivePart => ({ sha256: sha256(bytes), bytes });

/** The members' bytes. Undefined if one has another digest, or if there are more or fewer bytes. */
function bodiesOf({ members }: ArchiveHead, rest: Uint8Array): readonly Uint8Array[] | undefined {
  let from = 0;
  const bodies = members.map(({ bytes }) => rest.subarray(from, (from += bytes)));
  const isSame = bodies.every((body, index) => sha256(body) === members[index]?.sha256);
  return isSame && from === rest.length ? bodies : undefined;
}
