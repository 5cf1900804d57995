import type { AreaTables } from "../database/tables.ts";

/**
 * `restored_media` holds files that an unfinished restore has begun to copy. `archive_garbage` holds archives to remove
 * after a set time. `erasure` holds the last erasure; `cursor` is its position in the public store's listing, null at
 * the end. `erased_public` holds the known keys that are still to be removed there.
 */
export const BACKUP_TABLES: AreaTables = {
  tables: {
    restored_media: { fate: "transient", surviving: {} },
    archive_garbage: { fate: "transient", surviving: {} },
    erased_public: { fate: "transient", surviving: {} },
    erasure: { fate: "operational", surviving: {} },
  },
  steps: {
    17: [`CREATE TABLE restored_media (key TEXT PRIMARY KEY) STRICT, WITHOUT ROWID`],
    19: [
      `CREATE TABLE archive_garbage (kind TEXT NOT NULL, id TEXT NOT NULL, due_at INTEGER NOT NULL, PRIMARY KEY (kind, id)) STRICT, WITHOUT ROWID`,
      `CREATE TABLE erasure (archive TEXT NOT NULL, sites TEXT NOT NULL, rows INTEGER NOT NULL, at INTEGER NOT NULL, cursor TEXT) STRICT`,
      `CREATE TABLE erased_public (number INTEGER PRIMARY KEY, key TEXT NOT NULL) STRICT`,
    ],
  },
};
