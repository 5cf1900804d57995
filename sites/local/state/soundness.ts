import { readdirSync, statSync } from "node:fs";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import type { DataFolder } from "./dataFolder.ts";
import { Problem, reason } from "../problem.ts";

/** Largest database whose pages are all read before a start, in bytes: about a tenth of a second. Larger ones are only opened. */
const CHECK_WHOLE_MAX_BYTES = 64 * 1024 * 1024;

/**
 * Checks every database before the workers start. workerd reports a damaged file only as errors of requests that need
 * it, which nobody would connect with the folder. Call it with the lock held.
 */
export function refuseDamage(folder: DataFolder): void {
  const files = readdirSync(folder.state, { recursive: true, encoding: "utf8" }).filter((name) =>
    name.endsWith(".sqlite"),
  );
  for (const file of files) {
    const damage = damageOf(join(folder.state, file));
    if (damage === undefined) continue;
    throw new Problem(
      `The data in ${folder.path} is damaged (${file}: ${damage}). Restore that folder, or start over with --fresh.`,
    );
  }
}

function damageOf(path: string): string | undefined {
  let database: DatabaseSync | undefined;
  try {
    database = new DatabaseSync(path);
    const check = statSync(path).size <= CHECK_WHOLE_MAX_BYTES ? "PRAGMA quick_check(1)" : "PRAGMA schema_version";
    const verdict = database.prepare(check).get()?.["quick_check"];
    return verdict === undefined || verdict === "ok" ? undefined : String(verdict);
  } catch (error) {
    return reason(error);
  } finally {
    database?.close();
  }
}
