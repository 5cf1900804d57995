import { REMARKS_KEPT } from "../../manifests/bounds/publishing.ts";
import { type Sql, type SqlValue, first } from "../powers/powers.ts";
import type { RemarkState } from "./views.ts";

/** The place that a remark means. `pointer` leads into the section's fields. */
export interface RemarkPlace {
  readonly page: string;
  readonly section: string | null;
  readonly pointer: string | null;
  readonly quote: string;
}

export interface RemarkRow extends RemarkPlace {
  readonly site: string;
  readonly id: string;
  readonly number: number;
  /** The share link of the guest who made it. */
  readonly link: string | null;
  readonly resolvedBy: string | null;
  /** Milliseconds since the epoch. */
  readonly resolvedAt: number | null;
}

export interface SaidWords {
  readonly by: string;
  readonly name: string | null;
  readonly at: number;
  readonly words: string;
  readonly mentions: readonly string[];
}

export interface RemarksWanted {
  readonly pages?: readonly string[] | undefined;
  readonly state?: RemarkState | undefined;
  /** The identity of a member who is mentioned. */
  readonly mentioning?: string | undefined;
  /** Only remarks that guests of this share link made. */
  readonly link?: string | undefined;
  /** Only remarks with a lower number. */
  readonly before?: number | undefined;
}

type Stored = RemarkRow & Record<string, SqlValue>;
type StoredWords = Omit<SaidWords, "mentions"> & { readonly mentions: string };

const COLUMNS =
  "site, id, number, page, section, pointer, quote, link, resolved_by AS resolvedBy, resolved_at AS resolvedAt";

const IN_STATE = {
  open: "resolved_at IS NULL",
  resolved: "resolved_at IS NOT NULL",
} as const satisfies Readonly<Record<RemarkState, string>>;

/** The remarks of all sites, with what was said. */
export class Remarks {
  readonly #sql: Sql;

  constructor(sql: Sql) {
    this.#sql = sql;
  }

  find(site: string, id: string): RemarkRow | undefined {
    return first<Stored>(this.#sql, `SELECT ${COLUMNS} FROM remarks WHERE site = ? AND id = ?`, site, id);
  }

  /** The newest first. */
  list(site: string, { pages, state, mentioning, link, before }: RemarksWanted, most: number): RemarkRow[] {
    const conditions: [string, readonly SqlValue[]][] = [["site = ?", [site]]];
    if (pages) conditions.push(["page IN (SELECT value FROM json_each(?))", [JSON.stringify(pages)]]);
    if (state) conditions.push([IN_STATE[state], []]);
    if (link !== undefined) conditions.push(["link = ?", [link]]);
    if (before !== undefined) conditions.push(["number < ?", [before]]);
    if (mentioning !== undefined)
      conditions.push([
        `id IN (SELECT remark FROM remark_words, json_each(mentions) WHERE site = ? AND value = ?)`,
        [site, mentioning],
      ]);
    const query = `SELECT ${COLUMNS} FROM remarks WHERE ${conditions.map(([sql]) => sql).join(" AND ")} ORDER BY number DESC LIMIT ?`;
    return this.#sql.all<Stored>(query, ...conditions.flatMap(([, values]) => values), most);
  }

  countOpen(site: string): number {
    const query = `SELECT count(*) AS n FROM remarks WHERE site = ? AND ${IN_STATE.open}`;
    return first<{ n: number }>(this.#sql, query, site)?.n ?? 0;
  }

  /** The number of open remarks of one actor. */
  countOpenBy(site: string, by: string): number {
    const query = `SELECT count(*) AS n FROM remarks JOIN remark_words AS first
      ON first.site = remarks.site AND first.remark = remarks.id AND first.number = 1
      WHERE remarks.site = ? AND first.said_by = ? AND ${IN_STATE.open}`;
    return first<{ n: number }>(this.#sql, query, site, by)?.n ?? 0;
  }

  /** The number of kept remarks that one actor has resolved. */
  countResolvedBy(site: string, by: string): number {
    const query = `SELECT count(*) AS n FROM remarks WHERE site = ? AND resolved_by = ? AND ${IN_STATE.resolved}`;
    return first<{ n: number }>(this.#sql, query, site, by)?.n ?? 0;
  }

  /** The number of contributions of one actor: in all remarks, and in one of them. */
  countWordsBy(site: string, by: string, remark: string): { readonly all: number; readonly inOne: number } {
    const query = `SELECT count(*) AS 'all', count(CASE WHEN remark = ? THEN 1 END) AS inOne
      FROM remark_words WHERE site = ? AND said_by = ?`;
    return first<{ all: number; inOne: number }>(this.#sql, query, remark, site, by) ?? { all: 0, inOne: 0 };
  }

  countOpenOfLink(site: string, link: string): number {
    const query = `SELECT count(*) AS n FROM remarks WHERE site = ? AND link = ? AND ${IN_STATE.open}`;
    return first<{ n: number }>(this.#sql, query, site, link)?.n ?? 0;
  }

  countOpenOfGuests(site: string): number {
    const query = `SELECT count(*) AS n FROM remarks WHERE site = ? AND link IS NOT NULL AND ${IN_STATE.open}`;
    return first<{ n: number }>(this.#sql, query, site)?.n ?? 0;
  }

  add({
    site,
    id,
    page,
    section,
    pointer,
    quote,
    link,
  }: Omit<RemarkRow, "number" | "resolvedBy" | "resolvedAt">): void {
    const latest = "SELECT coalesce(max(number), 0) AS number FROM remarks WHERE site = ?";
    this.#sql.all(
      "INSERT INTO remarks (site, id, number, page, section, pointer, quote, link) VALUES (?, ?, ?, ?, ?, ?, ?, ?)",
      site,
      id,
      (first<{ number: number }>(this.#sql, latest, site)?.number ?? 0) + 1,
      page,
      section,
      pointer,
      quote,
      link,
    );
  }

  words(site: string, remark: string): SaidWords[] {
    const query =
      "SELECT said_by AS 'by', name, at, words, mentions FROM remark_words WHERE site = ? AND remark = ? ORDER BY number";
    return this.#sql
      .all<StoredWords & Record<string, SqlValue>>(query, site, remark)
      .map(({ mentions, ...said }) => ({ ...said, mentions: JSON.parse(mentions) as string[] }));
  }

  countWords(site: string, remark: string): number {
    const query = "SELECT count(*) AS n FROM remark_words WHERE site = ? AND remark = ?";
    return first<{ n: number }>(this.#sql, query, site, remark)?.n ?? 0;
  }

  /** Adds what a person said, and answers its number in the remark. */
  say({ site, id }: Pick<RemarkRow, "site" | "id">, { by, name, at, words, mentions }: SaidWords): number {
    const number = this.countWords(site, id) + 1;
    this.#sql.all(
      "INSERT INTO remark_words (site, remark, number, said_by, name, at, words, mentions) VALUES (?, ?, ?, ?, ?, ?, ?, ?)",
      site,
      id,
      number,
      by,
      name,
      at,
      words,
      JSON.stringify(mentions),
    );
    return number;
  }

  /** Resolves a remark, or opens it again. */
  settle(
    { site, id }: Pick<RemarkRow, "site" | "id">,
    resolved: { readonly by: string; readonly at: number } | null,
  ): void {
    const update = "UPDATE remarks SET resolved_by = ?, resolved_at = ? WHERE site = ? AND id = ?";
    this.#sql.all(update, resolved?.by ?? null, resolved?.at ?? null, site, id);
  }

  /** Resolves the open remarks of pages that are gone. A page that gets the same id later is another one. */
  settleGone(
    site: string,
    isGone: (page: string) => boolean,
    resolved: { readonly by: string; readonly at: number },
  ): void {
    const pages = `SELECT DISTINCT page FROM remarks WHERE site = ? AND ${IN_STATE.open}`;
    const update = `UPDATE remarks SET resolved_by = ?, resolved_at = ? WHERE site = ? AND page = ? AND ${IN_STATE.open}`;
    for (const { page } of this.#sql.all<{ page: string }>(pages, site))
      if (isGone(page)) this.#sql.all(update, resolved.by, resolved.at, site, page);
  }

  remove(site: string, id: string): void {
    this.#sql.all("DELETE FROM remark_words WHERE site = ? AND remark = ?", site, id);
    this.#sql.all("DELETE FROM remarks WHERE site = ? AND id = ?", site, id);
  }

  /** Removes resolved remarks beyond the REMARKS_KEPT that were resolved last. */
  prune(site: string): void {
    const query = `SELECT id FROM remarks WHERE site = ? AND ${IN_STATE.resolved} ORDER BY resolved_at DESC, number DESC LIMIT -1 OFFSET ?`;
    for (const { id } of this.#sql.all<{ id: string }>(query, site, REMARKS_KEPT)) this.remove(site, id);
  }
}
