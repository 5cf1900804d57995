import { ARCHIVE_MADE_MS } from "../../manifests/bounds/backups.ts";
import { Refusal } from "../../manifests/refusals/refusal.ts";
import { type Actor, actorName } from "../area/actor.ts";
import {
  type Archive,
  type ReadArchive,
  problemIn,
  readArchive,
  readSplitArchive,
  splitLineOf,
} from "../backups/archive.ts";
import { type ArchiveParts, hashBy, requireArchiveRoom } from "../backups/making.ts";
import type { ArchivedMedia } from "../backups/mediaIn.ts";
import { eachMember, refusalFor } from "../backups/named.ts";
import type { ArchiveFacts, ArchivePiece, Vault } from "../backups/vault.ts";
import { schemaVersion } from "../database/schema.ts";

/** A returned archive, whose pieces have arrived. */
export interface ReturnInput {
  readonly tenant: string;
  readonly backup: string;
  /** The digest on the archive's receipt. */
  readonly sha256: string;
  /** True if the archive may lack files that it names. */
  readonly withoutFiles: boolean;
  readonly actor: Actor;
  readonly requestId: string;
}

/** A returned archive; `created` is false if it was there already. */
export interface ReturnedArchive {
  readonly created: boolean;
  readonly facts: ArchiveFacts;
}

const KIND = "backups";

/**
 * Takes archives back that an operator kept elsewhere, and the files that they name. Files and pieces come first, each
 * under its digest. The archive exists once it was read whole. Nothing that exists is replaced.
 */
export class ArchiveReturns {
  readonly #parts: ArchiveParts;

  constructor(parts: ArchiveParts) {
    this.#parts = parts;
  }

  /** The files of these that do not lie beside the backups. */
  async lacking(tenant: string, digests: readonly string[]): Promise<readonly string[]> {
    const kept = await this.#parts.vaultOf(tenant).keptMedia();
    return digests.filter((digest) => !kept.has(digest));
  }

  /** Stores a piece. False if it is there already. Pieces of an archive that never follows are removed after an hour. */
  async take(tenant: string, piece: ArchivePiece, body: ReadableStream<Uint8Array>): Promise<boolean> {
    const { archiveGarbage, powers, vaultOf } = this.#parts;
    const vault = vaultOf(tenant);
    if ("backup" in piece && !(await vault.find(KIND, piece.backup))) {
      archiveGarbage.add(KIND, piece.backup, powers.now() + ARCHIVE_MADE_MS);
      // A repeated piece may be on its way while the archive is made. Nothing may remove that archive later.
      if (await vault.find(KIND, piece.backup)) archiveGarbage.spare(KIND, piece.backup);
    }
    return vault.take(piece, body);
  }

  /** Makes a backup of pieces. No removal of files runs meanwhile, so a file that is there stays. */
  finish(input: ReturnInput): Promise<ReturnedArchive> {
    return this.#parts.archiveTurn.run(() => this.#finish(input));
  }

  async #finish(input: ReturnInput): Promise<ReturnedArchive> {
    const { archiveGarbage, vaultOf } = this.#parts;
    const { tenant, backup, sha256 } = input;
    const vault = vaultOf(tenant);
    const known = await vault.find(KIND, backup);
    if (known && known.sha256 !== sha256)
      throw new Refusal("CONFLICT", {
        conflict: "archive_id_taken",
        reason: "Another archive has this id.",
      });
    if (!known) await this.#make(vault, input);
    archiveGarbage.spare(KIND, backup);
    await vault.dropMember(KIND, backup, sha256);
    return { created: !known, facts: known ?? (await vault.find(KIND, backup)) ?? absent(backup) };
  }

  async #make(vault: Vault, input: ReturnInput): Promise<void> {
    const { powers } = this.#parts;
    const { backup, sha256, actor, withoutFiles } = input;
    await requireArchiveRoom(this.#parts, vault, KIND);
    const file = (await vault.member(KIND, backup, sha256)) ?? absent(sha256);
    const { head, body } = await this.#read(vault, file, input);
    const named = await filesOf({ head, body });
    const kept = await vault.keptMedia();
    const missing = named.filter(({ digest }) => !kept.has(digest));
    if (missing[0] && !withoutFiles) throw lacks(missing[0]);
    const members = head.members.map(({ bytes }) => bytes);
    const facts = {
      id: backup,
      sha256,
      bytes: isSplit(file) ? file.length + sum(members) : file.length,
      createdAt: powers.now(),
      createdBy: actorName(actor),
      submissions: head.submissions,
      media: { files: named.length, bytes: sum(named.map(({ bytes }) => bytes)), missing: missing.length },
    };
    await vault.store(KIND, facts, file);
    this.#announce(head.sites, input);
  }

  async #read(vault: Vault, file: Uint8Array, { tenant, backup, sha256 }: ReturnInput): Promise<Archive> {
    const { powers, tables } = this.#parts;
    const [expected, hash] = [{ sha256, tenant, schema: schemaVersion(powers.sql), tables }, hashBy(powers)];
    const read: ReadArchive = isSplit(file)
      ? await readSplitArchive(file, expected, hash, (member) => vault.member(KIND, backup, member.sha256))
      : await readArchive(file, expected, hash);
    if (!read.ok) throw refusalFor(read.error);
    return read.value;
  }

  /** Tells the audit of each site in the archive, also of one that is removed. */
  #announce(sites: readonly string[], { sha256, actor, requestId }: ReturnInput): void {
    const row = { actor: actorName(actor), command: "backup.return", inputDigest: sha256, requestId } as const;
    this.#parts.powers.sql.atomically(() => {
      for (const site of sites) this.#parts.outbox.audit({ ...row, site, outcome: "done" });
    });
  }
}

/** True for the head of an archive in several files. */
const isSplit = (file: Uint8Array): boolean => splitLineOf(file)?.length === file.length;

const sum = (numbers: readonly number[]): number => numbers.reduce((total, one) => total + one, 0);

function absent(id: string): never {
  throw new Refusal("NOT_FOUND", { kind: "piece", id });
}

const lacks = ({ digest }: ArchivedMedia): Refusal =>
  new Refusal("CONFLICT", {
    conflict: "archive_file_missing",
    reason: "A file that the archive names does not lie beside the backups.",
    digest,
  });

/** Reads every row of the archive. Answers the files that it names, each once. */
async function filesOf(archive: Archive): Promise<readonly ArchivedMedia[]> {
  let files: readonly ArchivedMedia[] = [];
  const problem = await problemIn(async () => {
    files = await eachMember(archive, (_, rows) => {
      for (const _row of rows);
    });
  });
  if (problem) throw refusalFor(problem);
  return [...new Map(files.map((file) => [file.digest, file])).values()];
}
