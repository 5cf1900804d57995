import { globSync, readFileSync } from "node:fs";
import { DatabaseSync } from "node:sqlite";

/** A D1 statement over Node's SQLite, with the methods that the sources use. */
class Statement {
  readonly #database: DatabaseSync;
  readonly #sql: string;
  readonly #values: readonly (string | number | null)[];

  constructor(database: DatabaseSync, sql: string, values: readonly (string | number | null)[] = []) {
    this.#database = database;
    this.#sql = sql;
    this.#values = values;
  }

  bind(...values: (string | number | null)[]): Statement {
    return new Statement(this.#database, this.#sql, values);
  }

  async first(): Promise<unknown> {
    return this.#database.prepare(this.#sql).get(...this.#values) ?? null;
  }

  async all(): Promise<{ readonly results: unknown[]; readonly meta: { readonly changes: number } }> {
    const results = this.#database.prepare(this.#sql).all(...this.#values);
    const { n } = this.#database.prepare("SELECT changes() AS n").get() as { n: number };
    return { results, meta: { changes: n } };
  }

  run(): Promise<unknown> {
    return this.all();
  }
}

/** The control plane in memory, with its migrations. */
export function controlPlaneInMemory(): { readonly database: DatabaseSync; readonly DB: D1Database } {
  const database = new DatabaseSync(":memory:");
  for (const file of globSync("migrations/*.sql").toSorted()) database.exec(readFileSync(file, "utf8"));
  const DB = {
    prepare: (sql: string) => new Statement(database, sql),
    async batch(statements: readonly Statement[]) {
      const results: unknown[] = [];
      for (const statement of statements) results.push(await statement.all());
      return results;
    },
  };
  return { database, DB: DB as unknown as D1Database };
}
