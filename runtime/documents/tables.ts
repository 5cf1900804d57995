import type { AreaTables } from "../database/tables.ts";

/** Finds every file that documents named before this table existed: each text after `/media/`. */
export const USES_OF_EARLIER_DOCUMENTS = `
  INSERT OR IGNORE INTO media_uses (digest, site, kind, id, version)
  WITH RECURSIVE found (site, kind, id, version, rest) AS (
    SELECT site, kind, id, version, substr(body, instr(body, '/media/') + 7) FROM documents WHERE instr(body, '/media/') > 0
    UNION ALL
    SELECT site, kind, id, version, substr(rest, instr(rest, '/media/') + 7) FROM found WHERE instr(rest, '/media/') > 0)
  SELECT substr(rest, 1, 64), site, kind, id, version FROM found
  WHERE substr(rest, 65, 1) = '/' AND substr(rest, 1, 64) NOT GLOB '*[^0-9a-f]*'`;

/**
 * `documents` keeps every version. A version holds from its `change` up to, not including, its `until`; the current one
 * has `until` = FOREVER. A number on the site's change counter therefore names the whole draft at one moment. A
 * publication pins such a number while editing continues. `media_uses` has a row for each file that a document names,
 * from one of its versions up to, not including, another. `held` belongs to a moment that a choice of documents made.
 * It names each document that is then at another version than its rows say, with version 0 for an absent one.
 * `kept_versions` names versions that a restored one replaced, and `sittings` the change up to which they are merged.
 */
export const DOCUMENT_TABLES: AreaTables = {
  tables: {
    documents: { fate: "archived", place: 2 },
    media_uses: { fate: "archived", place: 24 },
    held: { fate: "archived", place: 28 },
    kept_versions: { fate: "archived", place: 29 },
    // The progress of the merging of versions. Merging again from the beginning finds nothing left to do.
    sittings: { fate: "derived" },
  },
  steps: {
    1: [
      `CREATE TABLE documents (
      site TEXT NOT NULL, kind TEXT NOT NULL, id TEXT NOT NULL, version INTEGER NOT NULL,
      change INTEGER NOT NULL, until INTEGER NOT NULL, deleted INTEGER NOT NULL, body TEXT NOT NULL,
      path TEXT, title TEXT, collection TEXT, date TEXT, listed INTEGER NOT NULL, summary TEXT,
      actor TEXT NOT NULL, at INTEGER NOT NULL,
      PRIMARY KEY (site, kind, id, version)) STRICT`,
      `CREATE UNIQUE INDEX documents_path ON documents (site, path) WHERE until = 9007199254740991 AND deleted = 0 AND path IS NOT NULL`,
      `CREATE INDEX documents_at_path ON documents (site, path)`,
      `CREATE INDEX documents_current ON documents (site, kind, id) WHERE until = 9007199254740991 AND deleted = 0`,
      `CREATE INDEX documents_change ON documents (site, change)`,
      `CREATE INDEX documents_listed ON documents (site, date, path) WHERE until = 9007199254740991 AND deleted = 0 AND listed = 1`,
      `CREATE INDEX documents_collection ON documents (site, collection, date, path) WHERE until = 9007199254740991 AND deleted = 0 AND listed = 1`,
    ],
    13: [
      `CREATE TABLE media_uses (
      digest TEXT NOT NULL, site TEXT NOT NULL, kind TEXT NOT NULL, id TEXT NOT NULL, version INTEGER NOT NULL,
      PRIMARY KEY (digest, site, kind, id, version)) STRICT, WITHOUT ROWID`,
      USES_OF_EARLIER_DOCUMENTS,
    ],
    16: [
      `CREATE TABLE media_spans (
      digest TEXT NOT NULL, site TEXT NOT NULL, kind TEXT NOT NULL, id TEXT NOT NULL, version INTEGER NOT NULL,
      ended INTEGER NOT NULL DEFAULT 9007199254740991, PRIMARY KEY (site, kind, id, digest, version)) STRICT, WITHOUT ROWID`,
      `INSERT INTO media_spans (digest, site, kind, id, version, ended)
     SELECT digest, site, kind, id, version, CASE WHEN version = (
         SELECT max(version) FROM documents
         WHERE documents.site = media_uses.site AND documents.kind = media_uses.kind AND documents.id = media_uses.id)
       THEN 9007199254740991 ELSE version + 1 END FROM media_uses`,
      `DROP TABLE media_uses`,
      `ALTER TABLE media_spans RENAME TO media_uses`,
      `CREATE INDEX media_uses_digest ON media_uses (digest, site)`,
    ],
    23: [
      // Every write of a page removes one entry of each index and adds another. Few pages belong to a collection, and
      // other indexes serve the first one's queries.
      `DROP INDEX documents_current`,
      `DROP INDEX documents_collection`,
      `CREATE INDEX documents_collection ON documents (site, collection, date, path)
     WHERE until = 9007199254740991 AND deleted = 0 AND listed = 1 AND collection IS NOT NULL`,
    ],
    26: [
      // Content stands before title and path in a row: without this index, each title of a list costs reading a page.
      `CREATE INDEX documents_listing ON documents (site, path, title, id, collection, change)
     WHERE until = 9007199254740991 AND deleted = 0 AND path IS NOT NULL`,
      `CREATE INDEX documents_deleted ON documents (site, change) WHERE until = 9007199254740991 AND deleted = 1`,
    ],
    27: [
      `CREATE TABLE held (
      site TEXT NOT NULL, moment INTEGER NOT NULL, kind TEXT NOT NULL, id TEXT NOT NULL, version INTEGER NOT NULL,
      PRIMARY KEY (site, moment, kind, id)) STRICT, WITHOUT ROWID`,
      `CREATE INDEX held_document ON held (site, kind, id, version)`,
    ],
    28: [
      `CREATE TABLE kept_versions (
      site TEXT NOT NULL, kind TEXT NOT NULL, id TEXT NOT NULL, version INTEGER NOT NULL,
      PRIMARY KEY (site, kind, id, version)) STRICT, WITHOUT ROWID`,
      `CREATE TABLE sittings (site TEXT PRIMARY KEY, change INTEGER NOT NULL) STRICT, WITHOUT ROWID`,
    ],
  },
};
