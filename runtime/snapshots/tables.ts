import type { AreaTables } from "../database/tables.ts";

/** `section_data` has the data that plugins computed for sections, by release like `entries`. */
export const SNAPSHOT_TABLES: AreaTables = {
  tables: {
    section_data: { fate: "archived", place: 7 },
  },
  steps: {
    9: [
      `CREATE TABLE section_data (
      site TEXT NOT NULL, page TEXT NOT NULL, provider TEXT NOT NULL, release INTEGER NOT NULL,
      plugin TEXT NOT NULL, digest TEXT NOT NULL, reads TEXT NOT NULL, data TEXT,
      PRIMARY KEY (site, page, provider, release)) STRICT`,
      `CREATE INDEX section_data_release ON section_data (site, release)`,
    ],
  },
};
