/**
 * Collects the writes of a migration in a table of their own, until all of them are there. Memory is too small: a
 * plugin may store 64 MB, and the workspace has 128 MB in total.
 */
import { STORAGE_VALUE_MAX_CHARS } from "../../../manifests/bounds/bridge.ts";
import { MIGRATION_MAX_MS } from "../../../manifests/bounds/plugins.ts";
import { encodePointer, quote } from "../../../manifests/refusals/pointer.ts";
import type { Issue } from "../../../manifests/refusals/refusal.ts";
import { type Powers, first } from "../../powers/powers.ts";
import { storageRevision } from "../storage/storageRevision.ts";
import type { StorageUse } from "../storage/storageUse.ts";
import type { StoragePatch } from "./answers.ts";

/** One run of a migration. Concurrent runs do not see each other's rows. */
export interface MigrationRun {
  readonly site: string;
  readonly plugin: string;
  readonly name: string;
}

/** The number of entries that a migration writes and deletes. */
export interface StagedCount {
  readonly written: number;
  readonly deleted: number;
}

const OF = "site = ? AND plugin = ? AND attempt = ?";
/** Condition on the rows of the plugin's storage that staged rows replace or delete. */
const REPLACED = `site = ? AND plugin = ? AND key IN (SELECT key FROM plugin_migration_rows WHERE ${OF})`;
const replacedBy = ({ site, plugin, name }: MigrationRun) => [site, plugin, site, plugin, name] as const;
const SIZE = "length(key) + length(CAST(value AS BLOB))";

export class StagedStorage {
  readonly #powers: Powers;
  /** When each run of this process began, in milliseconds since the epoch. */
  readonly #began = new Map<string, number>();

  constructor(powers: Powers) {
    this.#powers = powers;
  }

  begin(site: string, plugin: string): MigrationRun {
    this.sweep();
    const name = this.#powers.newId();
    this.#began.set(name, this.#powers.now());
    return { site, plugin, name };
  }

  /** Stages the writes of one answer, or lists their faults. No key is written twice, so the order does not matter. */
  add(attempt: MigrationRun, batch: ReadonlySet<string>, { put = [], delete: gone = [] }: StoragePatch): Issue[] {
    const rows = [
      ...put.map(({ key, value }, index) => ({ pointer: ["put", index], key, value: JSON.stringify(value) ?? "null" })),
      ...gone.map((key, index) => ({ pointer: ["delete", index], key, value: null })),
    ];
    const seen = new Set<string>();
    for (const { pointer, key, value } of rows) {
      const wrong = this.#wrong(attempt, batch, { key, value, isSeen: seen.has(key) });
      if (wrong) return [{ pointer: encodePointer(pointer), ...wrong }];
      seen.add(key);
    }
    const insert = "INSERT INTO plugin_migration_rows (site, plugin, attempt, key, value) VALUES (?, ?, ?, ?, ?)";
    this.#powers.sql.atomically(() => {
      for (const { key, value } of rows)
        this.#powers.sql.all(insert, attempt.site, attempt.plugin, attempt.name, key, value);
    });
    return [];
  }

  #wrong(
    attempt: MigrationRun,
    batch: ReadonlySet<string>,
    { key, value, isSeen }: { readonly key: string; readonly value: string | null; readonly isSeen: boolean },
  ): Omit<Issue, "pointer"> | undefined {
    if (isSeen || this.#has(attempt, key)) return { found: `${quote(key)} a second time`, allowed: "each key once" };
    if (value === null && !batch.has(key)) return { found: quote(key), allowed: "a key of the given entries" };
    if (!batch.has(key) && this.#isStored(attempt, key))
      return {
        found: `${quote(key)}, which is stored already`,
        allowed: "a key of the given entries, or a new key",
      };
    if (value !== null && value.length > STORAGE_VALUE_MAX_CHARS)
      return { found: `${value.length} characters of JSON`, allowed: `at most ${STORAGE_VALUE_MAX_CHARS}` };
    return undefined;
  }

  /** The storage's size after the writes. */
  useAfter(attempt: MigrationRun, { bytes, keys }: StorageUse): StorageUse {
    const { site, plugin, name } = attempt;
    const sum = `SELECT coalesce(sum(${SIZE}), 0) AS bytes, count(*) AS keys`;
    const before = first<StorageUse>(
      this.#powers.sql,
      `${sum} FROM plugin_storage WHERE ${REPLACED}`,
      ...replacedBy(attempt),
    );
    const after = first<StorageUse>(
      this.#powers.sql,
      `${sum} FROM plugin_migration_rows WHERE ${OF} AND value IS NOT NULL`,
      site,
      plugin,
      name,
    );
    return {
      bytes: bytes - (before?.bytes ?? 0) + (after?.bytes ?? 0),
      keys: keys - (before?.keys ?? 0) + (after?.keys ?? 0),
    };
  }

  count({ site, plugin, name }: MigrationRun): StagedCount {
    const query = `SELECT count(value) AS written, count(*) - count(value) AS deleted FROM plugin_migration_rows WHERE ${OF}`;
    return first<StagedCount>(this.#powers.sql, query, site, plugin, name) ?? { written: 0, deleted: 0 };
  }

  /** Applies the staged writes to the plugin's storage, in the caller's transaction. */
  apply(attempt: MigrationRun, { bytes, keys }: StorageUse): void {
    const { sql } = this.#powers;
    const { site, plugin, name } = attempt;
    sql.all(`DELETE FROM plugin_storage WHERE ${REPLACED}`, ...replacedBy(attempt));
    sql.all(
      `INSERT INTO plugin_storage (site, plugin, key, value, revision)
       SELECT site, plugin, key, value, ? FROM plugin_migration_rows WHERE ${OF} AND value IS NOT NULL`,
      storageRevision(sql, site, plugin) + 1,
      site,
      plugin,
      name,
    );
    sql.all(
      "UPDATE plugin_storage_use SET bytes = ?, keys = ?, revision = revision + 1 WHERE site = ? AND plugin = ?",
      bytes,
      keys,
      site,
      plugin,
    );
    this.drop(attempt);
  }

  drop({ site, plugin, name }: MigrationRun): void {
    this.#powers.sql.all(`DELETE FROM plugin_migration_rows WHERE ${OF}`, site, plugin, name);
  }

  /** Deletes rows of runs whose process ended or whose command failed. */
  sweep(): void {
    const old = this.#powers.now() - 2 * MIGRATION_MAX_MS;
    for (const [name, began] of this.#began) if (began < old) this.#began.delete(name);
    this.#powers.sql.all(
      "DELETE FROM plugin_migration_rows WHERE attempt NOT IN (SELECT value FROM json_each(?))",
      JSON.stringify([...this.#began.keys()]),
    );
  }

  #has({ site, plugin, name }: MigrationRun, key: string): boolean {
    const query = `SELECT 1 FROM plugin_migration_rows WHERE ${OF} AND key = ?`;
    return first(this.#powers.sql, query, site, plugin, name, key) !== undefined;
  }

  #isStored({ site, plugin }: MigrationRun, key: string): boolean {
    const query = "SELECT 1 FROM plugin_storage WHERE site = ? AND plugin = ? AND key = ?";
    return first(this.#powers.sql, query, site, plugin, key) !== undefined;
  }
}
