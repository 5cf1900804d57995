import type { SqlValue } from "../powers/powers.ts";
import type { PageQuery } from "./content.ts";

/** The SQL order of each order of a query. */
export const ORDERS = {
  newest: "date DESC, path DESC",
  oldest: "date, path",
  title: "title, path",
  path: "path",
} as const;

/** Translates a query's conditions into SQL. */
export function conditions(query: PageQuery): { where: string; values: SqlValue[] } {
  const parts: { sql: string; values: SqlValue[] }[] = [];
  if (query.collection !== undefined) parts.push({ sql: "AND collection = ?", values: [query.collection] });
  // A range instead of LIKE: a path may hold `_`, and LIKE patterns are short on this platform.
  if (query.under !== undefined && query.under !== "/")
    parts.push({ sql: "AND path >= ? AND path < ?", values: [`${query.under}/`, `${query.under}0`] });
  return { where: parts.map((part) => part.sql).join(" "), values: parts.flatMap((part) => part.values) };
}
