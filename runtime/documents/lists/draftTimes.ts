/** Pages of the draft by their times: the time in which visitors see them, and their date. */
import { FOREVER } from "../content/forever.ts";
import type { Sql } from "../../powers/powers.ts";

/** A page, and one of its times: milliseconds since the epoch, or the text of its date. */
export interface PageTime<Value = number | string> {
  readonly id: string;
  readonly value: Value;
}

/** Values from `begin` on and before `end`, as many as `limit`, the earliest first. */
interface Range<Value> {
  readonly begin: Value;
  readonly end: Value;
  readonly limit: number;
}

const SELECTED = {
  from: `SELECT id, shown_from AS value FROM documents INDEXED BY documents_visible_from
    WHERE site = ? AND until = ${FOREVER} AND deleted = 0 AND shown_from >= ? AND shown_from < ? ORDER BY shown_from, id LIMIT ?`,
  until: `SELECT id, shown_until AS value FROM documents INDEXED BY documents_visible_until
    WHERE site = ? AND until = ${FOREVER} AND deleted = 0 AND shown_until >= ? AND shown_until < ? ORDER BY shown_until, id LIMIT ?`,
  date: `SELECT id, date AS value FROM documents INDEXED BY documents_dated
    WHERE site = ? AND until = ${FOREVER} AND deleted = 0 AND date >= ? AND date < ? ORDER BY date, id LIMIT ?`,
} as const;

/** The pages that visitors see from, or until, a time of the range. */
export const visibleTimes = (
  sql: Sql,
  site: string,
  which: "from" | "until",
  { begin, end, limit }: Range<number>,
): PageTime<number>[] =>
  sql.all<PageTime<number> & Record<string, string | number>>(SELECTED[which], site, begin, end, limit);

/** The pages with a date of the range. A date is a day, or a moment in UTC, and compares as text. */
export const datedPages = (sql: Sql, site: string, { begin, end, limit }: Range<string>): PageTime<string>[] =>
  sql.all<PageTime<string> & Record<string, string>>(SELECTED.date, site, begin, end, limit);
