import type { AreaTables } from "../database/tables.ts";

/**
 * `removed_sites` has the last removal of each site's id; `cursor` is its position in the public store's listing, null
 * at the end. `removed_public` has the known keys that are still to be removed there. Their columns are not named
 * `site`, because rows of a site go with it.
 */
export const OPERATING_TABLES: AreaTables = {
  tables: {
    removed_sites: { fate: "operational", surviving: {} },
    removed_public: { fate: "transient", surviving: {} },
  },
  steps: {
    57: [
      `CREATE TABLE removed_sites (
      id TEXT PRIMARY KEY, backup TEXT NOT NULL, archive TEXT NOT NULL, rows INTEGER NOT NULL, files INTEGER NOT NULL,
      at INTEGER NOT NULL, cursor TEXT) STRICT, WITHOUT ROWID`,
      `CREATE TABLE removed_public (number INTEGER PRIMARY KEY, id TEXT NOT NULL, key TEXT NOT NULL) STRICT`,
    ],
  },
};
