import { type Sql, first } from "../powers/powers.ts";
import { dropTable } from "./anyTable.ts";
import { blueprintOf } from "./blueprint.ts";
import type { AreaTables } from "./tables.ts";

/** The schema of a workspace as ordered steps. A step contains the statements of all areas, the lowest area first. */
export class Schema {
  readonly #steps: readonly (readonly string[])[];
  /** The finished schema, once a database has gone through all steps: SQLite reads the whole schema again at each change. */
  #blueprint: readonly string[] | undefined;

  constructor(areas: readonly AreaTables[]) {
    const last = Math.max(...areas.flatMap(({ steps }) => Object.keys(steps).map(Number)));
    this.#steps = Array.from({ length: last }, (_, at) => areas.flatMap(({ steps }) => steps[at + 1] ?? []));
  }

  /**
   * Migrates a database of any earlier version, or an empty one, to the current schema. Each step is a transaction. For
   * an empty database all steps are one transaction, because each commit waits for the disk.
   */
  migrate(sql: Sql): void {
    sql.all("CREATE TABLE IF NOT EXISTS schema_version (version INTEGER NOT NULL) STRICT");
    const before = schemaVersion(sql);
    if (before === 0) sql.atomically(() => this.#make(sql));
    else this.#applyAfter(sql, before);
  }

  /** Creates an empty database at an earlier version. `migrate` later brings its rows to the current one. */
  startOver(sql: Sql, version: number, tables: readonly string[]): void {
    for (const table of tables) dropTable(sql, table);
    sql.all("CREATE TABLE schema_version (version INTEGER NOT NULL) STRICT");
    for (let step = 0; step < version; step++) this.#apply(sql, step);
  }

  #make(sql: Sql): void {
    if (this.#blueprint === undefined) {
      this.#applyAfter(sql, 0);
      this.#blueprint = blueprintOf(sql);
      return;
    }
    for (const statement of this.#blueprint) sql.all(statement);
    for (let version = 1; version <= this.#steps.length; version++) recordStep(sql, version);
  }

  #applyAfter(sql: Sql, before: number): void {
    for (let version = before; version < this.#steps.length; version++) this.#apply(sql, version);
  }

  #apply(sql: Sql, version: number): void {
    sql.atomically(() => {
      for (const statement of this.#steps[version] ?? []) sql.all(statement);
      recordStep(sql, version + 1);
    });
  }
}

function recordStep(sql: Sql, version: number): void {
  sql.all("INSERT INTO schema_version (version) VALUES (?)", version);
}

export function schemaVersion(sql: Sql): number {
  return first<{ version: number }>(sql, "SELECT max(version) AS version FROM schema_version")?.version ?? 0;
}
