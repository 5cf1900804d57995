/**
 * A plugin's own data in a site. Each write updates the quota's counters in the same transaction, because counting
 * 100,000 rows costs more than the write.
 */
import { STORAGE_BATCH_MAX, STORAGE_VALUE_MAX_CHARS } from "../manifests/bounds/bridge.ts";
import { partOfKey } from "../runtime/plugins/storage/storageParts.ts";
import { StorageRows } from "../runtime/plugins/storage/storageRows.ts";
import { type StorageUse, type StoredRow, sizeOfRows } from "../runtime/plugins/storage/storageUse.ts";
import type { Sql } from "../runtime/powers/powers.ts";
import type { GrantedVerbs } from "./capability.ts";
import type { VerbAnswer, VerbInput } from "./contract.ts";
import { denied, given, type VerbOutcome } from "./outcome.ts";
import { type StorageRead, StorageReads } from "./storageReads.ts";

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
  /** Called after each change, in its transaction. */
  readonly changed?: (() => void) | undefined;
}

class PluginStorage {
  readonly #sql: Sql;
  readonly #rows: StorageRows;
  readonly #quota: PluginStorageQuota;
  readonly #reads: StorageReads;

  constructor(sql: Sql, { site, plugin }: StorageScope, quota: PluginStorageQuota, read: StorageRead | undefined) {
    this.#sql = sql;
    this.#rows = new StorageRows(sql, site, plugin);
    this.#quota = quota;
    this.#reads = new StorageReads(plugin, this.#rows, read);
  }

  get({ keys }: VerbInput<"storage.get">): VerbOutcome<VerbAnswer<"storage.get">> {
    this.#see(keys);
    const entries = [...new Set(keys)].flatMap((key) => this.#rows.find(key));
    return given({ entries: entries.map(shown) });
  }

  list({
    prefix = "",
    after = "",
    limit = STORAGE_BATCH_MAX,
  }: VerbInput<"storage.list">): VerbOutcome<VerbAnswer<"storage.list">> {
    if (prefix === "") this.#reads.whole();
    else this.#reads.part(prefix);
    const rows = this.#rows.within({ prefix, after, limit: limit + 1 });
    const entries = rows.slice(0, limit);
    return given({ entries: entries.map(shown), next: rows.length > limit ? (entries.at(-1)?.key ?? null) : null });
  }

  put({ entries }: VerbInput<"storage.put">): VerbOutcome<VerbAnswer<"storage.put">> {
    return this.#sql.atomically(() => this.#write(rowsOf(entries), []));
  }

  /** Adds all entries, or none if one of the keys is stored. No other call comes between the question and the writes. */
  add({ entries }: VerbInput<"storage.add">): VerbOutcome<VerbAnswer<"storage.add">> {
    return this.#sql.atomically(() => {
      this.#see(entries.map(({ key }) => key));
      if (entries.some(({ key }) => this.#rows.find(key).length > 0)) return given({ added: false });
      const put = this.put({ entries });
      return put.ok ? given({ added: true }) : put;
    });
  }

  /**
   * Puts and deletes all of this, or nothing if an entry is not stored as the caller has seen it. No other call comes
   * between the comparison and the writes.
   */
  change({
    seen,
    put = [],
    delete: going = [],
  }: VerbInput<"storage.change">): VerbOutcome<VerbAnswer<"storage.change">> {
    return this.#sql.atomically(() => {
      this.#see(seen.map(({ key }) => key));
      if (!seen.every((entry) => this.#isStored(entry))) return given({ changed: false });
      const rows = rowsOf(put);
      const written = this.#write(
        rows,
        [...new Set(going)].filter((key) => !rows.some((row) => row.key === key)),
      );
      return written.ok ? given({ changed: true }) : written;
    });
  }

  delete({ keys }: VerbInput<"storage.delete">): VerbOutcome<VerbAnswer<"storage.delete">> {
    return this.#sql.atomically(() => {
      const gone = [...new Set(keys)].flatMap((key) => this.#rows.find(key));
      this.#rows.remove(gone);
      if (gone.length > 0) this.#record(less(this.#rows.use, sizeOfRows(gone)));
      return given({ deleted: gone.length });
    });
  }

  /** A value of undefined stands for a key that is not stored. */
  #isStored({ key, value }: { readonly key: string; readonly value?: unknown }): boolean {
    return this.#rows.find(key)[0]?.value === (value === undefined ? undefined : textOf(value));
  }

  /** Puts rows and deletes keys that are not among them. Checks everything before it writes, so there is nothing to undo. */
  #write(rows: readonly StoredRow[], going: readonly string[]): VerbOutcome<VerbAnswer<"storage.put">> {
    if (rows.some(({ value }) => value.length > STORAGE_VALUE_MAX_CHARS))
      return denied("too_large", `A value in storage has at most ${STORAGE_VALUE_MAX_CHARS} characters of JSON.`);
    const [replaced, gone] = [
      rows.flatMap(({ key }) => this.#rows.find(key)),
      going.flatMap((key) => this.#rows.find(key)),
    ];
    const before = this.#rows.use;
    const use = less(more(before, sizeOfRows(rows)), sizeOfRows([...replaced, ...gone]));
    if (use.bytes > this.#quota.maxBytes)
      return denied("quota", `The quota of the plugin's storage is ${this.#quota.maxBytes} bytes.`);
    if (use.keys > this.#quota.maxKeys)
      return denied("quota", `The quota of the plugin's storage is ${this.#quota.maxKeys} keys.`);
    if (use.bytes > before.bytes && this.#quota.hasRoom?.() === false) return denied("quota", "The workspace is full.");
    // Writing equal values changes no revision, so no cached page becomes stale.
    if (
      gone.length === 0 &&
      rows.every((row) => replaced.some(({ key, value }) => key === row.key && value === row.value))
    )
      return given(use);
    this.#rows.put(rows);
    this.#rows.remove(gone);
    this.#record(use);
    return given(use);
  }

  #record(use: StorageUse): void {
    const before = this.#rows.revision;
    this.#rows.record(use);
    this.#reads.wrote(before);
    this.#quota.changed?.();
  }

  #see(keys: readonly string[]): void {
    for (const key of keys) this.#reads.part(partOfKey(key));
  }
}

const textOf = (value: unknown): string => JSON.stringify(value) ?? "null";

/** The rows of entries. The last one of a key counts. */
const rowsOf = (entries: readonly { readonly key: string; readonly value?: unknown }[]): StoredRow[] => [
  ...new Map(entries.map(({ key, value }) => [key, { key, value: textOf(value) }])).values(),
];

const shown = ({ key, value }: StoredRow): { key: string; value: unknown } => ({
  key,
  value: JSON.parse(value) as unknown,
});

const more = (left: StorageUse, right: StorageUse): StorageUse => ({
  bytes: left.bytes + right.bytes,
  keys: left.keys + right.keys,
});
const less = (left: StorageUse, right: StorageUse): StorageUse => ({
  bytes: left.bytes - right.bytes,
  keys: left.keys - right.keys,
});

/** Lends only the reading verbs, for the time that the operator has stopped writes. */
export const lendStorageToRead = (
  sql: Sql,
  scope: StorageScope,
  quota: PluginStorageQuota,
  read?: StorageRead,
): GrantedVerbs => reading(new PluginStorage(sql, scope, quota, read));

const reading = (storage: PluginStorage): GrantedVerbs => ({
  "storage.get": (input) => storage.get(input),
  "storage.list": (input) => storage.list(input),
});

export function lendStorage(
  sql: Sql,
  scope: StorageScope,
  quota: PluginStorageQuota,
  read?: StorageRead,
): GrantedVerbs {
  const storage = new PluginStorage(sql, scope, quota, read);
  return {
    ...reading(storage),
    "storage.put": (input) => storage.put(input),
    "storage.add": (input) => storage.add(input),
    "storage.change": (input) => storage.change(input),
    "storage.delete": (input) => storage.delete(input),
  };
}
