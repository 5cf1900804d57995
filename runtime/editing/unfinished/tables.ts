import type { AreaTables } from "../../database/tables.ts";

/** `unfinished_edits` holds each member's edits of a page that cannot be saved yet. */
export const UNFINISHED_TABLES: AreaTables = {
  tables: {
    unfinished_edits: { fate: "personal" },
  },
  steps: {
    29: [
      `CREATE TABLE unfinished_edits (
      site TEXT NOT NULL, member TEXT NOT NULL, page TEXT NOT NULL, version INTEGER NOT NULL, base INTEGER NOT NULL,
      operations TEXT NOT NULL, bytes INTEGER NOT NULL, at INTEGER NOT NULL, PRIMARY KEY (site, member, page)) STRICT`,
      `CREATE INDEX unfinished_edits_at ON unfinished_edits (at)`,
    ],
  },
};
