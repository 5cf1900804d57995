import type { AreaTables } from "../database/tables.ts";

/**
 * `review_rules` says what a site's publications need, as JSON. A request asks for a publication of `chosen` (as a
 * schedule stores it) at exactly `change`. `asked` is JSON: the people whom it asks, and `askers`, who asked for it in this
 * request or in those before it. Its steps are approvals and words. A restored site keeps them: its documents
 * are at the same change.
 */
export const REVIEW_TABLES: AreaTables = {
  tables: {
    review_rules: { fate: "archived", place: 39 },
    publication_requests: { fate: "archived", place: 40 },
    request_steps: { fate: "archived", place: 41 },
  },
  steps: {
    51: [
      `CREATE TABLE review_rules (site TEXT PRIMARY KEY, rules TEXT NOT NULL) STRICT, WITHOUT ROWID`,
      `CREATE TABLE publication_requests (
      site TEXT NOT NULL, id TEXT NOT NULL, number INTEGER NOT NULL, change INTEGER NOT NULL, chosen TEXT, words TEXT NOT NULL,
      asked TEXT NOT NULL, asked_by TEXT NOT NULL, asked_at INTEGER NOT NULL, state TEXT NOT NULL, ended_at INTEGER,
      release INTEGER, schedule TEXT, again TEXT,
      PRIMARY KEY (site, id)) STRICT, WITHOUT ROWID`,
      `CREATE UNIQUE INDEX publication_requests_number ON publication_requests (site, number)`,
      `CREATE TABLE request_steps (
      site TEXT NOT NULL, request TEXT NOT NULL, number INTEGER NOT NULL, did TEXT NOT NULL, actor TEXT NOT NULL, at INTEGER NOT NULL,
      words TEXT NOT NULL,
      PRIMARY KEY (site, request, number)) STRICT, WITHOUT ROWID`,
    ],
  },
};
