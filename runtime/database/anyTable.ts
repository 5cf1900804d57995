/**
 * Statements about any table. Its name comes from what the areas declare, or from the database itself, and no area
 * writes it down here.
 */
import { type Sql, type SqlValue, first } from "../powers/powers.ts";

type AnyRow = Readonly<Record<string, SqlValue>>;

export const quoted = (name: string): string => `"${name.replaceAll('"', '""')}"`;

const where = (condition: string): string => condition && `WHERE ${condition}`;

export const hasRows = (sql: Sql, table: string): boolean =>
  first(sql, `SELECT 1 AS found FROM ${quoted(table)} LIMIT 1`) !== undefined;

export const countRows = (sql: Sql, table: string, condition = ""): number =>
  first<{ n: number }>(sql, `SELECT count(*) AS n FROM ${quoted(table)} ${where(condition)}`)?.n ?? 0;

export const countRowsOf = (sql: Sql, table: string, site: string): number =>
  first<{ n: number }>(sql, `SELECT count(*) AS n FROM ${quoted(table)} WHERE site = ?`, site)?.n ?? 0;

/** Rows in the order of a column. Without one, the order is the database's. */
export const allRows = (sql: Sql, table: string, condition = "", order?: string): AnyRow[] =>
  sql.all(
    `SELECT * FROM ${quoted(table)} ${where(condition)} ${order === undefined ? "" : `ORDER BY ${quoted(order)}`}`,
  );

export function insertRows(sql: Sql, table: string, columns: readonly string[], rows: readonly AnyRow[]): void {
  const names = columns.map(quoted).join(", ");
  const query = `INSERT INTO ${quoted(table)} (${names}) VALUES (${columns.map(() => "?").join(", ")})`;
  for (const row of rows) sql.all(query, ...columns.map((column) => row[column] ?? null));
}

/** Deletes the rows of one site, except those of a condition. */
export function deleteRowsOf(sql: Sql, table: string, site: string, spared = ""): void {
  sql.all(`DELETE FROM ${quoted(table)} WHERE site = ? ${spared && `AND NOT (${spared})`}`, site);
}

export function dropTable(sql: Sql, table: string): void {
  sql.all(`DROP TABLE ${quoted(table)}`);
}
