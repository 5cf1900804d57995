import type { AreaTables } from "../database/tables.ts";

/**
 * A remark is about a page of the draft, or a section or a value in it. `quote` is the text that it means. Its words
 * are what members and guests said, in their order; `name` is the name that a guest typed. `mentions` is a JSON array
 * of identities. `link` is the share link of a guest. No release has remarks.
 */
export const REMARK_TABLES: AreaTables = {
  tables: {
    remarks: { fate: "archived", place: 43 },
    remark_words: { fate: "archived", place: 44 },
  },
  steps: {
    59: [
      `CREATE TABLE remarks (
      site TEXT NOT NULL, id TEXT NOT NULL, number INTEGER NOT NULL, page TEXT NOT NULL, section TEXT, pointer TEXT,
      quote TEXT NOT NULL, link TEXT, resolved_by TEXT, resolved_at INTEGER,
      PRIMARY KEY (site, id)) STRICT, WITHOUT ROWID`,
      `CREATE UNIQUE INDEX remarks_number ON remarks (site, number)`,
      `CREATE INDEX remarks_page ON remarks (site, page, number)`,
      `CREATE TABLE remark_words (
      site TEXT NOT NULL, remark TEXT NOT NULL, number INTEGER NOT NULL, said_by TEXT NOT NULL, name TEXT, at INTEGER NOT NULL,
      words TEXT NOT NULL, mentions TEXT NOT NULL,
      PRIMARY KEY (site, remark, number)) STRICT, WITHOUT ROWID`,
    ],
  },
};
