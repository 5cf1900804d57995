/** The databases of a data folder, read while no worker runs. */
import { existsSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";

/** `metadata.sqlite` is the simulator's own list of alarms. */
export const databasesIn = (folder: string): string[] =>
  databaseNames(folder)
    .filter((name) => name.endsWith(".sqlite") && name !== "metadata.sqlite")
    .map((name) => join(folder, name));

export const databaseNames = (folder: string): string[] => (existsSync(folder) ? readdirSync(folder) : []);

/** Opens a database, reads it and closes it. */
export type ReadDatabase = <T>(path: string, reading: (database: DatabaseSync) => T) => T;

export const readDatabase: ReadDatabase = (path, reading) => {
  const database = new DatabaseSync(path);
  try {
    return reading(database);
  } finally {
    database.close();
  }
};

/** No rows of a table that is not there, as in an empty file or one of an earlier version. */
export function rowsOfDatabase<Row>(database: DatabaseSync, table: string, query: string): Row[] {
  const exists =
    database.prepare("SELECT 1 FROM sqlite_schema WHERE type = 'table' AND name = ?").get(table) !== undefined;
  return exists ? (database.prepare(query).all() as Row[]) : [];
}
