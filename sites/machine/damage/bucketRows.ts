/** Rows of a bucket's index, as Miniflare writes them. No worker may be running. */
import { randomBytes } from "node:crypto";
import { mkdirSync } from "node:fs";
import { dirname } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { indexOf } from "../state/buckets.ts";
import { rowsOfDatabase } from "../state/databases.ts";

/** Miniflare makes the same table, if it is missing. `stores.test.ts` compares both. */
export const OBJECTS_TABLE = `CREATE TABLE IF NOT EXISTS _mf_objects (
    key TEXT PRIMARY KEY,
    blob_id TEXT,
    version TEXT NOT NULL,
    size INTEGER NOT NULL,
    etag TEXT NOT NULL,
    uploaded INTEGER NOT NULL,
    checksums TEXT NOT NULL,
    http_metadata TEXT NOT NULL,
    custom_metadata TEXT NOT NULL
)`;

const INSERT = `INSERT INTO _mf_objects
  (key, blob_id, version, size, etag, uploaded, checksums, http_metadata, custom_metadata) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)
  ON CONFLICT (key) DO UPDATE SET blob_id = excluded.blob_id, size = excluded.size, etag = excluded.etag`;

export interface NewRow {
  readonly key: string;
  readonly blob: string;
  readonly type: string;
  readonly bytes: number;
  readonly md5: string;
  /** SHA-256 in hexadecimal. */
  readonly sha256: string;
  readonly at: number;
  /** The object's own metadata. */
  readonly metadata?: Readonly<Record<string, string>>;
}

/** When entries were made again. Files from before may belong to entries that are still lost. */
const MENDED_TABLE = "CREATE TABLE IF NOT EXISTS _drawbridge_mended (at INTEGER NOT NULL)";
const MENDED = "SELECT max(at) AS at FROM _drawbridge_mended";

/** The time of the last repair of an index, in milliseconds since the epoch. */
export const mendedAt = (database: DatabaseSync): number[] =>
  rowsOfDatabase<{ at: number | null }>(database, "_drawbridge_mended", MENDED).map(({ at }) => at ?? 0);

export interface IndexChange {
  readonly add: readonly NewRow[];
  readonly drop: readonly string[];
  /** The present, in milliseconds since the epoch. */
  readonly now: number;
}

/** Changes a bucket's index in one transaction. */
export function changeIndex(state: string, bucket: string, { add, drop, now }: IndexChange): void {
  if (add.length === 0 && drop.length === 0) return;
  const path = indexOf(state, bucket);
  mkdirSync(dirname(path), { recursive: true });
  const database = new DatabaseSync(path);
  try {
    database.exec(OBJECTS_TABLE);
    database.exec("BEGIN");
    const remove = database.prepare("DELETE FROM _mf_objects WHERE key = ?");
    for (const key of drop) remove.run(key);
    const insert = database.prepare(INSERT);
    for (const { key, blob, type, bytes, md5, sha256, at, metadata = {} } of add) {
      const [version, checksums] = [randomBytes(16).toString("hex"), JSON.stringify({ sha256 })];
      const texts = [checksums, JSON.stringify({ contentType: type }), JSON.stringify(metadata)];
      insert.run(key, blob, version, bytes, md5, Math.trunc(at), ...texts);
    }
    if (add.length > 0) {
      database.exec(MENDED_TABLE);
      database.prepare("INSERT INTO _drawbridge_mended (at) VALUES (?)").run(now);
    }
    database.exec("COMMIT");
  } finally {
    database.close();
  }
}
