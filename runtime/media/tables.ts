import type { AreaTables } from "../database/tables.ts";

/**
 * `media_objects` has the files in storage, once for a tenant and all its sites. A file is `placed` during its upload,
 * `kept` while a site lists it, and `loose` while only stored versions show it. `media_garbage` has the keys to remove.
 * `media_uploads` has each open upload, with its final key. `audience` is a JSON array of groups of readers, or null for
 * everybody. The object of a file for readers stands where no address leads, until the file is removed.
 * `media_former_paths` has paths of files on earlier sites.
 */
export const MEDIA_TABLES: AreaTables = {
  tables: {
    // A placed file belongs to an unfinished upload, which a restore does not continue.
    media_objects: { fate: "archived", place: 22, where: "state <> 'placed'" },
    media_files: { fate: "archived", place: 23 },
    media_former_paths: { fate: "archived", place: 49 },
    // The files in storage stay until the alarm has removed them.
    media_uploads: { fate: "transient", surviving: {} },
    media_garbage: { fate: "transient", surviving: {} },
  },
  steps: {
    13: [
      `CREATE TABLE media_objects (
      digest TEXT PRIMARY KEY, object TEXT NOT NULL, type TEXT NOT NULL, bytes INTEGER NOT NULL, width INTEGER, height INTEGER,
      preview TEXT, state TEXT NOT NULL) STRICT, WITHOUT ROWID`,
      `CREATE INDEX media_objects_state ON media_objects (state) WHERE state <> 'kept'`,
      `CREATE TABLE media_files (
      site TEXT NOT NULL, digest TEXT NOT NULL, number INTEGER NOT NULL, kind TEXT NOT NULL, version INTEGER NOT NULL,
      name TEXT NOT NULL, alt TEXT NOT NULL, focal_x REAL, focal_y REAL,
      created_by TEXT NOT NULL, created_at INTEGER NOT NULL, changed_by TEXT NOT NULL, changed_at INTEGER NOT NULL,
      PRIMARY KEY (site, digest)) STRICT, WITHOUT ROWID`,
      `CREATE UNIQUE INDEX media_files_number ON media_files (site, number)`,
      `CREATE INDEX media_files_kind ON media_files (site, kind, number)`,
      `CREATE INDEX media_files_digest ON media_files (digest)`,
      `CREATE TABLE media_uploads (id TEXT PRIMARY KEY, digest TEXT, at INTEGER NOT NULL) STRICT, WITHOUT ROWID`,
      `CREATE TABLE media_garbage (key TEXT PRIMARY KEY) STRICT, WITHOUT ROWID`,
    ],
    22: [`ALTER TABLE media_uploads ADD COLUMN object TEXT`],
    50: [
      `ALTER TABLE media_files ADD COLUMN caption TEXT NOT NULL DEFAULT ''`,
      `ALTER TABLE media_files ADD COLUMN credit TEXT NOT NULL DEFAULT ''`,
      `ALTER TABLE media_files ADD COLUMN labels TEXT NOT NULL DEFAULT '[]'`,
      `ALTER TABLE media_files ADD COLUMN source TEXT`,
      `CREATE INDEX media_files_labelled ON media_files (site, number) WHERE labels <> '[]'`,
    ],
    58: [
      `ALTER TABLE media_files ADD COLUMN replaced_by TEXT`,
      `CREATE INDEX media_files_replaced ON media_files (site, replaced_by) WHERE replaced_by IS NOT NULL`,
    ],
    71: [`ALTER TABLE media_files ADD COLUMN audience TEXT`],
    72: [
      `CREATE TABLE media_former_paths (
      site TEXT NOT NULL, path TEXT NOT NULL, digest TEXT NOT NULL, PRIMARY KEY (site, path)) STRICT, WITHOUT ROWID`,
      `CREATE INDEX media_former_paths_file ON media_former_paths (site, digest)`,
    ],
  },
};
