import type { AreaTables } from "../database/tables.ts";

/**
 * `files` are derived from a release at a visitor's first request, and can be made again. A row holds 2 MB, so they are
 * stored in parts. The `public_` tables record what was copied to the public store. `missed_addresses` counts visits, so
 * no archive has it.
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
    public_leaves: { fate: "derived" },
    public_words_left: { fate: "derived" },
    public_texts: { fate: "derived" },
    public_unsure: { fate: "derived" },
    missed_addresses: { fate: "transient" },
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
    40: [
      // Pages without a path are looked at again by the next publication, which copies only what the store lacks.
      `ALTER TABLE public_pages ADD COLUMN path TEXT`,
      `ALTER TABLE public_pages ADD COLUMN bytes INTEGER NOT NULL DEFAULT 0`,
      `CREATE INDEX public_pages_path ON public_pages (site, path)`,
      `CREATE INDEX public_pages_unplaced ON public_pages (site, page) WHERE path IS NULL`,
      `ALTER TABLE public_garbage ADD COLUMN bytes INTEGER NOT NULL DEFAULT 0`,
      `DELETE FROM public_index_parts WHERE EXISTS (
      SELECT 1 FROM public_word_parts WHERE public_word_parts.site = public_index_parts.site AND public_word_parts.key = public_index_parts.key)`,
      `ALTER TABLE public_index_parts ADD COLUMN bytes INTEGER NOT NULL DEFAULT 0`,
      `ALTER TABLE public_word_parts ADD COLUMN stale INTEGER NOT NULL DEFAULT 1`,
      `UPDATE public_word_parts SET stale = key IS NULL`,
      `CREATE INDEX public_words_unplaced ON public_words (site) WHERE part IS NULL`,
      `CREATE INDEX public_words_cut ON public_words (site) WHERE whole = 0 AND part IS NOT NULL`,
      `CREATE TABLE public_leaves (
      site TEXT NOT NULL, start TEXT NOT NULL, name TEXT, bytes INTEGER NOT NULL DEFAULT 0, origin TEXT NOT NULL DEFAULT '',
      stale INTEGER NOT NULL, PRIMARY KEY (site, start)) STRICT, WITHOUT ROWID`,
      `CREATE TABLE public_words_left (
      site TEXT NOT NULL, part INTEGER NOT NULL, page TEXT NOT NULL, PRIMARY KEY (site, part, page)) STRICT, WITHOUT ROWID`,
      `CREATE TABLE public_unsure (site TEXT NOT NULL, key TEXT NOT NULL, PRIMARY KEY (site, key)) STRICT, WITHOUT ROWID`,
      `DROP TABLE public_progress`,
      `CREATE TABLE public_progress (
      site TEXT PRIMARY KEY, sequence INTEGER NOT NULL, cursor TEXT NOT NULL, stretch TEXT NOT NULL) STRICT`,
      `UPDATE sites SET refreshed = min(refreshed, sequence - 1) WHERE refreshed > 0`,
      `INSERT OR REPLACE INTO outbox (id, kind, site, payload, created_at, attempts, due_at)
     SELECT 'publication:' || site, 'publication', site, json_object('site', site, 'release', release, 'sequence', sequence), created_at, 0, 0
     FROM sites WHERE release > 0`,
    ],
    53: [
      `CREATE TABLE missed_addresses (
      site TEXT NOT NULL, path TEXT NOT NULL, times INTEGER NOT NULL, first_at INTEGER NOT NULL, last_at INTEGER NOT NULL,
      PRIMARY KEY (site, path)) STRICT, WITHOUT ROWID`,
    ],
    54: [`ALTER TABLE missed_addresses ADD COLUMN taken INTEGER NOT NULL DEFAULT 0`],
    58: [
      `CREATE TABLE public_texts (
      site TEXT NOT NULL, page TEXT NOT NULL, text TEXT NOT NULL, PRIMARY KEY (site, page)) STRICT`,
      // The index says more of each page now, so all pages are looked at again.
      `UPDATE public_pages SET path = NULL, about = ''`,
      `UPDATE sites SET refreshed = min(refreshed, sequence - 1) WHERE refreshed > 0`,
      `DELETE FROM public_progress`,
      `INSERT OR REPLACE INTO outbox (id, kind, site, payload, created_at, attempts, due_at)
     SELECT 'publication:' || site, 'publication', site, json_object('site', site, 'release', release, 'sequence', sequence), created_at, 0, 0
     FROM sites WHERE release > 0`,
    ],
  },
};
