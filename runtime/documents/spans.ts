/** The time in which visitors see a published page. */
import { FOREVER } from "./content/forever.ts";
import { publishedInForce } from "./lists/inForce.ts";
import { type Sql, first } from "../powers/powers.ts";

/** From `from` up to, and without, `until`, in milliseconds since the epoch. Without an end it is null. */
interface ShownTime {
  readonly from: number;
  readonly until: number | null;
}

export interface SpannedPage extends ShownTime {
  readonly id: string;
  readonly version: number;
}

export const isShownAt = ({ from, until }: ShownTime, now: number): boolean =>
  from <= now && (until === null || now < until);

const SELECTED = `SELECT id, version, shown_from AS "from", shown_until AS until FROM documents INDEXED BY documents_shown_from
  WHERE site = ?1 AND shown_from IS NOT NULL AND deleted = 0`;

/** The versions that are published at a moment and have such a time. */
export const spansAt = (sql: Sql, site: string, moment: number): SpannedPage[] =>
  sql.all<SpannedPage & Record<string, number>>(`${SELECTED} AND ${publishedInForce("documents", "?2")}`, site, moment);

/** The draft's versions that have such a time. */
export const draftSpans = (sql: Sql, site: string): SpannedPage[] =>
  sql.all<SpannedPage & Record<string, number>>(`${SELECTED} AND until = ${FOREVER}`, site);

/** Tells whether any stored version of a page has such a time. */
export const hasSpans = (sql: Sql, site: string): boolean =>
  first(
    sql,
    "SELECT 1 AS one FROM documents INDEXED BY documents_shown_from WHERE site = ? AND shown_from IS NOT NULL LIMIT 1",
    site,
  ) !== undefined;
