import type { SqlValue } from "../powers/powers.ts";
import type { PageQuery } from "./content.ts";

/** The SQL order of each order of a query. */
export const ORDERS = {
  newest: "date DESC, path DESC",
  oldest: "date, path",
  title: "title, path",
  path: "path",
} as const;

/** Translates a query's filters into SQL. */
export function conditions(query: PageQuery): { where: string; values: SqlValue[] } {
  const parts: { sql: string; values: SqlValue[] }[] = [];
  if (query.collection !== undefined) parts.push({ sql: "AND collection = ?", values: [query.collection] });
  // Uses a range and not LIKE: a path may contain `_`, and the platform limits the length of LIKE patterns.
  if (query.under !== undefined && query.under !== "/")
    parts.push({ sql: "AND path >= ? AND path < ?", values: [`${query.under}/`, `${query.under}0`] });
  return { where: parts.map((part) => part.sql).join(" "), values: parts.flatMap((part) => part.values) };
}
