import { readdirSync, statSync } from "node:fs";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import type { DataFolder } from "./dataFolder.ts";
import type { ReadDatabase } from "./databases.ts";
import { Problem, reason } from "../problem.ts";

/** The largest database that is checked completely, in bytes; this takes about 0.1 s. Larger ones are only opened. */
const CHECK_WHOLE_MAX_BYTES = 64 * 1024 * 1024;

/**
 * Checks every database before the workers start. workerd would report a damaged one as errors of single requests.
 * Opening a database costs more than its check, so `read` does both at once. Hold the lock.
 */
export class Soundness {
  readonly #folder: DataFolder;
  readonly #checked = new Set<string>();

  constructor(folder: DataFolder) {
    this.#folder = folder;
  }

  /** Reads a database, after a check if it had none. */
  readonly read: ReadDatabase = (path, reading) => {
    const database = this.#opened(path);
    try {
      return reading(database);
    } finally {
      database.close();
    }
  };

  /** Checks all databases that `read` has not opened. */
  refuseDamage(): void {
    const { state } = this.#folder;
    const names = readdirSync(state, { recursive: true, encoding: "utf8" });
    const paths = names.filter((name) => name.endsWith(".sqlite")).map((name) => join(state, name));
    for (const path of paths) if (!this.#checked.has(path)) this.#opened(path).close();
  }

  #opened(path: string): DatabaseSync {
    let database: DatabaseSync | undefined;
    try {
      database = new DatabaseSync(path);
      if (!this.#checked.has(path)) check(database, path);
      this.#checked.add(path);
      return database;
    } catch (error) {
      database?.close();
      const file = path.slice(this.#folder.state.length + 1);
      throw new Problem(
        `The data in ${this.#folder.path} is damaged (${file}: ${reason(error)}). Restore the folder from a backup, or start over with --fresh.`,
        { cause: error },
      );
    }
  }
}

/** Throws if the database is damaged. */
function check(database: DatabaseSync, path: string): void {
  const isSmall = statSync(path).size <= CHECK_WHOLE_MAX_BYTES;
  const verdict = database.prepare(isSmall ? "PRAGMA quick_check(1)" : "PRAGMA schema_version").get()?.["quick_check"];
  if (verdict !== undefined && verdict !== "ok") throw new Error(String(verdict));
}
