import { readdirSync, statSync } from "node:fs";
import { join, relative } from "node:path";
import { DatabaseSync } from "node:sqlite";
import type { DataFolder } from "./dataFolder.ts";
import type { ReadDatabase } from "./databases.ts";
import { Problem, reason } from "../process/problem.ts";

/** The largest database that is checked completely, in bytes; this takes about 0.1 s. Larger ones are only opened. */
const CHECK_WHOLE_MAX_BYTES = 64 * 1024 * 1024;

/**
 * SQLite's codes for a file that is proven to be damaged: corrupt, no database, or shorter than its header says. Every
 * other failure, such as a full disk or a missing permission, says nothing about the data.
 */
const DAMAGED: ReadonlySet<number> = new Set([11, 26, 522]);
/** The part of an extended code that names the kind of failure. */
const KIND = 0xff;

/** A database that cannot be trusted. */
export interface DamagedFile {
  /** The path below the state folder. */
  readonly path: string;
  readonly why: string;
}

class Damaged extends Error {}

/**
 * Checks every database before the workers start. workerd would report a damaged one as errors of single requests.
 * Opening a database costs more than its check, so `read` does both at once. Hold the lock.
 */
export class Soundness {
  readonly #folder: Pick<DataFolder, "path" | "state">;
  readonly #checked = new Set<string>();
  readonly #damaged = new Map<string, string>();
  readonly #alarms = new Map<string, bigint>();

  constructor(folder: Pick<DataFolder, "path" | "state">) {
    this.#folder = folder;
  }

  /** Reads a database, after a check if it had none. A damaged one has no rows. */
  readonly read: ReadDatabase = (path, reading) => {
    try {
      using opened = this.#opened(path);
      return opened ? reading(opened.database) : [];
    } catch (error) {
      this.#note(path, error);
      return [];
    }
  };

  /** Checks all databases that `read` has not opened. Answers the damaged ones of all. */
  checkAll(): readonly DamagedFile[] {
    const { state } = this.#folder;
    const names = readdirSync(state, { recursive: true, encoding: "utf8" });
    const paths = names.filter((name) => name.endsWith(".sqlite")).map((name) => join(state, name));
    for (const path of paths) if (!this.#checked.has(path)) this.#opened(path)?.[Symbol.dispose]();
    return [...this.#damaged].map(([path, why]) => ({ path: relative(state, path), why }));
  }

  /** Forgets a file that was moved away, so that a new one in its place is read. `path` is below the state folder. */
  forget(path: string): void {
    const whole = join(this.#folder.state, path);
    this.#damaged.delete(whole);
    this.#checked.delete(whole);
    this.#alarms.delete(whole);
  }

  /** The alarms that objects' databases name, by path, in nanoseconds since the epoch. */
  get alarms(): ReadonlyMap<string, bigint> {
    return this.#alarms;
  }

  #opened(path: string): (Disposable & { readonly database: DatabaseSync }) | undefined {
    if (this.#damaged.has(path)) return undefined;
    let database: DatabaseSync | undefined;
    try {
      database = new DatabaseSync(path);
      const opened = database;
      if (!this.#checked.has(path)) this.#check(opened, path);
      return { database: opened, [Symbol.dispose]: () => opened.close() };
    } catch (error) {
      database?.close();
      this.#note(path, error);
      return undefined;
    }
  }

  /** Notes damage. Throws any other error, because it proves nothing about the data. */
  #note(path: string, error: unknown): void {
    if (error instanceof Problem) throw error;
    if (!isDamage(error)) throw this.#unreadable(path, error);
    this.#damaged.set(path, reason(error));
  }

  #check(database: DatabaseSync, path: string): void {
    check(database, path);
    const alarm = alarmIn(database);
    if (alarm !== undefined) this.#alarms.set(path, alarm);
    this.#checked.add(path);
  }

  #unreadable(path: string, error: unknown): Problem {
    const file = relative(this.#folder.path, path);
    return new Problem(`Cannot read ${file} in ${this.#folder.path} (${reason(error)}). Nothing was changed.`, {
      cause: error,
    });
  }
}

/** True for an error that proves damage. */
export function isDamage(error: unknown): boolean {
  if (error instanceof Damaged) return true;
  const { errcode } = error as { readonly errcode?: unknown };
  return typeof errcode === "number" && (DAMAGED.has(errcode) || DAMAGED.has(errcode & KIND));
}

/** Throws if the database is damaged. */
function check(database: DatabaseSync, path: string): void {
  const isSmall = statSync(path).size <= CHECK_WHOLE_MAX_BYTES;
  const verdict = database.prepare(isSmall ? "PRAGMA quick_check(1)" : "PRAGMA schema_version").get()?.["quick_check"];
  if (verdict !== undefined && verdict !== "ok") throw new Damaged(verdictLine(String(verdict)));
}

/** SQLite's verdict begins with a heading, and has a line for each fault. */
export const verdictLine = (verdict: string): string => verdict.replace(/^\*{3}.*\n/, "").replaceAll("\n", "; ");

/** The row under which workerd keeps an object's alarm. */
const ALARM = "SELECT value FROM _cf_METADATA WHERE key = 1 AND typeof(value) = 'integer'";
const HAS_ALARM = "SELECT 1 FROM sqlite_schema WHERE type = 'table' AND name = '_cf_METADATA'";

function alarmIn(database: DatabaseSync): bigint | undefined {
  if (!database.prepare(HAS_ALARM).get()) return undefined;
  const query = database.prepare(ALARM);
  query.setReadBigInts(true);
  return query.get()?.["value"] as bigint | undefined;
}
