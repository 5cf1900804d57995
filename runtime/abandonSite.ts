import { columnsOf, tablesOf } from "./backups/columns.ts";
import type { Sql } from "./powers.ts";

/** Audit rows are owed to the control plane whatever becomes of the site. */
const KEPT: Readonly<Record<string, string>> = { outbox: "AND kind <> 'audit'" };

/** Removes every row of one site, from whatever table names a site. */
export function abandonSite(sql: Sql, site: string): void {
  const tables = tablesOf(sql).filter((table) => columnsOf(sql, table)?.all.includes("site"));
  sql.atomically(() => {
    for (const table of tables) sql.all(`DELETE FROM "${table}" WHERE site = ? ${KEPT[table] ?? ""}`, site);
    return null;
  });
}
