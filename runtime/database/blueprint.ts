import type { Sql } from "../powers/powers.ts";
import { hasRows } from "./anyTable.ts";

interface Made {
  readonly name: string;
  readonly type: string;
  readonly statement: string;
}

/** Lists the statements that made a database, as SQLite keeps them, in their order. The platform's own are left out. */
const madeBy = (sql: Sql): Made[] =>
  sql.all<Made>(
    `SELECT name, type, sql AS statement FROM sqlite_master
     WHERE sql IS NOT NULL AND tbl_name <> 'schema_version'
       AND name NOT LIKE '\\_cf\\_%' ESCAPE '\\' AND name NOT LIKE 'sqlite\\_%' ESCAPE '\\' ORDER BY rowid`,
  );

/**
 * The statements that make a database like this one. Undefined if a table has rows: the steps that wrote them must run
 * for each database.
 */
export function blueprintOf(sql: Sql): readonly string[] | undefined {
  const made = madeBy(sql);
  const written = made.some(({ name, type }) => type === "table" && hasRows(sql, name));
  return written ? undefined : made.map(({ statement }) => statement);
}
