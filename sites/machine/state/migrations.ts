import { readFileSync, readdirSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { join } from "node:path";

export interface Migration {
  readonly name: string;
  readonly sql: string;
}

/**
 * The statements of a migration. Ours have no trigger, and each statement ends with its line, so nothing more has to be
 * read. A test compares them with what the platform's tool finds.
 */
export const statementsIn = (sql: string): string[] =>
  sql
    .split("\n")
    .filter((line) => !line.trimStart().startsWith("--"))
    .join("\n")
    .split(/;[ \t]*(?:\n|$)/)
    .map((statement) => statement.trim())
    .filter((statement) => statement !== "");

const FOLDER = fileURLToPath(new URL("../../../migrations", import.meta.url));

/** The steps of the control plane's schema, in the order they are applied. */
export const readMigrations = (folder = FOLDER): Migration[] =>
  readdirSync(folder)
    .filter((name) => name.endsWith(".sql"))
    .toSorted()
    .map((name) => ({ name, sql: readFileSync(join(folder, name), "utf8") }));
