import { allRows, insertRows } from "../database/anyTable.ts";
import type { Schema } from "../database/schema.ts";
import type { Tables } from "../database/tables.ts";
import type { Sql } from "../powers/powers.ts";
import { columnsOf, tablesOf } from "./columns.ts";

export interface StartingParts {
  readonly powers: { readonly sql: Sql };
  readonly schema: Schema;
  readonly tables: Tables;
}

/**
 * Empties a workspace, fills it at an earlier schema version, and migrates it to the current one. Rows that their area
 * declares as surviving stay. The caller holds the transaction.
 */
export function startAgain({ powers, schema, tables }: StartingParts, version: number, fill: () => void): void {
  const { sql } = powers;
  const kept = tables.surviving.map(([table, { where, renumbered }]) => ({
    table,
    renumbered,
    rows: allRows(sql, table, where, renumbered),
  }));
  schema.startOver(sql, version, tablesOf(sql));
  fill();
  schema.migrate(sql);
  for (const { table, renumbered, rows } of kept) {
    const columns = columnsOf(sql, table)?.all ?? [];
    insertRows(
      sql,
      table,
      columns.filter((column) => column !== renumbered),
      rows,
    );
  }
}
