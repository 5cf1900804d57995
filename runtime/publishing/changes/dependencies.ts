import type { Sql } from "../../powers/powers.ts";

/** Stands for the site's files among the pages with dependencies. No page has this id. */
export const FILES = "#files";

export interface RecordedQueries {
  /** Digests of results by query key. */
  readonly queries: ReadonlyMap<string, string>;
  /** Dependencies of the site's files: their queries that ask for the time. Undefined before the last pages. */
  readonly fileQueries: readonly string[] | undefined;
}

/**
 * Stores which documents and queries each page read while it was rendered. A publication uses them to find the pages
 * that a change affects.
 */
export class Dependencies {
  readonly #sql: Sql;

  constructor(sql: Sql) {
    this.#sql = sql;
  }

  /** Writes only what differs, because each dependency is in another place of the database. */
  replace(site: string, page: string, dependencies: Iterable<string>): void {
    const before = new Set(
      this.#sql
        .all<{ dependency: string }>(
          "SELECT dependency FROM dependencies INDEXED BY dependencies_page WHERE site = ? AND page = ?",
          site,
          page,
        )
        .map(({ dependency }) => dependency),
    );
    const now = new Set(dependencies);
    const left = "DELETE FROM dependencies WHERE site = ? AND dependency = ? AND page = ?";
    for (const one of before) if (!now.has(one)) this.#sql.all(left, site, one, page);
    const come = "INSERT OR IGNORE INTO dependencies (site, dependency, page) VALUES (?, ?, ?)";
    for (const one of now) if (!before.has(one)) this.#sql.all(come, site, one, page);
  }

  forget(site: string, page: string): void {
    this.#sql.all("DELETE FROM dependencies WHERE site = ? AND page = ?", site, page);
  }

  pagesWith(site: string, dependency: string): string[] {
    return this.#sql
      .all<{ page: string }>("SELECT page FROM dependencies WHERE site = ? AND dependency = ?", site, dependency)
      .map((row) => row.page);
  }

  /** Lists the plugin storages that pages depend on, each with its revision. */
  storage(site: string): string[] {
    return this.#sql
      .all<{ dependency: string }>(
        "SELECT DISTINCT dependency FROM dependencies WHERE site = ? AND dependency >= 'storage:' AND dependency < 'storage;'",
        site,
      )
      .map((row) => row.dependency);
  }

  /** Ids of plugins with sections on published pages, each with the number of those pages. */
  plugins(site: string): Map<string, number> {
    const rows = this.#sql.all<{ dependency: string; pages: number }>(
      "SELECT dependency, count(*) AS pages FROM dependencies WHERE site = ? AND dependency >= 'plugin:' AND dependency < 'plugin;' GROUP BY dependency",
      site,
    );
    return new Map(rows.map((row) => [row.dependency.slice("plugin:".length), row.pages]));
  }

  /** The digest of each query's result in the current release. */
  queryResults(site: string): Map<string, string> {
    const rows = this.#sql.all<{ query: string; result: string }>(
      "SELECT query, result FROM query_results WHERE site = ?",
      site,
    );
    return new Map(rows.map((row) => [row.query, row.result]));
  }

  /** Records the digests of queries' results, and after the last pages the queries of files. */
  recordQueries(site: string, { queries, fileQueries }: RecordedQueries): void {
    if (fileQueries) this.replace(site, FILES, fileQueries);
    // A row that stays as it is leaves its page of the database alone.
    const row = `INSERT INTO query_results (site, query, result) VALUES (?, ?, ?)
       ON CONFLICT (site, query) DO UPDATE SET result = excluded.result WHERE result <> excluded.result`;
    for (const [query, result] of queries) this.#sql.all(row, site, query, result);
  }

  /** Deletes results of queries that no page uses any more. */
  sweepQueries(site: string): void {
    this.#sql.all(
      `DELETE FROM query_results WHERE site = ? AND NOT EXISTS (
         SELECT 1 FROM dependencies WHERE dependencies.site = query_results.site AND dependency = 'query:' || query)`,
      site,
    );
  }
}
