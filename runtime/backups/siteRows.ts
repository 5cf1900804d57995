import type { Claims } from "../commands/claims.ts";
import { countRowsOf, deleteRowsOf } from "../database/anyTable.ts";
import type { Tables } from "../database/tables.ts";
import type { MediaFiles } from "../media/files.ts";
import type { MediaObjects } from "../media/objects.ts";
import type { Powers, Sql } from "../powers/powers.ts";
import { sweepBlobs } from "../publishing/blobs/pageBlobs.ts";
import type { FormFiles } from "../submissions/files.ts";
import { columnsOf, tablesOf } from "./columns.ts";

/** The database, and the files outside of it that rows of a site name. */
export interface SiteRowsParts {
  readonly powers: Pick<Powers, "sql">;
  readonly tables: Tables;
  readonly claims: Claims;
  readonly mediaFiles: Pick<MediaFiles, "digestsOf">;
  readonly mediaObjects: MediaObjects;
  readonly formFiles: FormFiles;
}

/** The tables with rows of single sites. */
const tablesWithSites = (sql: Sql): string[] =>
  tablesOf(sql).filter((table) => columnsOf(sql, table)?.all.includes("site"));

/** The archived and submitted rows of one site. */
export const countSiteRows = (sql: Sql, declared: Tables, site: string): number => {
  const wanted = new Set(declared.namesOf("archived", "submitted"));
  const names = tablesWithSites(sql).filter((name) => wanted.has(name));
  return names.reduce((sum, name) => sum + countRowsOf(sql, name, site), 0);
};

/**
 * Deletes every row of one site, from every table that names a site, and marks its files for removal. A file that
 * another site lists stays, and so do audit rows that the control plane still gets.
 */
export function deleteSite(parts: SiteRowsParts, site: string): void {
  const { powers, tables, claims, mediaFiles, mediaObjects, formFiles } = parts;
  const { sql } = powers;
  const spared = new Map(tables.surviving.map(([name, { where }]) => [name, where]));
  sql.atomically(() => {
    const files = mediaFiles.digestsOf(site);
    formFiles.abandonOf(site);
    for (const table of tablesWithSites(sql)) deleteRowsOf(sql, table, site, spared.get(table));
    claims.forgetSite(site);
    for (const digest of files) mediaObjects.release(digest, false);
    mediaObjects.sweep();
    sweepBlobs(sql);
  });
}
