import type { AreaTables } from "../database/tables.ts";

/**
 * A row is a link that shows a draft to a person without an account. `digest` is the SHA-256 of its secret, which is
 * stored nowhere. `pages` is a JSON array of page ids, or NULL for the whole draft. `remarks` is 1 if guests may leave remarks, and
 * `readers` is 1 if the link shows pages for readers, too. No archive has links: a restore
 * must not bring back one that a member took back.
 */
export const SHARING_TABLES: AreaTables = {
  tables: { share_links: { fate: "transient" } },
  steps: {
    48: [
      `CREATE TABLE share_links (
      site TEXT NOT NULL, id TEXT NOT NULL, digest TEXT NOT NULL, name TEXT NOT NULL, pages TEXT, made_by TEXT NOT NULL,
      made_at INTEGER NOT NULL, ends_at INTEGER NOT NULL, opened INTEGER NOT NULL, opened_at INTEGER,
      PRIMARY KEY (site, id)) STRICT, WITHOUT ROWID`,
      `CREATE UNIQUE INDEX share_links_digest ON share_links (site, digest)`,
    ],
    59: [`ALTER TABLE share_links ADD COLUMN remarks INTEGER NOT NULL DEFAULT 0`],
    71: [`ALTER TABLE share_links ADD COLUMN readers INTEGER NOT NULL DEFAULT 0`],
  },
};
