import type { PeopleDatabase } from "./database.ts";

export const FACTS_STEP = `CREATE TABLE people_facts (name TEXT PRIMARY KEY, value TEXT NOT NULL) STRICT, WITHOUT ROWID`;

/** The origin of the login at the last start, which commands need for links, and the time of the last try of a password. */
type FactName = "origin" | "tried";

/** Single values. */
export class Facts {
  readonly #database: PeopleDatabase;

  constructor(database: PeopleDatabase) {
    this.#database = database;
  }

  get(name: FactName): string | undefined {
    return this.#database.first<{ value: string }>("SELECT value FROM people_facts WHERE name = ?", name)?.value;
  }

  set(name: FactName, value: string): void {
    this.#database.run(
      "INSERT INTO people_facts (name, value) VALUES (?, ?) ON CONFLICT (name) DO UPDATE SET value = excluded.value",
      name,
      value,
    );
  }
}
