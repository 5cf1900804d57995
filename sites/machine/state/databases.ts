/** Reads the databases of a data folder. Only `readRunning` may be used while workers run. */
import { existsSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";

/** Paths of the databases in a folder, without `metadata.sqlite`, which is workerd's list of alarms. */
export const databasesIn = (folder: string): string[] =>
  databaseNames(folder)
    .filter((name) => name.endsWith(".sqlite") && name !== "metadata.sqlite")
    .map((name) => join(folder, name));

export const databaseNames = (folder: string): string[] => (existsSync(folder) ? readdirSync(folder) : []);

/** Opens a database, reads rows from it and closes it. */
export type ReadDatabase = <Row>(path: string, reading: (database: DatabaseSync) => Row[]) => Row[];

export const readDatabase: ReadDatabase = (path, reading) => {
  const database = new DatabaseSync(path);
  try {
    return reading(database);
  } finally {
    database.close();
  }
};

/** The longest wait for a lock that a writing worker holds, in milliseconds. */
const BUSY_MS = 5_000;

/** Reads a database that a worker may be writing, and changes no byte of it. */
export const readRunning: ReadDatabase = (path, reading) => {
  const database = new DatabaseSync(path, { readOnly: true, timeout: BUSY_MS });
  try {
    return reading(database);
  } finally {
    database.close();
  }
};

/** The rows of a query; empty if the table does not exist. */
export function rowsOfDatabase<Row>(database: DatabaseSync, table: string, query: string): Row[] {
  const exists =
    database.prepare("SELECT 1 FROM sqlite_schema WHERE type = 'table' AND name = ?").get(table) !== undefined;
  return exists ? (database.prepare(query).all() as Row[]) : [];
}
