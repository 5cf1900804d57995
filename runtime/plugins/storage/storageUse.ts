import { utf8Length } from "../../../manifests/json/utf8.ts";
import { type Sql, first } from "../../powers/powers.ts";

/** The size of a plugin's storage at a site, as its quota counts it. */
export interface StorageUse {
  /** Bytes of keys and values together. */
  readonly bytes: number;
  readonly keys: number;
}

/** A stored value, as JSON. */
export interface StoredRow {
  readonly key: string;
  readonly value: string;
}

export const NOTHING_STORED: StorageUse = { bytes: 0, keys: 0 };

export function storageUse(sql: Sql, site: string, plugin: string): StorageUse {
  const query = "SELECT bytes, keys FROM plugin_storage_use WHERE site = ? AND plugin = ?";
  return first<StorageUse>(sql, query, site, plugin) ?? NOTHING_STORED;
}

/** Tells whether a plugin has ever stored anything at a site. */
export const hasStored = (sql: Sql, site: string, plugin: string): boolean =>
  first(sql, "SELECT 1 AS found FROM plugin_storage_use WHERE site = ? AND plugin = ?", site, plugin) !== undefined;

export const sizeOfRows = (rows: readonly StoredRow[]): StorageUse => ({
  bytes: rows.reduce((sum, { key, value }) => sum + key.length + utf8Length(value), 0),
  keys: rows.length,
});
