import type { Sql } from "../../powers/powers.ts";
import { AFTER_ALL } from "./keyRange.ts";
import { partState } from "./storageParts.ts";
import { storageRevision } from "./storageRevision.ts";
import { type StorageUse, type StoredRow, sizeOfRows, storageUse } from "./storageUse.ts";

/** SQLite reads a negative limit as none. */
const NO_LIMIT = -1;

/** A range of keys. */
export interface KeyRange {
  readonly prefix?: string;
  /** The key before the first. */
  readonly after?: string;
  /** The most rows; all without it. */
  readonly limit?: number;
  /** The number of rows to leave out first. */
  readonly offset?: number;
}

interface BackwardRange {
  readonly prefix: string;
  /** The key after the last; the end of the prefix without it. */
  readonly before?: string | undefined;
  readonly limit: number;
}

/**
 * The rows of one plugin at one site. Site and plugin are columns of the key and not a joined string, so no name can
 * reach another's rows. The caller holds the transaction, and records the size after its writes.
 */
export class StorageRows {
  readonly #sql: Sql;
  readonly #owner: readonly [site: string, plugin: string];

  constructor(sql: Sql, site: string, plugin: string) {
    this.#sql = sql;
    this.#owner = [site, plugin];
  }

  /** The row of a key, or no row. */
  find(key: string): StoredRow[] {
    return this.#sql.all<StoredRow & Record<string, string>>(
      "SELECT key, value FROM plugin_storage WHERE site = ? AND plugin = ? AND key = ?",
      ...this.#owner,
      key,
    );
  }

  /** The rows of a range, ordered by key. */
  within({ prefix = "", after = "", limit = NO_LIMIT, offset = 0 }: KeyRange = {}): StoredRow[] {
    return this.#sql.all<StoredRow & Record<string, string>>(
      `SELECT key, value FROM plugin_storage
       WHERE site = ? AND plugin = ? AND key >= ? AND key < ? AND key > ? ORDER BY key LIMIT ? OFFSET ?`,
      ...this.#owner,
      prefix,
      prefix + AFTER_ALL,
      after,
      limit,
      offset,
    );
  }

  /** The rows of a prefix from the last key backwards, before a key. */
  before({ prefix, before = prefix + AFTER_ALL, limit }: BackwardRange): StoredRow[] {
    return this.#sql.all<StoredRow & Record<string, string>>(
      `SELECT key, value FROM plugin_storage
       WHERE site = ? AND plugin = ? AND key >= ? AND key < ? ORDER BY key DESC LIMIT ?`,
      ...this.#owner,
      prefix,
      before,
      limit,
    );
  }

  /** The number of keys with a prefix, or of those behind one. Counting 100,000 of them takes some milliseconds. */
  count(prefix: string, most: number, after = ""): number {
    const [row] = this.#sql.all<{ count: number }>(
      `SELECT count(*) AS count FROM
         (SELECT 1 FROM plugin_storage WHERE site = ? AND plugin = ? AND key >= ? AND key < ? AND key > ? LIMIT ?)`,
      ...this.#owner,
      prefix,
      prefix + AFTER_ALL,
      after,
      most,
    );
    return row?.count ?? 0;
  }

  /** Puts rows under the revision that recording the size gives the storage. */
  put(rows: readonly StoredRow[]): void {
    const revision = this.revision + 1;
    const query = "INSERT OR REPLACE INTO plugin_storage (site, plugin, key, value, revision) VALUES (?, ?, ?, ?, ?)";
    for (const { key, value } of rows) this.#sql.all(query, ...this.#owner, key, value, revision);
  }

  remove(rows: readonly StoredRow[]): void {
    const query = "DELETE FROM plugin_storage WHERE site = ? AND plugin = ? AND key = ?";
    for (const { key } of rows) this.#sql.all(query, ...this.#owner, key);
  }

  /** Writes the first rows with their size. Throws if the plugin has stored anything before. */
  begin(rows: readonly StoredRow[]): void {
    const row = "INSERT INTO plugin_storage (site, plugin, key, value, revision) VALUES (?, ?, ?, ?, 1)";
    for (const { key, value } of rows) this.#sql.all(row, ...this.#owner, key, value);
    const { bytes, keys } = sizeOfRows(rows);
    const use = "INSERT INTO plugin_storage_use (site, plugin, bytes, keys, revision) VALUES (?, ?, ?, ?, 1)";
    this.#sql.all(use, ...this.#owner, bytes, keys);
  }

  /** The size that was last recorded. Counting 100,000 rows would cost more than a write. */
  get use(): StorageUse {
    return storageUse(this.#sql, ...this.#owner);
  }

  get revision(): number {
    return storageRevision(this.#sql, ...this.#owner);
  }

  /** The state of a part, as `partState` names it. */
  stateOf(part: string): string {
    return partState(this.#sql, ...this.#owner, part);
  }

  /** Records the size after a change, and increments the revision. */
  record({ bytes, keys }: StorageUse): void {
    this.#sql.all(
      `INSERT INTO plugin_storage_use (site, plugin, bytes, keys, revision) VALUES (?, ?, ?, ?, 1)
       ON CONFLICT (site, plugin) DO UPDATE SET bytes = excluded.bytes, keys = excluded.keys, revision = revision + 1`,
      ...this.#owner,
      bytes,
      keys,
    );
  }
}
