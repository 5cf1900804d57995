/**
 * A plugin's own data in a site. Site and plugin are columns of the key and not a joined string, so no name can reach
 * another's rows. Each write updates the quota's counters in the same transaction, because counting 100,000 rows costs
 * more than the write.
 */
import { STORAGE_BATCH_MAX, STORAGE_VALUE_MAX_CHARS } from "../manifests/bounds/bridge.ts";
import { utf8Length } from "../manifests/json/utf8.ts";
import { storageDependency } from "../runtime/snapshots/pinned.ts";
import { storageRevision } from "../runtime/plugins/calls/storageRevision.ts";
import type { Sql } from "../runtime/powers/powers.ts";
import { first } from "../runtime/powers/powers.ts";
import type { GrantedVerbs } from "./capability.ts";
import type { VerbAnswer, VerbInput } from "./contract.ts";
import { denied, given } from "./outcome.ts";
import type { VerbOutcome } from "./outcome.ts";

export interface StorageScope {
  readonly site: string;
  readonly plugin: string;
}

export interface PluginStorageQuota {
  /** Bytes of keys and values together. */
  readonly maxBytes: number;
  readonly maxKeys: number;
  /** False if the workspace is full, even when the plugin's quota is not. */
  readonly hasRoom?: (() => boolean) | undefined;
}

interface Entry {
  readonly key: string;
  readonly value: string;
}

/** Reports each read, as `storageDependency` names it. */
export type StorageRead = (dependency: string) => void;

interface Use {
  readonly bytes: number;
  readonly keys: number;
}

const NOTHING: Use = { bytes: 0, keys: 0 };

/** Greater than every character that a key may have: the upper end of a range query for a prefix. */
const AFTER_ALL = "\u007f";

class PluginStorage {
  readonly #sql: Sql;
  readonly #scope: readonly [site: string, plugin: string];
  readonly #quota: PluginStorageQuota;
  readonly #read: StorageRead;
  /** The storage revision that this call last read or wrote. */
  #seen: number | undefined;

  constructor(sql: Sql, { site, plugin }: StorageScope, quota: PluginStorageQuota, read: StorageRead) {
    this.#sql = sql;
    this.#scope = [site, plugin];
    this.#quota = quota;
    this.#read = read;
  }

  get({ keys }: VerbInput<"storage.get">): VerbOutcome<VerbAnswer<"storage.get">> {
    this.#see();
    const entries = [...new Set(keys)].flatMap((key) => this.#find(key));
    return given({ entries: entries.map(shown) });
  }

  list({
    prefix = "",
    after = "",
    limit = STORAGE_BATCH_MAX,
  }: VerbInput<"storage.list">): VerbOutcome<VerbAnswer<"storage.list">> {
    this.#see();
    const rows = this.#sql.all<Entry>(
      `SELECT key, value FROM plugin_storage
       WHERE site = ? AND plugin = ? AND key >= ? AND key < ? AND key > ? ORDER BY key LIMIT ?`,
      ...this.#scope,
      prefix,
      prefix + AFTER_ALL,
      after,
      limit + 1,
    );
    const entries = rows.slice(0, limit);
    return given({ entries: entries.map(shown), next: rows.length > limit ? (entries.at(-1)?.key ?? null) : null });
  }

  put({ entries }: VerbInput<"storage.put">): VerbOutcome<VerbAnswer<"storage.put">> {
    const rows = entries.map(({ key, value }): Entry => ({ key, value: JSON.stringify(value) ?? "null" }));
    if (rows.some(({ value }) => value.length > STORAGE_VALUE_MAX_CHARS)) return denied("too_large");
    return this.#sql.atomically(() => this.#putAll([...new Map(rows.map((row) => [row.key, row])).values()]));
  }

  delete({ keys }: VerbInput<"storage.delete">): VerbOutcome<VerbAnswer<"storage.delete">> {
    return this.#sql.atomically(() => {
      const gone = [...new Set(keys)].flatMap((key) => this.#find(key));
      for (const { key } of gone) {
        this.#sql.all("DELETE FROM plugin_storage WHERE site = ? AND plugin = ? AND key = ?", ...this.#scope, key);
      }
      if (gone.length > 0) this.#record(less(this.#use(), sizeOf(gone)));
      return given({ deleted: gone.length });
    });
  }

  /** Checks the quota before it writes, so there is nothing to undo. */
  #putAll(rows: readonly Entry[]): VerbOutcome<VerbAnswer<"storage.put">> {
    const replaced = rows.flatMap(({ key }) => this.#find(key));
    const before = this.#use();
    const use = less(more(before, sizeOf(rows)), sizeOf(replaced));
    if (use.bytes > this.#quota.maxBytes)
      return denied("quota", `The quota of the plugin's storage is ${this.#quota.maxBytes} bytes.`);
    if (use.keys > this.#quota.maxKeys)
      return denied("quota", `The quota of the plugin's storage is ${this.#quota.maxKeys} keys.`);
    if (use.bytes > before.bytes && this.#quota.hasRoom?.() === false) return denied("quota", "The workspace is full.");
    // Writing equal values changes no revision, so no cached page becomes stale.
    if (rows.every((row) => replaced.some(({ key, value }) => key === row.key && value === row.value)))
      return given(use);
    for (const { key, value } of rows) {
      this.#sql.all(
        "INSERT OR REPLACE INTO plugin_storage (site, plugin, key, value) VALUES (?, ?, ?, ?)",
        ...this.#scope,
        key,
        value,
      );
    }
    this.#record(use);
    return given(use);
  }

  #find(key: string): Entry[] {
    return this.#sql.all<Entry>(
      "SELECT key, value FROM plugin_storage WHERE site = ? AND plugin = ? AND key = ?",
      ...this.#scope,
      key,
    );
  }

  #use(): Use {
    const query = "SELECT bytes, keys FROM plugin_storage_use WHERE site = ? AND plugin = ?";
    return first<{ bytes: number; keys: number }>(this.#sql, query, ...this.#scope) ?? NOTHING;
  }

  #record({ bytes, keys }: Use): void {
    const before = this.#revision();
    this.#sql.all(
      `INSERT INTO plugin_storage_use (site, plugin, bytes, keys, revision) VALUES (?, ?, ?, ?, 1)
       ON CONFLICT (site, plugin) DO UPDATE SET bytes = excluded.bytes, keys = excluded.keys, revision = revision + 1`,
      ...this.#scope,
      bytes,
      keys,
    );
    if (this.#seen === before) this.#saw(this.#revision());
  }

  #see(): void {
    if (this.#seen === undefined) this.#saw(this.#revision());
  }

  #saw(revision: number): void {
    this.#seen = revision;
    this.#read(storageDependency(this.#scope[1], revision));
  }

  #revision(): number {
    return storageRevision(this.#sql, ...this.#scope);
  }
}

const shown = ({ key, value }: Entry): { key: string; value: unknown } => ({
  key,
  value: JSON.parse(value) as unknown,
});

const sizeOf = (entries: readonly Entry[]): Use => ({
  bytes: entries.reduce((sum, { key, value }) => sum + key.length + utf8Length(value), 0),
  keys: entries.length,
});

const more = (left: Use, right: Use): Use => ({ bytes: left.bytes + right.bytes, keys: left.keys + right.keys });
const less = (left: Use, right: Use): Use => ({ bytes: left.bytes - right.bytes, keys: left.keys - right.keys });

/** Lends only the reading verbs, for the time that the operator has stopped writes. */
export const lendStorageToRead = (
  sql: Sql,
  scope: StorageScope,
  quota: PluginStorageQuota,
  read: StorageRead = () => undefined,
): GrantedVerbs => reading(new PluginStorage(sql, scope, quota, read));

const reading = (storage: PluginStorage): GrantedVerbs => ({
  "storage.get": (input) => storage.get(input),
  "storage.list": (input) => storage.list(input),
});

export function lendStorage(
  sql: Sql,
  scope: StorageScope,
  quota: PluginStorageQuota,
  read: StorageRead = () => undefined,
): GrantedVerbs {
  const storage = new PluginStorage(sql, scope, quota, read);
  return {
    ...reading(storage),
    "storage.put": (input) => storage.put(input),
    "storage.delete": (input) => storage.delete(input),
  };
}
