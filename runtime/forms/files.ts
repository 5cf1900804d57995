import { FORM_LEFTOVER_MS, QUARANTINE_MAX_BYTES, QUARANTINE_MAX_FILES, QUARANTINE_SWEPT } from "../../manifests/bounds.ts";
import { Refusal } from "../../manifests/refusal.ts";
import type { StoredFile } from "../media/objects.ts";
import type { Powers, Sql } from "../powers.ts";
import { first } from "../powers.ts";

/** A file as it came with a submission that is on its way. */
export interface ReceivedFile extends StoredFile {
  /** Its place among the files that were sent, from 1, which stays its number. */
  readonly number: number;
  readonly field: string;
  readonly name: string;
  /** How many objects its bytes are stored in. */
  readonly parts: number;
}

/** A file of a submission. */
export interface FormFile extends ReceivedFile {
  readonly submission: number;
  readonly site: string;
  /** First part of the keys its bytes are stored under, in the quarantine. */
  readonly prefix: string;
  /** The media file that was made of it. */
  readonly media: string | null;
}

/** What is to be removed from the quarantine, and when, in milliseconds since the epoch; 0 is at once. */
export interface Leftover {
  /** Of the keys below which it lies. */
  readonly prefix: string;
  readonly bytes: number;
  readonly dueAt: number;
}

/** `held`: in the quarantine. `accepted`: among the site's media. `gone`: refused by a member, or removed before this workspace was restored. */
export type FormFileState = "held" | "accepted" | "gone";

export const stateOf = ({ parts, media }: Pick<FormFile, "parts" | "media">): FormFileState =>
  media === null ? (parts > 0 ? "held" : "gone") : "accepted";

/** Below the tenant's own part of the bucket. No address of media is of this form, so none of it is ever served to visitors. */
export const quarantineKey = (prefix: string): string => QUARANTINE + prefix;
export const QUARANTINE = "quarantine/";

const COLUMNS = "submission, number, site, field, prefix, name, type, bytes, width, height, digest, parts, media";

/**
 * Files strangers have sent with forms. Before a key is written there is a row here that says when it is to be removed; it
 * goes in the transaction that keeps the submission. Whenever a machine dies, what lies in the quarantine belongs to a
 * submission or is known to be unwanted, and all of it counts for what the quarantine may hold.
 */
export class FormFiles {
  readonly #powers: Powers;
  readonly #sql: Sql;

  constructor(powers: Powers) {
    this.#powers = powers;
    this.#sql = powers.sql;
  }

  /** Room for files of a submission that begins to arrive: as much as asked for, or none. */
  begin(wanted: number): { readonly post: string; readonly bytes: number } {
    const post = this.#powers.newId();
    const bytes = this.#hasRoom(wanted) ? wanted : 0;
    this.#sql.all("INSERT INTO form_leftovers (prefix, bytes, due_at) VALUES (?, ?, ?)", post, bytes, this.#powers.now() + FORM_LEFTOVER_MS);
    return { post, bytes };
  }

  /** False for what took too long: its files may be gone. */
  isOpen(post: string): boolean {
    const dueAt = first<{ at: number }>(this.#sql, "SELECT due_at AS at FROM form_leftovers WHERE prefix = ?", post)?.at ?? 0;
    const left = dueAt - this.#powers.now();
    return left > 0 && left <= FORM_LEFTOVER_MS;
  }

  /** Files become a submission's; the others that came with it are removed. The caller holds the transaction. */
  keep(site: string, submission: number, post: string, files: readonly ReceivedFile[], others: readonly Pick<ReceivedFile, "number" | "bytes">[]): void {
    this.#sql.all("DELETE FROM form_leftovers WHERE prefix = ?", post);
    for (const { number, bytes } of others) this.#leave(prefixOf(post, number), bytes);
    for (const { number, field, name, type, bytes, width, height, digest, parts } of files) {
      this.#sql.all(
        `INSERT INTO form_files (${COLUMNS}) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, NULL)`,
        submission, number, site, field, prefixOf(post, number), name, type, bytes, width, height, digest, parts,
      );
    }
  }

  /** Nothing of it is wanted; nothing to do for what was kept, or has ended already. */
  abandon(post: string): void {
    this.#sql.all("UPDATE form_leftovers SET due_at = 0 WHERE prefix = ?", post);
  }

  /** In the order in which they were sent. */
  of(submission: number): FormFile[] {
    return this.#sql.all<FormFile>(`SELECT ${COLUMNS} FROM form_files WHERE submission = ? ORDER BY number`, submission);
  }

  require(submission: number, number: number): FormFile {
    const found = first<FormFile>(this.#sql, `SELECT ${COLUMNS} FROM form_files WHERE submission = ? AND number = ?`, submission, number);
    if (!found) throw new Refusal("NOT_FOUND");
    return found;
  }

  /** One whose bytes are in the quarantine. */
  requireHeld(submission: number, number: number): FormFile {
    const found = this.require(submission, number);
    if (stateOf(found) !== "held") throw new Refusal("CONFLICT", { reason: "This file is not in the quarantine any more.", state: stateOf(found) });
    return found;
  }

  /** It leaves the quarantine: as the media file it has become, or for good. The caller holds the transaction. */
  release({ submission, number, prefix, bytes }: FormFile, media: string | null): void {
    this.#sql.all("UPDATE form_files SET parts = 0, media = ? WHERE submission = ? AND number = ?", media, submission, number);
    this.#leave(prefix, bytes);
  }

  /** Called when a submission is deleted; the caller holds the transaction. */
  forget(submission: number): void {
    const gone = this.#sql.all<FormFile>(`DELETE FROM form_files WHERE submission = ? RETURNING ${COLUMNS}`, submission);
    for (const { prefix, bytes, parts } of gone) if (parts > 0) this.#leave(prefix, bytes);
  }

  /** Prefixes of what is to be removed from storage; `removed` is told when it is. */
  leftovers(): string[] {
    const now = this.#powers.now();
    // Also what a clock that was set back has put off for longer than anything is.
    const query = "SELECT prefix FROM form_leftovers WHERE due_at <= ? OR due_at > ? ORDER BY due_at LIMIT ?";
    return this.#sql.all<{ prefix: string }>(query, now, now + FORM_LEFTOVER_MS, QUARANTINE_SWEPT).map(({ prefix }) => prefix);
  }

  removed(prefix: string): void {
    this.#sql.all("DELETE FROM form_leftovers WHERE prefix = ?", prefix);
  }

  nextDue(): number | undefined {
    return first<{ at: number | null }>(this.#sql, "SELECT min(due_at) AS at FROM form_leftovers")?.at ?? undefined;
  }

  /** What nobody has a copy of. */
  held(): number {
    return first<{ n: number }>(this.#sql, "SELECT count(*) AS n FROM form_files WHERE parts > 0")?.n ?? 0;
  }

  /** Before all of it is forgotten. What is still arriving is removed in its time: now, more of it could come later. The caller holds the transaction. */
  abandonAll(): void {
    for (const { prefix, bytes } of this.#sql.all<FormFile>("SELECT prefix, bytes FROM form_files WHERE parts > 0")) this.#leave(prefix, bytes);
  }

  /**
   * After this database has become what it was at another time, storage has not: files that are not there are gone, and
   * what is there and no submission's is removed. `stored` are the keys of all of it. The caller holds the transaction.
   */
  reconcile(stored: readonly string[]): void {
    const parts = Map.groupBy(stored, (key) => key.slice(0, key.lastIndexOf("/")));
    const files = this.#sql.all<FormFile>(`SELECT ${COLUMNS} FROM form_files WHERE parts > 0`);
    const missing = files.filter((file) => (parts.get(file.prefix) ?? []).length < file.parts);
    for (const { submission, number } of missing) this.#sql.all("UPDATE form_files SET parts = 0 WHERE submission = ? AND number = ?", submission, number);
    const wanted = new Set(files.filter((file) => !missing.includes(file)).map(({ prefix }) => prefix));
    for (const prefix of parts.keys()) if (!wanted.has(prefix)) this.#leave(prefix, 0);
  }

  /** All that is to be removed, or will be should it not be kept. */
  owed(): Leftover[] {
    return this.#sql.all<Leftover>("SELECT prefix, bytes, due_at AS dueAt FROM form_leftovers ORDER BY prefix");
  }

  /** Takes over what another time of this database owes, but for what is a submission's here. The caller holds the transaction. */
  owe(leftovers: readonly Leftover[]): void {
    for (const { prefix, bytes, dueAt } of leftovers) {
      this.#sql.all(
        `INSERT OR REPLACE INTO form_leftovers (prefix, bytes, due_at) SELECT ?1, ?2, ?3 WHERE NOT EXISTS (
           SELECT 1 FROM form_files WHERE parts > 0 AND substr(prefix || '/', 1, length(?1) + 1) = ?1 || '/')`,
        prefix, bytes, dueAt,
      );
    }
  }

  #leave(prefix: string, bytes: number): void {
    this.#sql.all("INSERT OR REPLACE INTO form_leftovers (prefix, bytes, due_at) VALUES (?, ?, 0)", prefix, bytes);
  }

  #hasRoom(wanted: number): boolean {
    const held = first<{ bytes: number; files: number }>(
      this.#sql,
      `SELECT coalesce(sum(bytes), 0) AS bytes, count(*) AS files FROM (
         SELECT bytes FROM form_files WHERE parts > 0 UNION ALL SELECT bytes FROM form_leftovers)`,
    ) ?? { bytes: 0, files: 0 };
    return held.bytes + wanted <= QUARANTINE_MAX_BYTES && held.files < QUARANTINE_MAX_FILES;
  }
}

const prefixOf = (post: string, number: number): string => `${post}/${number}`;
