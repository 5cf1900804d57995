import { Refusal } from "../../../manifests/refusals/refusal.ts";

/** SQLite's error code for a full disk, which the platform passes on. */
const FULL = /\bSQLITE_FULL\b/;

/**
 * The refusal for a storage error; undefined for other errors. After a reset of the database, the change was neither
 * stored nor acknowledged.
 */
export function storageRefusal(error: unknown): Refusal | undefined {
  if (!(error instanceof Error)) return undefined;
  if (FULL.test(error.message)) return new Refusal("STORAGE_FULL");
  return "durableObjectReset" in error && error.durableObjectReset === true ? new Refusal("UNAVAILABLE") : undefined;
}
