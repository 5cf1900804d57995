import { Refusal } from "../../manifests/refusal.ts";
import { schemaVersion } from "../schema.ts";
import type { Archive, ArchiveProblem } from "./archive.ts";
import { problemOf, readArchive, rowsOf } from "./archive.ts";
import type { ArchiveParts } from "./making.ts";
import { hashBy } from "./making.ts";
import type { ArchiveKind, StoredArchive, Vault } from "./vault.ts";

/** What an operator says of an archive: which one, and what it has to be. */
export interface NamedArchive {
  readonly tenant: string;
  /** The sites the control plane has for this tenant. */
  readonly sites: readonly string[];
  readonly kind: ArchiveKind;
  readonly backup: string;
  readonly sha256: string;
}

type Parts = Pick<ArchiveParts, "powers" | "archiveGarbage">;

export async function storedArchive({ powers, archiveGarbage }: Parts, vault: Vault, kind: ArchiveKind, id: string): Promise<StoredArchive> {
  const stored = archiveGarbage.isDue(kind, id, powers.now()) ? undefined : await vault.read(kind, id);
  if (!stored) throw new Refusal("NOT_FOUND", { backup: id });
  return stored;
}

/** The archive an operator names, if it is that one and this tenant's, and none of its sites is unknown. */
export async function namedArchive(parts: Parts, vault: Vault, { kind, backup, sha256, tenant, sites }: NamedArchive): Promise<Archive> {
  const { powers } = parts;
  const { bytes } = await storedArchive(parts, vault, kind, backup);
  const read = await readArchive(bytes, { sha256, tenant, schema: schemaVersion(powers.sql) }, hashBy(powers));
  if (!read.ok) throw refusalFor(read.problem);
  const unknown = read.value.head.sites.filter((site) => !sites.includes(site));
  if (unknown.length > 0) throw new Refusal("CONFLICT", { reason: "The control plane has no record of these sites for this tenant.", sites: unknown });
  return read.value;
}

/** Reads every row, as a restore would. */
export function problemInRows(archive: Archive): ArchiveProblem | undefined {
  try {
    for (const index of archive.head.members.keys()) for (const _row of rowsOf(archive, index)) continue;
    return undefined;
  } catch (error) {
    const problem = problemOf(error);
    if (!problem) throw error;
    return problem;
  }
}

/** What an operator has to write, to the letter, before something is put back, emptied or taken back. */
export function requireConfirmation(verb: "RESTORE" | "ERASE" | "REWIND", tenant: string, confirmation: string): void {
  if (confirmation !== `${verb} ${tenant}`) throw unlike("/confirmation", "another text", `${verb} ${tenant}`);
}

const unlike = (pointer: string, found: string, allowed: string): Refusal => new Refusal("INVALID_REQUEST", { issues: [{ pointer, found, allowed }] });

export const refusalFor = ({ reason, at }: ArchiveProblem): Refusal => unlike(at, reason, "the archive this tenant's receipt names, as it was made");
