import type { DatabaseSync, StatementSync } from "node:sqlite";
import type { Sql, SqlValue } from "../../../runtime/powers/powers.ts";

const PAGE_BYTES = "SELECT (SELECT page_count FROM pragma_page_count) * (SELECT page_size FROM pragma_page_size) AS n";

/** A workspace's database as the kernel's code uses it, while no worker has it open. */
export function workspaceSql(database: DatabaseSync): Sql {
  let depth = 0;
  const prepared = new Map<string, StatementSync>();
  const statement = (query: string): StatementSync => {
    const made = prepared.get(query) ?? database.prepare(query);
    prepared.set(query, made);
    return made;
  };
  return {
    all: <Row extends object>(query: string, ...values: SqlValue[]) => statement(query).all(...values) as Row[],
    atomically<T>(action: () => T): T {
      if (depth > 0) return action();
      depth += 1;
      database.exec("BEGIN");
      try {
        const result = action();
        database.exec("COMMIT");
        return result;
      } catch (error) {
        database.exec("ROLLBACK");
        throw error;
      } finally {
        depth -= 1;
      }
    },
    bytes: () => Number(statement(PAGE_BYTES).get()?.["n"]),
  };
}
