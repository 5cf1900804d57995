import type { AreaTables } from "../database/tables.ts";

/**
 * `readers` has the people with a reader's account. `person` is the address in lower case, and `in_groups` a JSON array.
 * `made_by` is the member who added the reader, and empty for one who signed up. `reader_links`, `reader_logins` and
 * `reader_feeds` have digests of secrets alone. No archive has them, because a restore must not open a door again.
 */
export const READER_TABLES: AreaTables = {
  tables: {
    readers: { fate: "archived", place: 48 },
    reader_links: { fate: "transient" },
    reader_logins: { fate: "transient" },
    reader_feeds: { fate: "transient" },
  },
  steps: {
    70: [
      `CREATE TABLE readers (
      site TEXT NOT NULL, id TEXT NOT NULL, person TEXT NOT NULL, address TEXT NOT NULL, in_groups TEXT NOT NULL,
      made_at INTEGER NOT NULL, made_by TEXT NOT NULL, seen_at INTEGER, PRIMARY KEY (site, id)) STRICT, WITHOUT ROWID`,
      `CREATE UNIQUE INDEX readers_person ON readers (site, person)`,
      `CREATE TABLE reader_links (
      site TEXT NOT NULL, digest TEXT NOT NULL, address TEXT NOT NULL, path TEXT NOT NULL, ends_at INTEGER NOT NULL,
      PRIMARY KEY (site, digest)) STRICT, WITHOUT ROWID`,
      `CREATE TABLE reader_logins (
      site TEXT NOT NULL, digest TEXT NOT NULL, reader TEXT NOT NULL, made_at INTEGER NOT NULL, ends_at INTEGER NOT NULL,
      PRIMARY KEY (site, digest)) STRICT, WITHOUT ROWID`,
      `CREATE INDEX reader_logins_reader ON reader_logins (site, reader, made_at)`,
    ],
    73: [
      `CREATE TABLE reader_feeds (
      site TEXT NOT NULL, reader TEXT NOT NULL, digest TEXT NOT NULL, PRIMARY KEY (site, reader)) STRICT, WITHOUT ROWID`,
      `CREATE UNIQUE INDEX reader_feeds_digest ON reader_feeds (site, digest)`,
    ],
  },
};
