import { columnsOf, tablesOf } from "../backups/columns.ts";
import type { Sql } from "../powers/powers.ts";

/** Rows that are kept: audit rows must still be delivered to the control plane. */
const KEPT: Readonly<Record<string, string>> = { outbox: "AND kind <> 'audit'" };

/** Removes every row of one site, from every table that names a site. */
export function abandonSite(sql: Sql, site: string): void {
  const tables = tablesOf(sql).filter((table) => columnsOf(sql, table)?.all.includes("site"));
  sql.atomically(() => {
    for (const table of tables) sql.all(`DELETE FROM "${table}" WHERE site = ? ${KEPT[table] ?? ""}`, site);
    return null;
  });
}
