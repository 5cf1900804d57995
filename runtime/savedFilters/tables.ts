import type { AreaTables } from "../database/tables.ts";

/**
 * `saved_filters` has the searches that members keep for a list of the editor, each as the query of an address.
 * `list_columns` has the columns that a member sees in a list, as a JSON array.
 */
export const SAVED_FILTER_TABLES: AreaTables = {
  tables: {
    saved_filters: { fate: "personal" },
    list_columns: { fate: "personal" },
  },
  steps: {
    66: [
      `CREATE TABLE saved_filters (
      site TEXT NOT NULL, id TEXT NOT NULL, member TEXT NOT NULL, list TEXT NOT NULL, name TEXT NOT NULL,
      query TEXT NOT NULL, shared INTEGER NOT NULL, PRIMARY KEY (site, id)) STRICT, WITHOUT ROWID`,
      `CREATE UNIQUE INDEX saved_filters_name ON saved_filters (site, member, list, name)`,
      `CREATE INDEX saved_filters_shared ON saved_filters (site, list) WHERE shared = 1`,
      `CREATE TABLE list_columns (
      site TEXT NOT NULL, member TEXT NOT NULL, list TEXT NOT NULL, columns TEXT NOT NULL,
      PRIMARY KEY (site, member, list)) STRICT, WITHOUT ROWID`,
    ],
  },
};
