import type { AreaTables } from "../database/tables.ts";

/**
 * `entries` has the pages that visitors see. For a release, a path's row is the one with the highest `release` up to
 * its own number. A row without `blob` marks the path as gone. So a new release writes only differences. `schedules`
 * pin the draft by the change counter, as a whole or for chosen documents. `assets` has files of packages, each with
 * the last release that may show it; their blobs are base64 under the digest in the package. A blob with `common` is a
 * page that shares text with others: `body` has the positions of its two `page_parts`. `clock_moments` has when
 * the clock next changes what a site's visitors see. `releases.bytes` is what a
 * release added to the database, and `releases.joined` a list of the other members whose publications it carries.
 */
export const PUBLISHING_TABLES: AreaTables = {
  tables: {
    releases: { fate: "archived", place: 3 },
    entries: { fate: "archived", place: 4 },
    blobs: { fate: "archived", place: 5, lasting: "body" },
    stylesheets: { fate: "archived", place: 6 },
    // Publications derived these rows from plugins that may have changed since. The next publication builds on the
    // rows, so an archive keeps them.
    dependencies: { fate: "archived", place: 8 },
    query_results: { fate: "archived", place: 9 },
    publications: { fate: "archived", place: 10 },
    schedules: { fate: "archived", place: 11 },
    assets: { fate: "archived", place: 30 },
    page_parts: { fate: "archived", place: 35, lasting: "body" },
    // A restored site keeps moving with the time, and nothing else would compute the moment before a publication.
    clock_moments: { fate: "archived", place: 36 },
  },
  steps: {
    1: [
      `CREATE TABLE releases (
      site TEXT NOT NULL, id INTEGER NOT NULL, state TEXT NOT NULL, change INTEGER NOT NULL, chrome TEXT NOT NULL,
      plugins TEXT NOT NULL, origin TEXT NOT NULL, stylesheet TEXT NOT NULL, actor TEXT NOT NULL, created_at INTEGER NOT NULL,
      finished_at INTEGER, cursor TEXT, done INTEGER NOT NULL, total INTEGER NOT NULL, changed INTEGER NOT NULL, problem TEXT,
      PRIMARY KEY (site, id)) STRICT`,
      `CREATE UNIQUE INDEX releases_building ON releases (site) WHERE state = 'building'`,
      `CREATE TABLE entries (
      site TEXT NOT NULL, path TEXT NOT NULL, release INTEGER NOT NULL, page TEXT NOT NULL, blob TEXT, frames TEXT NOT NULL,
      PRIMARY KEY (site, path, release)) STRICT, WITHOUT ROWID`,
      `CREATE INDEX entries_release ON entries (site, release)`,
      `CREATE TABLE blobs (digest TEXT PRIMARY KEY, body TEXT NOT NULL) STRICT`,
      `CREATE TABLE stylesheets (site TEXT NOT NULL, digest TEXT NOT NULL, release INTEGER NOT NULL, PRIMARY KEY (site, digest)) STRICT, WITHOUT ROWID`,
      `CREATE TABLE dependencies (site TEXT NOT NULL, dependency TEXT NOT NULL, page TEXT NOT NULL, PRIMARY KEY (site, dependency, page)) STRICT, WITHOUT ROWID`,
      `CREATE INDEX dependencies_page ON dependencies (site, page)`,
      `CREATE TABLE query_results (site TEXT NOT NULL, query TEXT NOT NULL, result TEXT NOT NULL, PRIMARY KEY (site, query)) STRICT, WITHOUT ROWID`,
      `CREATE TABLE publications (
      site TEXT NOT NULL, sequence INTEGER NOT NULL, release INTEGER NOT NULL, actor TEXT NOT NULL, at INTEGER NOT NULL,
      PRIMARY KEY (site, sequence)) STRICT`,
    ],
    2: [
      `CREATE TABLE schedules (
      site TEXT NOT NULL, id TEXT NOT NULL, number INTEGER NOT NULL, at INTEGER NOT NULL, label TEXT, state TEXT NOT NULL,
      change INTEGER NOT NULL, actor TEXT NOT NULL, created_at INTEGER NOT NULL, due_at INTEGER NOT NULL, attempts INTEGER NOT NULL,
      finished_at INTEGER, release INTEGER, problem TEXT,
      PRIMARY KEY (site, id)) STRICT`,
      `CREATE INDEX schedules_waiting ON schedules (site, at, number) WHERE state = 'waiting'`,
      `CREATE INDEX schedules_number ON schedules (site, number)`,
    ],
    5: [`ALTER TABLE releases ADD COLUMN attempts INTEGER NOT NULL DEFAULT 0`],
    9: [`ALTER TABLE releases ADD COLUMN notices TEXT NOT NULL DEFAULT '[]'`],
    27: [`ALTER TABLE schedules ADD COLUMN chosen TEXT`],
    30: [
      `CREATE TABLE assets (
      site TEXT NOT NULL, path TEXT NOT NULL, type TEXT NOT NULL, blob TEXT NOT NULL, release INTEGER NOT NULL,
      PRIMARY KEY (site, path)) STRICT, WITHOUT ROWID`,
    ],
    37: [
      `CREATE TABLE page_parts (number INTEGER PRIMARY KEY, body TEXT NOT NULL) STRICT`,
      `ALTER TABLE blobs ADD COLUMN common INTEGER`,
      `ALTER TABLE blobs ADD COLUMN own INTEGER`,
      `ALTER TABLE releases ADD COLUMN bytes INTEGER NOT NULL DEFAULT 0`,
    ],
    38: [`ALTER TABLE releases ADD COLUMN restarts INTEGER NOT NULL DEFAULT 0`],
    41: [
      `CREATE TABLE clock_moments (site TEXT PRIMARY KEY, due INTEGER NOT NULL, at INTEGER NOT NULL, ran INTEGER) STRICT, WITHOUT ROWID`,
    ],
    50: [`ALTER TABLE releases ADD COLUMN joined TEXT NOT NULL DEFAULT '[]'`],
    51: [
      `ALTER TABLE schedules ADD COLUMN request TEXT`,
      `ALTER TABLE schedules ADD COLUMN past_review INTEGER NOT NULL DEFAULT 0`,
    ],
  },
};
