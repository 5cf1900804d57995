import { readFileSync, readdirSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { join } from "node:path";

export interface Migration {
  readonly name: string;
  readonly sql: string;
}

const FOLDER = fileURLToPath(new URL("../../../migrations", import.meta.url));

/** The steps of the control plane's schema, in the order they are applied. */
export const readMigrations = (folder = FOLDER): Migration[] =>
  readdirSync(folder)
    .filter((name) => name.endsWith(".sql"))
    .toSorted()
    .map((name) => ({ name, sql: readFileSync(join(folder, name), "utf8") }));
