import type { Sql } from "../powers.ts";
import { COPY_PREFIX } from "./tables.ts";

/** The columns of a table in the order in which it was made, and those of its primary key. */
export interface Columns {
  readonly all: readonly string[];
  readonly key: readonly string[];
}

export const quoted = (name: string): string => `"${name.replaceAll('"', '""')}"`;

/** Nothing for a table that is not there: an earlier schema had fewer. */
export function columnsOf(sql: Sql, table: string): Columns | undefined {
  const rows = sql.all<{ name: string; pk: number }>("SELECT name, pk FROM pragma_table_info(?) ORDER BY cid", table);
  const key = rows.filter(({ pk }) => pk > 0).toSorted((one, other) => one.pk - other.pk);
  return rows.length === 0 ? undefined : { all: rows.map(({ name }) => name), key: key.map(({ name }) => name) };
}

/** Tables in this order, in which schema and classification are compared. Copies of them are none of the schema. */
export const tablesOf = (sql: Sql): string[] =>
  sql.all<{ name: string }>(
    "SELECT name FROM sqlite_master WHERE type = 'table' AND name NOT LIKE '\\_cf\\_%' ESCAPE '\\' AND name NOT LIKE 'sqlite\\_%' ESCAPE '\\' ORDER BY name",
  ).flatMap(({ name }) => (name.startsWith(COPY_PREFIX) ? [] : [name]));
