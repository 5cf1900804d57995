import { columnsOf, tablesOf } from "../backups/columns.ts";
import { deleteRowsOf } from "../database/anyTable.ts";
import type { Tables } from "../database/tables.ts";
import type { Sql } from "../powers/powers.ts";

/** Removes every row of one site, from every table that names a site. Surviving rows stay. */
export function abandonSite(sql: Sql, declared: Tables, site: string): void {
  const tables = tablesOf(sql).filter((table) => columnsOf(sql, table)?.all.includes("site"));
  const spared = new Map(declared.surviving.map(([name, { where }]) => [name, where]));
  sql.atomically(() => {
    for (const table of tables) deleteRowsOf(sql, table, site, spared.get(table));
    return null;
  });
}
