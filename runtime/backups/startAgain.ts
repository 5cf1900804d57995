import type { Sql, SqlValue } from "../powers.ts";
import { migrate, startOver } from "../schema.ts";
import { columnsOf, tablesOf } from "./columns.ts";

/** What outlives the state: whose workspace it is, what an operator allows, and what is owed to the outside or to be taken away from there. */
const KEPT: Readonly<Record<string, string>> = {
  tenant: "", tenant_name: "", outbox: "WHERE kind = 'audit' ORDER BY number", media_uploads: "", media_garbage: "", form_leftovers: "", restored_media: "", archive_garbage: "", erasure: "", erased_public: "",
};

/** Empties a workspace, fills it as it was at an earlier schema, and brings it to the present. The caller holds the transaction. */
export function startAgain(sql: Sql, version: number, fill: () => void): void {
  const kept = Object.entries(KEPT).map(([table, where]) => ({ table, rows: sql.all<Record<string, SqlValue>>(`SELECT * FROM "${table}" ${where}`) }));
  startOver(sql, version, tablesOf(sql));
  fill();
  migrate(sql);
  for (const { table, rows } of kept) putBack(sql, table, rows);
}

/** Messages get new numbers, in their order: a step to the present may have given theirs to messages of its own. */
function putBack(sql: Sql, table: string, rows: readonly Record<string, SqlValue>[]): void {
  const columns = (columnsOf(sql, table)?.all ?? []).filter((column) => table !== "outbox" || column !== "number");
  const query = `INSERT INTO "${table}" (${columns.join(", ")}) VALUES (${columns.map(() => "?").join(", ")})`;
  for (const row of rows) sql.all(query, ...columns.map((column) => row[column] ?? null));
}
