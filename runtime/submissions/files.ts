import {
  FORM_LEFTOVER_MS,
  QUARANTINE_MAX_BYTES,
  QUARANTINE_MAX_FILES,
  QUARANTINE_SWEPT,
} from "../../manifests/bounds/forms.ts";
import { Refusal } from "../../manifests/refusals/refusal.ts";
import type { StoredFile } from "../media/objects.ts";
import { type Powers, type Sql, first } from "../powers/powers.ts";
import { fileState } from "./quarantine.ts";

/** A received file of a submission that is not stored yet. */
export interface ReceivedFile extends StoredFile {
  /** The file's position in the submission, from 1, which is its number for ever. */
  readonly number: number;
  readonly field: string;
  readonly name: string;
  /** The number of stored parts. */
  readonly parts: number;
}

export interface FormFile extends ReceivedFile {
  readonly submission: number;
  readonly site: string;
  /** The prefix of the storage keys of its parts. */
  readonly prefix: string;
  /** The id of the media file made from it. Null until a member accepts it. */
  readonly media: string | null;
}

/** Files to remove from the quarantine, when it is `dueAt` in milliseconds since the epoch. 0 means at once. */
export interface Leftover {
  /** The prefix of their storage keys. */
  readonly prefix: string;
  readonly bytes: number;
  readonly dueAt: number;
}

const COLUMNS = "submission, number, site, field, prefix, name, type, bytes, width, height, digest, parts, media";

/**
 * Stores files that visitors sent with forms. Before the site writes a key, a row with the key's removal time is stored
 * here. The transaction that stores the submission deletes this row. So after any crash, every file in quarantine
 * belongs to a submission or is marked for removal. All of them count against the quarantine's limit.
 */
export class FormFiles {
  readonly #powers: Powers;
  readonly #sql: Sql;

  constructor(powers: Powers) {
    this.#powers = powers;
    this.#sql = powers.sql;
  }

  /** Reserves space for a submission's files: all that is wanted, or none. */
  begin(wanted: number): { readonly post: string; readonly bytes: number } {
    const post = this.#powers.newId();
    const bytes = this.#hasRoom(wanted) ? wanted : 0;
    this.#sql.all(
      "INSERT INTO form_leftovers (prefix, bytes, due_at) VALUES (?, ?, ?)",
      post,
      bytes,
      this.#powers.now() + FORM_LEFTOVER_MS,
    );
    return { post, bytes };
  }

  /** Tells whether a submission may still store files. After FORM_LEFTOVER_MS its files may be gone. */
  isOpen(post: string): boolean {
    const dueAt =
      first<{ at: number }>(this.#sql, "SELECT due_at AS at FROM form_leftovers WHERE prefix = ?", post)?.at ?? 0;
    const left = dueAt - this.#powers.now();
    return left > 0 && left <= FORM_LEFTOVER_MS;
  }

  requireOpen(post: string): void {
    if (this.isOpen(post)) return;
    throw new Refusal("CONFLICT", {
      conflict: "submission_timed_out",
      reason: "The submission took too long to arrive. Send it again.",
    });
  }

  /**
   * Assigns the accepted files to a submission and marks its other files for removal. The caller holds the transaction.
   */
  keep(
    site: string,
    submission: number,
    post: string,
    files: readonly ReceivedFile[],
    others: readonly Pick<ReceivedFile, "number" | "bytes">[],
  ): void {
    this.#sql.all("DELETE FROM form_leftovers WHERE prefix = ?", post);
    for (const { number, bytes } of others) this.#leave(prefixOf(post, number), bytes);
    for (const { number, field, name, type, bytes, width, height, digest, parts } of files) {
      this.#sql.all(
        `INSERT INTO form_files (${COLUMNS}) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, NULL)`,
        submission,
        number,
        site,
        field,
        prefixOf(post, number),
        name,
        type,
        bytes,
        width,
        height,
        digest,
        parts,
      );
    }
  }

  /** Marks all files of an unfinished submission for removal. Does nothing for a stored one. */
  abandon(post: string): void {
    this.#sql.all("UPDATE form_leftovers SET due_at = 0 WHERE prefix = ?", post);
  }

  /** A submission's files, in the order in which they were sent. */
  of(submission: number): FormFile[] {
    return this.#sql.all<FormFile>(
      `SELECT ${COLUMNS} FROM form_files WHERE submission = ? ORDER BY number`,
      submission,
    );
  }

  require(submission: number, number: number): FormFile {
    const found = first<FormFile>(
      this.#sql,
      `SELECT ${COLUMNS} FROM form_files WHERE submission = ? AND number = ?`,
      submission,
      number,
    );
    if (!found) throw new Refusal("NOT_FOUND");
    return found;
  }

  /** A file that is in quarantine. Throws for any other. */
  requireHeld(submission: number, number: number): FormFile {
    const found = this.require(submission, number);
    if (fileState(found) !== "held")
      throw new Refusal("CONFLICT", {
        conflict: "file_decided",
        reason: "This file is no longer waiting for a decision.",
        state: fileState(found),
      });
    return found;
  }

  /** Releases a file from quarantine: as a media file, or to be removed. The caller holds the transaction. */
  release({ submission, number, prefix, bytes }: FormFile, media: string | null): void {
    this.#sql.all(
      "UPDATE form_files SET parts = 0, media = ? WHERE submission = ? AND number = ?",
      media,
      submission,
      number,
    );
    this.#leave(prefix, bytes);
  }

  /** Deletes the files of a submission that is being deleted. The caller holds the transaction. */
  forget(submission: number): void {
    const gone = this.#sql.all<FormFile>(
      `DELETE FROM form_files WHERE submission = ? RETURNING ${COLUMNS}`,
      submission,
    );
    for (const { prefix, bytes, parts } of gone) if (parts > 0) this.#leave(prefix, bytes);
  }

  /** Prefixes whose files are due for removal. The caller confirms each with `removed`. */
  leftovers(): string[] {
    const now = this.#powers.now();
    // A due time beyond FORM_LEFTOVER_MS comes from a clock that was set back, and counts as due.
    const query = "SELECT prefix FROM form_leftovers WHERE due_at <= ? OR due_at > ? ORDER BY due_at LIMIT ?";
    return this.#sql
      .all<{ prefix: string }>(query, now, now + FORM_LEFTOVER_MS, QUARANTINE_SWEPT)
      .map(({ prefix }) => prefix);
  }

  /** True while files wait for their removal from storage. */
  get isRemoving(): boolean {
    return first(this.#sql, "SELECT 1 AS found FROM form_leftovers LIMIT 1") !== undefined;
  }

  removed(prefix: string): void {
    this.#sql.all("DELETE FROM form_leftovers WHERE prefix = ?", prefix);
  }

  nextDue(): number | undefined {
    return first<{ at: number | null }>(this.#sql, "SELECT min(due_at) AS at FROM form_leftovers")?.at ?? undefined;
  }

  /** The number of files in quarantine, which are stored nowhere else. */
  held(): number {
    return first<{ n: number }>(this.#sql, "SELECT count(*) AS n FROM form_files WHERE parts > 0")?.n ?? 0;
  }

  /** The number of a site's files in quarantine. */
  heldOf(site: string): number {
    const query = "SELECT count(*) AS n FROM form_files WHERE parts > 0 AND site = ?";
    return first<{ n: number }>(this.#sql, query, site)?.n ?? 0;
  }

  /**
   * Marks all files for removal before their rows are deleted. Files of running uploads keep their own time, because
   * more bytes may arrive. The caller holds the transaction.
   */
  abandonAll(): void {
    for (const { prefix, bytes } of this.#sql.all<FormFile>("SELECT prefix, bytes FROM form_files WHERE parts > 0"))
      this.#leave(prefix, bytes);
  }

  /** Marks all files of a site for removal before their rows are deleted. The caller holds the transaction. */
  abandonOf(site: string): void {
    const query = "SELECT prefix, bytes FROM form_files WHERE parts > 0 AND site = ?";
    for (const { prefix, bytes } of this.#sql.all<FormFile>(query, site)) this.#leave(prefix, bytes);
  }

  /**
   * Matches rows with storage after a rewind or restore, which do not affect storage. Rows with missing files become
   * `gone`; files without a submission are removed. `stored` are all keys in storage. The caller holds the transaction.
   */
  reconcile(stored: readonly string[]): void {
    const parts = Map.groupBy(stored, (key) => key.slice(0, key.lastIndexOf("/")));
    const files = this.#sql.all<FormFile>(`SELECT ${COLUMNS} FROM form_files WHERE parts > 0`);
    const missing = files.filter((file) => (parts.get(file.prefix) ?? []).length < file.parts);
    for (const { submission, number } of missing)
      this.#sql.all("UPDATE form_files SET parts = 0 WHERE submission = ? AND number = ?", submission, number);
    const wanted = new Set(files.filter((file) => !missing.includes(file)).map(({ prefix }) => prefix));
    for (const prefix of parts.keys()) if (!wanted.has(prefix)) this.#leave(prefix, 0);
  }

  /** All files that will be removed unless a submission takes them. */
  owed(): Leftover[] {
    return this.#sql.all<Leftover>("SELECT prefix, bytes, due_at AS dueAt FROM form_leftovers ORDER BY prefix");
  }

  /**
   * Takes over the removals of the state before a rewind, except for files of submissions. The caller holds the
   * transaction.
   */
  owe(leftovers: readonly Leftover[]): void {
    for (const { prefix, bytes, dueAt } of leftovers) {
      this.#sql.all(
        `INSERT OR REPLACE INTO form_leftovers (prefix, bytes, due_at) SELECT ?1, ?2, ?3 WHERE NOT EXISTS (
           SELECT 1 FROM form_files WHERE parts > 0 AND substr(prefix || '/', 1, length(?1) + 1) = ?1 || '/')`,
        prefix,
        bytes,
        dueAt,
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
