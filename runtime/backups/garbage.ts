import { type Sql, first } from "../powers/powers.ts";
import type { ArchiveFacts, ArchiveKind } from "./vault.ts";

export interface DueArchive {
  readonly kind: ArchiveKind;
  readonly id: string;
}

/**
 * Archives that expire at a set time. A transaction writes the row, and the bucket is cleaned later. An archive cannot
 * be read once its row is due.
 */
export class ArchiveGarbage {
  readonly #sql: Sql;

  constructor(sql: Sql) {
    this.#sql = sql;
  }

  add(kind: ArchiveKind, id: string, dueAt: number): void {
    this.#sql.all("INSERT OR REPLACE INTO archive_garbage (kind, id, due_at) VALUES (?, ?, ?)", kind, id, dueAt);
  }

  /** Cancels an archive's removal. */
  spare(kind: ArchiveKind, id: string): void {
    this.#sql.all("DELETE FROM archive_garbage WHERE kind = ? AND id = ?", kind, id);
  }

  isDue(kind: ArchiveKind, id: string, now: number): boolean {
    return (
      first(
        this.#sql,
        "SELECT 1 AS found FROM archive_garbage WHERE kind = ? AND id = ? AND due_at <= ?",
        kind,
        id,
        now,
      ) !== undefined
    );
  }

  due(now: number): DueArchive[] {
    return this.#sql.all<DueArchive>("SELECT kind, id FROM archive_garbage WHERE due_at <= ? ORDER BY kind, id", now);
  }

  removed(archives: readonly DueArchive[]): void {
    this.#sql.atomically(() => {
      for (const { kind, id } of archives) this.spare(kind, id);
    });
  }

  without(kind: ArchiveKind, all: readonly ArchiveFacts[], now: number): ArchiveFacts[] {
    return all.filter(({ id }) => !this.isDue(kind, id, now));
  }

  nextDue(): number | undefined {
    return first<{ due: number | null }>(this.#sql, "SELECT min(due_at) AS due FROM archive_garbage")?.due ?? undefined;
  }
}
