import type { AreaTables } from "../database/tables.ts";

/**
 * `files` are derived from a release at a visitor's first request, and can be made again. A row holds 2 MB, so they are
 * stored in parts. The `public_` tables record what was copied to the public store.
 */
export const SERVING_TABLES: AreaTables = {
  tables: {
    files: { fate: "derived" },
    public_pages: { fate: "derived" },
    public_garbage: { fate: "derived" },
    public_index_parts: { fate: "derived" },
    public_progress: { fate: "derived" },
    public_words: { fate: "derived" },
    public_word_parts: { fate: "derived" },
  },
  steps: {
    1: [
      `CREATE TABLE files (
      site TEXT NOT NULL, release INTEGER NOT NULL, path TEXT NOT NULL, type TEXT NOT NULL, digest TEXT NOT NULL, body TEXT NOT NULL,
      PRIMARY KEY (site, release, path)) STRICT`,
      `CREATE TABLE public_pages (
      site TEXT NOT NULL, page TEXT NOT NULL, digest TEXT NOT NULL, PRIMARY KEY (site, page)) STRICT, WITHOUT ROWID`,
      `CREATE TABLE public_garbage (site TEXT NOT NULL, key TEXT NOT NULL, since INTEGER NOT NULL, PRIMARY KEY (site, key)) STRICT, WITHOUT ROWID`,
      `CREATE TABLE public_indexes (site TEXT PRIMARY KEY, index_key TEXT NOT NULL) STRICT`,
      `CREATE TABLE public_progress (site TEXT PRIMARY KEY, sequence INTEGER NOT NULL, cursor TEXT NOT NULL) STRICT`,
    ],
    4: [
      `DROP TABLE files`,
      `CREATE TABLE files (
      site TEXT NOT NULL, release INTEGER NOT NULL, path TEXT NOT NULL, part INTEGER NOT NULL,
      type TEXT NOT NULL, digest TEXT NOT NULL, body TEXT NOT NULL,
      PRIMARY KEY (site, release, path, part)) STRICT`,
      `CREATE TABLE public_index_parts (site TEXT NOT NULL, key TEXT NOT NULL, PRIMARY KEY (site, key)) STRICT, WITHOUT ROWID`,
      `INSERT INTO public_index_parts (site, key) SELECT site, index_key FROM public_indexes`,
      `DROP TABLE public_indexes`,
    ],
    8: [
      // Earlier values had another form, so everything is copied again.
      `INSERT OR IGNORE INTO public_garbage (site, key, since) SELECT site, 'sites/' || site || '/pages/' || page || '/' || digest, 0 FROM public_pages`,
      `DROP TABLE public_pages`,
      `CREATE TABLE public_pages (
      site TEXT NOT NULL, page TEXT NOT NULL, digest TEXT NOT NULL, about TEXT NOT NULL, PRIMARY KEY (site, page)) STRICT, WITHOUT ROWID`,
      `UPDATE sites SET refreshed = 0`,
      `INSERT OR REPLACE INTO outbox (id, kind, site, payload, created_at, attempts, due_at)
     SELECT 'publication:' || site, 'publication', site, json_object('site', site, 'release', release, 'sequence', sequence), created_at, 0, 0
     FROM sites WHERE release > 0`,
    ],
    20: [
      `CREATE TABLE public_words (
      site TEXT NOT NULL, page TEXT NOT NULL, part INTEGER, words TEXT NOT NULL, chars INTEGER NOT NULL, whole INTEGER NOT NULL,
      PRIMARY KEY (site, page)) STRICT`,
      `CREATE INDEX public_words_part ON public_words (site, part)`,
      `CREATE TABLE public_word_parts (
      site TEXT NOT NULL, part INTEGER NOT NULL, pages INTEGER NOT NULL, chars INTEGER NOT NULL, key TEXT,
      PRIMARY KEY (site, part)) STRICT, WITHOUT ROWID`,
      // Everything published is copied again, now with the search index. A publication that is being copied continues.
      `UPDATE sites SET refreshed = 0`,
      `DELETE FROM public_progress`,
      `INSERT OR IGNORE INTO outbox (id, kind, site, payload, created_at, attempts, due_at)
     SELECT 'publication:' || site, 'publication', site, json_object('site', site, 'release', release, 'sequence', sequence), created_at, 0, 0
     FROM sites WHERE release > 0`,
    ],
  },
};
