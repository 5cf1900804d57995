import type { Sql, SqlValue } from "../powers/powers.ts";
import type { Schema } from "../database/schema.ts";
import { columnsOf, tablesOf } from "./columns.ts";

/**
 * The tables that outlive the state: the workspace's tenant, the operator's settings, messages owed to the outside, and
 * files to remove there.
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

/** Empties a workspace, fills it as it was at an earlier schema, and brings it to the present. The caller holds the transaction. */
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
 * Puts rows back. Messages get new numbers in their order, because a migration may have used the old numbers for its
 * own messages.
 */
function putBack(sql: Sql, table: string, rows: readonly Record<string, SqlValue>[]): void {
  const columns = (columnsOf(sql, table)?.all ?? []).filter((column) => table !== "outbox" || column !== "number");
  const query = `INSERT INTO "${table}" (${columns.join(", ")}) VALUES (${columns.map(() => "?").join(", ")})`;
  for (const row of rows) sql.all(query, ...columns.map((column) => row[column] ?? null));
}
