import { Refusal } from "../../manifests/refusals/refusal.ts";

/** SQLite's words for a full disk; the platform passes them on. */
const FULL = /\bSQLITE_FULL\b/;

/**
 * The refusal an error of a store stands for, if it does. A database that closed in the middle did not keep the change:
 * what could not be written was not acknowledged.
 */
export function storageRefusal(error: unknown): Refusal | undefined {
  if (!(error instanceof Error)) return undefined;
  if (FULL.test(error.message)) return new Refusal("STORAGE_FULL");
  return "durableObjectReset" in error && error.durableObjectReset === true ? new Refusal("UNAVAILABLE") : undefined;
}
