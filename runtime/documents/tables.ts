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
 * `documents` has every version. A version is valid from its `change` up to, and without, its `until`; a current one
 * has `until` = FOREVER. So one value of the change counter identifies the whole draft at a moment, and a publication
 * pins it while editing continues. `media_uses` has a row for each file that a document names, with a range of
 * versions. `held` belongs to a moment made by a choice. It lists the documents that have another version at that
 * moment than `documents` says, or 0 for an absent one. `held.waiting` is the published version of a page that is absent
 * because its time has not come, or is over. `documents.shown_from` and `shown_until` are that time in milliseconds;
 * `shown_from` is 0 in a row that has an end alone. `documents.held_back` is 1 for a page that no publication of
 * everything takes. `documents.language` and `translation_of` are those of the page, or NULL. `made_from` and
 * `made_from_version` name the page and version from which a translation was made. `kept_versions` lists versions that a restored one replaced.
 * `entry_index` has a row for each indexed
 * value of an entry, with a range of versions. `entry_types` has the definition by which a type was indexed, and while
 * that goes on, the last indexed entry. `pageless_types` has the content types whose entries had no page when one was last
 * written, or the site last published. `document_parts` has the parts of long bodies; see `LongBodies`.
 * `sittings` has the change up to which versions are merged. `words_due` has the pages whose first words are not stored.
 */
export const DOCUMENT_TABLES: AreaTables = {
  tables: {
    documents: { fate: "archived", place: 2, lasting: "body" },
    media_uses: { fate: "archived", place: 24 },
    held: { fate: "archived", place: 28 },
    kept_versions: { fate: "archived", place: 29 },
    pageless_types: { fate: "archived", place: 42 },
    document_parts: { fate: "archived", place: 45, lasting: "body" },
    // Made again from the documents, at the first question about each type.
    entry_index: { fate: "derived" },
    entry_types: { fate: "derived" },
    // Without a row, a page has its first words from the next save on.
    words_due: { fate: "derived" },
    // The progress of merging versions. Merging again from the start finds no work.
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
      // Every write of a page updates each index. Few pages belong to a collection, and other indexes serve the first
      // index's queries.
      `DROP INDEX documents_current`,
      `DROP INDEX documents_collection`,
      `CREATE INDEX documents_collection ON documents (site, collection, date, path)
     WHERE until = 9007199254740991 AND deleted = 0 AND listed = 1 AND collection IS NOT NULL`,
    ],
    26: [
      // In a row, the body comes before title and path. Without this index, each title in a list costs reading a page's
      // body.
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
    41: [
      `CREATE TABLE entry_index (
      site TEXT NOT NULL, id TEXT NOT NULL, version INTEGER NOT NULL, ended INTEGER NOT NULL,
      type TEXT NOT NULL, name TEXT NOT NULL, value ANY) STRICT`,
      `CREATE INDEX entry_index_value ON entry_index (site, type, name, value, id, version, ended)`,
      `CREATE INDEX entry_index_entry ON entry_index (site, id, name, value, version, ended)`,
      `CREATE TABLE entry_types (
      site TEXT NOT NULL, type TEXT NOT NULL, mark TEXT NOT NULL, PRIMARY KEY (site, type)) STRICT, WITHOUT ROWID`,
    ],
    42: [
      `ALTER TABLE documents ADD COLUMN held_back INTEGER NOT NULL DEFAULT 0`,
      `ALTER TABLE documents ADD COLUMN shown_from INTEGER`,
      `ALTER TABLE documents ADD COLUMN shown_until INTEGER`,
      `ALTER TABLE held ADD COLUMN waiting INTEGER`,
      `CREATE INDEX documents_held_back ON documents (site, id) WHERE held_back = 1`,
      `CREATE INDEX documents_shown_from ON documents (site, id) WHERE shown_from IS NOT NULL`,
      `CREATE INDEX documents_dated ON documents (site, date, summary ->> 'type') WHERE date IS NOT NULL`,
    ],
    43: [`ALTER TABLE entry_types ADD COLUMN next TEXT`],
    44: [
      `ALTER TABLE documents ADD COLUMN language TEXT`,
      `ALTER TABLE documents ADD COLUMN translation_of TEXT`,
      `CREATE UNIQUE INDEX documents_translation ON documents (site, translation_of, language)
     WHERE until = 9007199254740991 AND deleted = 0 AND translation_of IS NOT NULL`,
      `CREATE INDEX documents_group ON documents (site, translation_of) WHERE translation_of IS NOT NULL`,
      `CREATE INDEX documents_language ON documents (site, language, date, path)
     WHERE until = 9007199254740991 AND deleted = 0 AND listed = 1 AND language IS NOT NULL`,
    ],
    45: [
      `ALTER TABLE documents ADD COLUMN made_from TEXT`,
      `ALTER TABLE documents ADD COLUMN made_from_version INTEGER`,
      `UPDATE documents SET made_from = body ->> '$.translatedFrom.page',
     made_from_version = body ->> '$.translatedFrom.version' WHERE translation_of IS NOT NULL AND deleted = 0`,
      `CREATE INDEX documents_made_from ON documents (site, made_from, made_from_version)
     WHERE until = 9007199254740991 AND deleted = 0 AND made_from IS NOT NULL`,
    ],
    55: [
      `CREATE TABLE pageless_types (
      site TEXT NOT NULL, type TEXT NOT NULL, PRIMARY KEY (site, type)) STRICT, WITHOUT ROWID`,
    ],
    62: [
      `CREATE TABLE document_parts (
      site TEXT NOT NULL, name TEXT NOT NULL, body TEXT NOT NULL, PRIMARY KEY (site, name)) STRICT`,
    ],
    65: [
      // The calendar asks for the times of a month. Few pages have one.
      `CREATE INDEX documents_visible_from ON documents (site, shown_from)
     WHERE until = 9007199254740991 AND deleted = 0 AND shown_from IS NOT NULL`,
      `CREATE INDEX documents_visible_until ON documents (site, shown_until)
     WHERE until = 9007199254740991 AND deleted = 0 AND shown_until IS NOT NULL`,
    ],
    72: [
      `CREATE TABLE words_due (site TEXT NOT NULL, id TEXT NOT NULL, version INTEGER NOT NULL, PRIMARY KEY (site, id)) STRICT, WITHOUT ROWID`,
      `INSERT INTO words_due (site, id, version) SELECT site, id, version FROM documents
     WHERE kind = 'page' AND until = 9007199254740991 AND deleted = 0
       AND summary ->> 'description' IS NULL AND summary ->> 'opening' IS NULL`,
    ],
  },
};
