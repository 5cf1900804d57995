import type { PeopleDatabase } from "./database.ts";

export const FACTS_STEP = `CREATE TABLE people_facts (name TEXT PRIMARY KEY, value TEXT NOT NULL) STRICT, WITHOUT ROWID`;

/** Single values: the origin of the login at the last start, which commands need for links. */
export class Facts {
  readonly #database: PeopleDatabase;

  constructor(database: PeopleDatabase) {
    this.#database = database;
  }

  get(name: "origin"): string | undefined {
    return this.#database.first<{ value: string }>("SELECT value FROM people_facts WHERE name = ?", name)?.value;
  }

  set(name: "origin", value: string): void {
    this.#database.run(
      "INSERT INTO people_facts (name, value) VALUES (?, ?) ON CONFLICT (name) DO UPDATE SET value = excluded.value",
      name,
      value,
    );
  }
}
