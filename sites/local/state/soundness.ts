import { readdirSync, statSync } from "node:fs";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import type { DataFolder } from "./dataFolder.ts";
import type { ReadDatabase } from "./databases.ts";
import { Problem, reason } from "../problem.ts";

/** Largest database whose pages are all read before a start, in bytes: about a tenth of a second. Larger ones are only opened. */
const CHECK_WHOLE_MAX_BYTES = 64 * 1024 * 1024;

/**
 * Checks every database before the workers start. workerd reports a damaged file only as errors of requests that need
 * it, which nobody would connect with the folder. Opening one costs more than its check, so a program that reads it
 * does so in the same go. Use it with the lock held.
 */
export class Soundness {
  readonly #folder: DataFolder;
  readonly #checked = new Set<string>();

  constructor(folder: DataFolder) {
    this.#folder = folder;
  }

  /** Reads a database of the folder, and checks it before if nobody has. */
  readonly read: ReadDatabase = (path, reading) => {
    const database = this.#opened(path);
    try {
      return reading(database);
    } finally {
      database.close();
    }
  };

  /** Checks those that nobody has read. */
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
        `The data in ${this.#folder.path} is damaged (${file}: ${reason(error)}). Restore that folder, or start over with --fresh.`,
        { cause: error },
      );
    }
  }
}

/** Throws what is wrong with a database. */
function check(database: DatabaseSync, path: string): void {
  const isSmall = statSync(path).size <= CHECK_WHOLE_MAX_BYTES;
  const verdict = database.prepare(isSmall ? "PRAGMA quick_check(1)" : "PRAGMA schema_version").get()?.["quick_check"];
  if (verdict !== undefined && verdict !== "ok") throw new Error(String(verdict));
}
