import { type Sql, first } from "../../powers/powers.ts";

/** The revision of a plugin's storage at a site. Every change increments it; 0 before the first. */
export const storageRevision = (sql: Sql, site: string, plugin: string): number =>
  first<{ revision: number }>(
    sql,
    "SELECT revision FROM plugin_storage_use WHERE site = ? AND plugin = ?",
    site,
    plugin,
  )?.revision ?? 0;
