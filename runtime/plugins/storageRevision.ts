import type { Sql } from "../powers.ts";
import { first } from "../powers.ts";

/** Raised with every change of what a plugin has stored for a site; 0 before it has stored anything. */
export const storageRevision = (sql: Sql, site: string, plugin: string): number =>
  first<{ revision: number }>(sql, "SELECT revision FROM plugin_storage_use WHERE site = ? AND plugin = ?", site, plugin)?.revision ?? 0;
