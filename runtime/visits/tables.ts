import type { AreaTables } from "../database/tables.ts";

/**
 * A row counts the visits of one day in the site's time zone. They are those of a page (`sort` is `path`), or those
 * from another host (`from`). The row without a name counts all pages or hosts beyond the bounds of a day. A count less
 * `taken` is what was counted under the row's name. No row is about a visitor. No archive has the numbers: they tell of a site's past at its place.
 */
export const VISIT_TABLES: AreaTables = {
  tables: { visits: { fate: "transient" } },
  steps: {
    61: [
      `CREATE TABLE visits (
      site TEXT NOT NULL, day TEXT NOT NULL, sort TEXT NOT NULL CHECK (sort IN ('path', 'from')), name TEXT NOT NULL,
      times INTEGER NOT NULL, PRIMARY KEY (site, day, sort, name)) STRICT, WITHOUT ROWID`,
      `CREATE INDEX visits_day ON visits (day)`,
    ],
    63: [`ALTER TABLE visits ADD COLUMN taken INTEGER NOT NULL DEFAULT 0`],
  },
};
