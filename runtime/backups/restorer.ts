import * as z from "zod/mini";
import { Refusal } from "../../manifests/refusals/refusal.ts";
import { actorName, type Actor } from "../area/actor.ts";
import type { FormFiles } from "../submissions/files.ts";
import type { Submissions } from "../submissions/submissions.ts";
import { LongBodies } from "../documents/longBodies.ts";
import { objectKey } from "../media/keys.ts";
import type { AuditPayload } from "../commands/outbox.ts";
import type { HookRunner } from "../plugins/hooks/hookRunner.ts";
import { hasRows } from "../database/anyTable.ts";
import { type Schema, schemaVersion } from "../database/schema.ts";
import type { Tenant } from "../tenancy/tenant.ts";
import {
  type ArchiveHead,
  type ArchiveRow,
  AUDIT_COLUMNS,
  AUDIT_MEMBER,
  archiveProblem,
  problemOfArchive,
} from "./archive.ts";
import { columnsOf } from "./columns.ts";
import { copied, tablesIn } from "./copied.ts";
import type { Erasures } from "./erasures.ts";
import { type ArchiveParts, unfinished } from "./making.ts";
import { type NamedArchive, namedArchive, refusalFor, requireConfirmation } from "./named.ts";
import { startAgain } from "./startAgain.ts";
import type { MediaRef, Vault } from "./vault.ts";
import type { RestoredView } from "./views.ts";

/** The operator's restore: the archive with its digest, and the typed confirmation. */
export interface RestoreInput extends NamedArchive {
  /** Must be exactly `RESTORE <tenant>`. */
  readonly confirmation: string;
  readonly actor: Actor;
  readonly requestId: string;
}

export interface RestoreParts extends ArchiveParts {
  readonly schema: Schema;
  readonly tenant: Tenant;
  readonly erasures: Erasures;
  readonly formFiles: FormFiles;
  readonly submissions: Submissions;
  readonly hookRunner: HookRunner;
}

interface Brought {
  readonly head: ArchiveHead;
  readonly media: RestoredView["media"];
  /** Keys of the stored files in quarantine. */
  readonly quarantined: readonly string[];
  /** Ids of uploads that have stored bytes. */
  readonly uploads: readonly string[];
}

const outcome = z.enum(["done", "replayed", "refused"]);
const auditShape = z.tuple([z.string(), z.string(), z.string(), z.string(), z.string(), outcome, z.string(), z.int()]);

/**
 * Writes an archive into an empty workspace. Files come first. Then one transaction checks everything again and writes
 * the whole state. If a step fails, the workspace stays empty.
 */
export class Restorer {
  readonly #parts: RestoreParts;
  #running = false;

  constructor(parts: RestoreParts) {
    this.#parts = parts;
    this.#abandon();
  }

  async run(input: RestoreInput): Promise<RestoredView> {
    requireConfirmation("RESTORE", input.tenant, input.confirmation);
    if (this.#running)
      throw new Refusal("CONFLICT", {
        conflict: "restore_running",
        reason: "This workspace is already being restored.",
      });
    this.#requireEmpty();
    this.#running = true;
    try {
      return await this.#parts.archiveTurn.run(() => this.#restore(input));
    } catch (error) {
      throw refusalOf(error);
    } finally {
      this.#running = false;
    }
  }

  async #restore(input: RestoreInput): Promise<RestoredView> {
    try {
      const brought = await this.#bring(input);
      const rows = this.#parts.powers.sql.atomically(() => this.#write(brought, input));
      return { tenant: input.tenant, sites: brought.head.sites, rows, media: brought.media };
    } catch (error) {
      this.#abandon();
      this.#parts.archiveCopy.drop();
      throw error;
    }
  }

  async #bring(input: RestoreInput): Promise<Brought> {
    const vault = this.#parts.vaultOf(input.tenant);
    const archive = await namedArchive(this.#parts, vault, input);
    const files = await copied(this.#parts, archive);
    this.#parts.tenant.setName(input.tenant);
    return {
      head: archive.head,
      media: await this.#bringMedia(vault, files),
      quarantined: await vault.quarantined(),
      uploads: await vault.uploads(),
    };
  }

  /**
   * Copies the archive's files into place. It records each key before copying, so that the files of a failed restore
   * can be found and removed.
   */
  async #bringMedia(vault: Vault, files: readonly MediaRef[]): Promise<RestoredView["media"]> {
    const { sql } = this.#parts.powers;
    const {
      copied: copies,
      left,
      missing,
    } = await vault.bringMedia(files, (writing) =>
      sql.atomically(() => {
        for (const { digest, object } of writing)
          sql.all("INSERT OR IGNORE INTO restored_media (key) VALUES (?)", objectKey(digest, object));
      }),
    );
    if (left > 0) throw unfinished(copies, left);
    return { files: files.length, copied: copies, missing: missing.length };
  }

  /** Marks the files of an unfinished restore as garbage, because no site uses them. */
  #abandon(): void {
    const { powers, mediaObjects } = this.#parts;
    powers.sql.atomically(() => mediaObjects.throwAway(this.#takeRestored()));
  }

  /** Forgets the keys that a restore has copied, and returns them. The caller holds the transaction. */
  #takeRestored(): string[] {
    return this.#parts.powers.sql
      .all<{ key: string }>("DELETE FROM restored_media RETURNING key")
      .map(({ key }) => key);
  }

  #requireEmpty(): void {
    const { powers, tables, mediaObjects, formFiles } = this.#parts;
    if (tables.namesOf("archived", "submitted").some((name) => hasRows(powers.sql, name))) {
      throw new Refusal("CONFLICT", {
        conflict: "workspace_not_empty",
        reason: "This workspace is not empty. An archive can only be restored into an empty workspace.",
      });
    }
    // Refuses while files wait for removal: one of them could be a file that the restore has just copied.
    if (mediaObjects.isRemoving || formFiles.isRemoving)
      throw new Refusal("CONFLICT", {
        conflict: "files_being_removed",
        reason: "Earlier files are still being removed. Try again in a minute.",
      });
    this.#parts.erasures.requireFinished();
  }

  #write({ head, quarantined, uploads }: Brought, input: RestoreInput): number {
    this.#requireEmpty();
    this.#atSchemaOf(head, () => this.#insertAll(head));
    this.#requireSites(head, input.tenant);
    if (new LongBodies(this.#parts.powers.sql).areBroken()) throw archiveProblem("row_refused", "/members");
    this.#parts.hookRunner.settle();
    const rows = this.#restoreAudit(head);
    this.#announce(head, input);
    // A failed attempt with another archive may have copied files that this one lacks.
    this.#parts.mediaObjects.throwAwayUnknown(this.#takeRestored());
    this.#parts.formFiles.reconcile(quarantined);
    this.#parts.submissions.keepUnconfirmed();
    this.#parts.mediaObjects.reconcile(uploads);
    this.#parts.erasures.forget();
    this.#parts.archiveCopy.drop();
    return rows + head.members.reduce((sum, { name, rows: found }) => sum + (name === AUDIT_MEMBER ? 0 : found), 0);
  }

  /** Inserts rows into tables of their own, earlier schema, then migrates them like any workspace. */
  #atSchemaOf({ schema }: ArchiveHead, insert: () => void): void {
    const { sql } = this.#parts.powers;
    if (schema === schemaVersion(sql)) return insert();
    startAgain(this.#parts, schema, insert);
  }

  #insertAll(head: ArchiveHead): void {
    const { sql } = this.#parts.powers;
    const wanted = this.#parts.tables.namesOf(
      ...(head.submissions ? (["archived", "submitted"] as const) : (["archived"] as const)),
    );
    const names = [...wanted.filter((name) => columnsOf(sql, name)), AUDIT_MEMBER];
    if (names.join() !== tablesIn(head).join()) throw archiveProblem("members_other", "/members");
    for (const [index, { name, columns }] of head.members.entries()) this.#requireColumns(index, name, columns);
    for (const name of names)
      if (name !== AUDIT_MEMBER) this.#parts.archiveCopy.putBack(name, columnsOf(sql, name)?.all ?? []);
  }

  #requireColumns(index: number, name: string, columns: readonly string[]): void {
    const expected = name === AUDIT_MEMBER ? AUDIT_COLUMNS : (columnsOf(this.#parts.powers.sql, name)?.all ?? []);
    if (expected.join() !== columns.join()) throw archiveProblem("columns_other", `/members/${index}/columns`);
  }

  #requireSites(head: ArchiveHead, tenant: string): void {
    const rows = this.#parts.sites.all();
    if (rows.map(({ site }) => site).join() !== head.sites.join()) throw archiveProblem("other_site", "/sites");
    if (rows.some((row) => row.tenant !== tenant)) throw archiveProblem("other_tenant", "/sites");
  }

  /** Adds audit rows to the outbox. If the control plane has a row already, it keeps its own. */
  #restoreAudit(head: ArchiveHead): number {
    let rows = 0;
    for (const row of this.#parts.archiveCopy.rows(AUDIT_MEMBER)) {
      const payload = auditOf(row, head.sites);
      if (!payload) throw archiveProblem("row_malformed", `/members/${tablesIn(head).indexOf(AUDIT_MEMBER)}/${rows}`);
      this.#parts.outbox.add("audit", payload.site, payload.id, payload);
      rows += 1;
    }
    return rows;
  }

  /** Writes an audit row about the restore for each site, and queues the site's publication again. */
  #announce(head: ArchiveHead, { actor, requestId, sha256: inputDigest }: RestoreInput): void {
    const { sites, outbox } = this.#parts;
    for (const { site, release, sequence } of sites.all().filter((row) => head.sites.includes(row.site))) {
      outbox.audit({
        site,
        actor: actorName(actor),
        command: "backup.restore",
        inputDigest,
        outcome: "done",
        requestId,
      });
      if (release > 0) outbox.add("publication", site, `publication:${site}`, { site, release, sequence });
    }
  }
}

function auditOf(row: ArchiveRow, sites: readonly string[]): AuditPayload | undefined {
  const read = auditShape.safeParse(row);
  if (!read.success || !sites.includes(read.data[1])) return undefined;
  const [id, site, actor, command, inputDigest, how, requestId, at] = read.data;
  return { id, site, actor, command, inputDigest, outcome: how, requestId, at };
}

/** A row that violates the schema is a fault of the archive, because only archive rows were inserted. */
function refusalOf(error: unknown): unknown {
  const problem = problemOfArchive(error);
  if (problem) return refusalFor(problem);
  return /constraint failed|SQLITE_CONSTRAINT|cannot store|malformed JSON/i.test(String(error))
    ? refusalFor({ reason: "row_refused", at: "/members" })
    : error;
}
