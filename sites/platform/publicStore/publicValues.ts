/** The values of the public store of one machine, as rows of its database. */
import type { ValueProof } from "../keys/digest.ts";

/** A value of the public store, with its proof. */
export interface ProvenValue extends ValueProof {
  readonly key: string;
  readonly text: string;
}

/** A row holds 2 MB, so a long value has several. */
export const SCHEMA = `CREATE TABLE IF NOT EXISTS public_values (
  key TEXT NOT NULL, part INTEGER NOT NULL, sha256 TEXT NOT NULL, text TEXT NOT NULL, PRIMARY KEY (key, part)) STRICT, WITHOUT ROWID`;

/** Stores one part of a value. */
export const PUT = "INSERT OR REPLACE INTO public_values (key, part, sha256, text) VALUES (?, ?, ?, ?)";

/** A value's parts, in their order. */
export const PARTS = "SELECT sha256, text FROM public_values WHERE key = ? ORDER BY part";

export const REMOVE = "DELETE FROM public_values WHERE key = ? AND part >= ?";

export const LIST =
  "SELECT key AS name FROM public_values WHERE part = 0 AND key >= ?1 AND key < ?2 AND key > ?3 ORDER BY key LIMIT ?4";

/** Every value. */
export const WHOLE_VALUES =
  "SELECT key, sha256, group_concat(text, '' ORDER BY part) AS text FROM public_values GROUP BY key";

/** Every key, with the texts of pointers alone. */
export const POINTERS_AND_KEYS = `SELECT key, sha256, CASE WHEN key LIKE '%/current' THEN text END AS text FROM public_values
  WHERE part = 0`;

export const REMOVE_ALL = "DELETE FROM public_values";
