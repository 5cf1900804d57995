import { UNFINISHED_KEPT_MS } from "../../../manifests/bounds/editor.ts";
import { type Powers, first } from "../../powers/powers.ts";

/** The key of one member's unfinished work on one page. */
export interface UnfinishedRef {
  readonly site: string;
  /** Id of the member's identity. */
  readonly member: string;
  readonly page: string;
}

export interface UnfinishedEdit {
  readonly version: number;
  /** The version of the page that the work builds on. */
  readonly base: number;
  /** JSON of the operations, as they were sent. */
  readonly operations: string;
  /** Milliseconds since the epoch. */
  readonly at: number;
}

export interface ListedEdit {
  readonly page: string;
  readonly version: number;
  readonly at: number;
}

export interface Held {
  readonly pages: number;
  readonly bytes: number;
}

const HERE = "site = ? AND member = ? AND page = ?";

/**
 * Edits that members have begun and cannot save yet. They are private to the member: no draft, release or archive
 * contains them.
 */
export class UnfinishedEdits {
  readonly #powers: Powers;

  constructor(powers: Powers) {
    this.#powers = powers;
  }

  find({ site, member, page }: UnfinishedRef): UnfinishedEdit | undefined {
    return first<UnfinishedEdit>(
      this.#powers.sql,
      `SELECT version, base, operations, at FROM unfinished_edits WHERE ${HERE}`,
      site,
      member,
      page,
    );
  }

  /** Lists a member's unfinished work, the most recent first. */
  listOf(site: string, member: string): ListedEdit[] {
    return this.#powers.sql.all<ListedEdit>(
      "SELECT page, version, at FROM unfinished_edits WHERE site = ? AND member = ? ORDER BY at DESC, page",
      site,
      member,
    );
  }

  put({ site, member, page }: UnfinishedRef, { version, base, operations, at }: UnfinishedEdit, bytes: number): void {
    this.#powers.sql.all(
      `INSERT OR REPLACE INTO unfinished_edits (site, member, page, version, base, operations, bytes, at)
       VALUES (?, ?, ?, ?, ?, ?, ?, ?)`,
      site,
      member,
      page,
      version,
      base,
      operations,
      bytes,
      at,
    );
  }

  remove({ site, member, page }: UnfinishedRef): void {
    this.#powers.sql.all(`DELETE FROM unfinished_edits WHERE ${HERE}`, site, member, page);
  }

  heldBy(site: string, member: string): Held {
    return this.#held("site = ? AND member = ?", site, member);
  }

  heldAt(site: string): Held {
    return this.#held("site = ?", site);
  }

  endMember(site: string, member: string): void {
    this.#powers.sql.all("DELETE FROM unfinished_edits WHERE site = ? AND member = ?", site, member);
  }

  endPage(site: string, page: string): void {
    this.#powers.sql.all("DELETE FROM unfinished_edits WHERE site = ? AND page = ?", site, page);
  }

  /** Removes work that was not changed for UNFINISHED_KEPT_MS. */
  sweep(now: number): void {
    this.#powers.sql.all("DELETE FROM unfinished_edits WHERE at <= ?", now - UNFINISHED_KEPT_MS);
  }

  #held(where: string, ...values: readonly string[]): Held {
    const row = first<Held>(
      this.#powers.sql,
      `SELECT count(*) AS pages, ifnull(sum(bytes), 0) AS bytes FROM unfinished_edits WHERE ${where}`,
      ...values,
    );
    return row ?? { pages: 0, bytes: 0 };
  }
}
