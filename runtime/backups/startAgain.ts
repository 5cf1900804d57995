import type { Sql, SqlValue } from "../powers/powers.ts";
import type { Schema } from "../database/schema.ts";
import { columnsOf, tablesOf } from "./columns.ts";

/**
 * Tables whose rows survive: the workspace's tenant, the operator's settings, audit messages to deliver, and files to
 * remove from storage.
 */
const KEPT: Readonly<Record<string, string>> = {
  tenant: "",
  tenant_name: "",
  outbox: "WHERE kind = 'audit' ORDER BY number",
  media_uploads: "",
  media_garbage: "",
  form_leftovers: "",
  restored_media: "",
  archive_garbage: "",
  erasure: "",
  erased_public: "",
};

/**
 * Empties a workspace, fills it at an earlier schema version, and migrates it to the current one. The caller holds the
 * transaction.
 */
export function startAgain(sql: Sql, schema: Schema, version: number, fill: () => void): void {
  const kept = Object.entries(KEPT).map(([table, where]) => ({
    table,
    rows: sql.all<Record<string, SqlValue>>(`SELECT * FROM "${table}" ${where}`),
  }));
  schema.startOver(sql, version, tablesOf(sql));
  fill();
  schema.migrate(sql);
  for (const { table, rows } of kept) putBack(sql, table, rows);
}

/**
 * Inserts the surviving rows again. Messages get new numbers in their order, because a migration may have used the old
 * numbers.
 */
function putBack(sql: Sql, table: string, rows: readonly Record<string, SqlValue>[]): void {
  const columns = (columnsOf(sql, table)?.all ?? []).filter((column) => table !== "outbox" || column !== "number");
  const query = `INSERT INTO "${table}" (${columns.join(", ")}) VALUES (${columns.map(() => "?").join(", ")})`;
  for (const row of rows) sql.all(query, ...columns.map((column) => row[column] ?? null));
}
