import type { Sql } from "../powers/powers.ts";

/** The prefix of copies' table names; see `ArchiveCopy`. */
export const COPY_PREFIX = "archive_copy_";

/** A table's columns in order, and the columns of its primary key. */
export interface Columns {
  readonly all: readonly string[];
  readonly key: readonly string[];
}

/** Reads a table's columns; undefined for an absent table, because an earlier schema had fewer. */
export function columnsOf(sql: Sql, table: string): Columns | undefined {
  const rows = sql.all<{ name: string; pk: number }>("SELECT name, pk FROM pragma_table_info(?) ORDER BY cid", table);
  const key = rows.filter(({ pk }) => pk > 0).toSorted((one, other) => one.pk - other.pk);
  return rows.length === 0 ? undefined : { all: rows.map(({ name }) => name), key: key.map(({ name }) => name) };
}

/**
 * Lists the tables by name, to compare schema and classification. Archive copies are left out, because they are not
 * part of the schema.
 */
export const tablesOf = (sql: Sql): string[] =>
  sql
    .all<{ name: string }>(
      "SELECT name FROM sqlite_master WHERE type = 'table' AND name NOT LIKE '\\_cf\\_%' ESCAPE '\\' AND name NOT LIKE 'sqlite\\_%' ESCAPE '\\' ORDER BY name",
    )
    .flatMap(({ name }) => (name.startsWith(COPY_PREFIX) ? [] : [name]));
