import { ARCHIVE_HEAD_MAX_BYTES } from "../../manifests/bounds/backups.ts";
import { Refusal } from "../../manifests/refusals/refusal.ts";
import { schemaVersion } from "../database/schema.ts";
import {
  type Archive,
  type ArchiveProblem,
  type Expected,
  type ReadArchive,
  type ReadMember,
  type ArchiveRow,
  readArchive,
  readSplitArchive,
  rowsOf,
  splitLineOf,
} from "./archive.ts";
import { type ArchiveParts, hashBy } from "./making.ts";
import { type ArchivedMedia, type ArchivePlace, mediaIn } from "./mediaIn.ts";
import type { ArchiveKind, Vault } from "./vault.ts";

/** The archive that an operator names: its id and its expected digest. */
export interface NamedArchive {
  readonly tenant: string;
  /** The tenant's sites in the control plane. */
  readonly sites: readonly string[];
  readonly kind: ArchiveKind;
  readonly backup: string;
  readonly sha256: string;
}

type Parts = Pick<ArchiveParts, "powers" | "archiveGarbage" | "tables">;

export const archivePlace = (vault: Vault, kind: ArchiveKind, id: string): ArchivePlace => ({
  part: (from, length) => vault.part(kind, id, from, length),
  member: (sha256) => vault.member(kind, id, sha256),
});

/**
 * Reads a stored archive, or finds its fault. The receipt tells whether it is one file, or a head with members beside
 * it.
 */
export async function storedArchive(
  { powers, archiveGarbage, tables }: Parts,
  vault: Vault,
  kind: ArchiveKind,
  id: string,
  { sha256, tenant }: Pick<Expected, "sha256" | "tenant">,
): Promise<ReadArchive> {
  const place = archivePlace(vault, kind, id);
  const start = archiveGarbage.isDue(kind, id, powers.now()) ? undefined : await place.part(0, ARCHIVE_HEAD_MAX_BYTES);
  const [expected, hash] = [{ sha256, tenant, schema: schemaVersion(powers.sql), tables }, hashBy(powers)];
  const line = start && splitLineOf(start);
  if (line && (await hash(line)) === sha256) return readSplitArchive(line, expected, hash, memberAt(place));
  const stored = start && (await vault.read(kind, id));
  if (!stored) throw new Refusal("NOT_FOUND", { backup: id });
  return readArchive(stored.bytes, expected, hash);
}

/**
 * Reads a stored member. If the archive was downloaded as one file and uploaded again, its members follow the first
 * line.
 */
const memberAt =
  (place: ArchivePlace): ReadMember =>
  async ({ sha256, bytes }, from) =>
    (await place.member(sha256)) ?? place.part(from, bytes);

/** Reads the archive that an operator names, and checks its digest, its tenant and its sites. */
export async function namedArchive(
  parts: Parts,
  vault: Vault,
  { kind, backup, sha256, tenant, sites }: NamedArchive,
): Promise<Archive> {
  const read = await storedArchive(parts, vault, kind, backup, { sha256, tenant });
  if (!read.ok) throw refusalFor(read.error);
  const unknown = read.value.head.sites.filter((site) => !sites.includes(site));
  if (unknown.length > 0)
    throw new Refusal("CONFLICT", {
      conflict: "sites_unknown",
      reason: "The control plane has no record of these sites for this tenant.",
      sites: unknown,
    });
  return read.value;
}

/** Reads every row of every member, one member at a time, and answers the files that they name. */
export async function eachMember(
  { head, body }: Archive,
  use: (index: number, rows: Generator<ArchiveRow>) => void,
): Promise<ArchivedMedia[]> {
  const files: ArchivedMedia[] = [];
  for (const index of head.members.keys()) {
    const bytes = await body(index);
    use(index, rowsOf(head, index, bytes));
    for (const file of mediaIn(head, index, bytes)) files.push(file);
  }
  return files;
}

type Confirmed = "RESTORE" | "ERASE" | "REWIND" | "REMOVE";

/** Checks the text that an operator must type before a restore, an erasure, a rewind or a removal. */
export function requireConfirmation(verb: Confirmed, target: string, confirmation: string): void {
  if (confirmation !== `${verb} ${target}`) throw unlike("/confirmation", "another text", `${verb} ${target}`);
}

const unlike = (pointer: string, found: string, allowed: string): Refusal =>
  new Refusal("INVALID_REQUEST", { issues: [{ pointer, found, allowed }] });

export const refusalFor = ({ reason, at }: ArchiveProblem): Refusal =>
  unlike(at, reason, "the unchanged archive that this tenant's receipt names");
