import { type Sql, first } from "../../powers/powers.ts";
import { FORMER_PATHS_MAX } from "../../../manifests/bounds/media.ts";
import { Refusal } from "../../../manifests/refusals/refusal.ts";
import { normalPath } from "../../../manifests/shapes/normalPath.ts";
import { originalPaths } from "./originalPaths.ts";

/** The paths at which files were on earlier sites, in their normal form. Each path belongs to one file of a site. */
export class FormerPaths {
  readonly #sql: Sql;

  constructor(sql: Sql) {
    this.#sql = sql;
  }

  /** The paths of some files, by their ids. Files without one are left out. */
  of(site: string, ids: readonly string[]): ReadonlyMap<string, string[]> {
    const rows = this.#sql.all<{ digest: string; path: string }>(
      `SELECT digest, path FROM media_former_paths WHERE site = ? AND digest IN (SELECT value FROM json_each(?))
       ORDER BY digest, path`,
      site,
      JSON.stringify(ids),
    );
    const found = new Map<string, string[]>();
    for (const { digest, path } of rows) found.set(digest, [...(found.get(digest) ?? []), path]);
    return found;
  }

  /** Gives a file these paths and no others. */
  replace(site: string, id: string, paths: readonly string[]): void {
    this.forget(site, id);
    for (const path of paths) this.add(site, id, path);
  }

  /** A path that another file has moves to this one. Throws TOO_LARGE. */
  add(site: string, id: string, path: string): void {
    const query = "SELECT count(*) AS n FROM media_former_paths WHERE site = ? AND digest = ? AND path <> ?";
    const others = first<{ n: number }>(this.#sql, query, site, id, normalPath(path))?.n ?? 0;
    if (others >= FORMER_PATHS_MAX) throw new Refusal("TOO_LARGE", { kind: "formerPaths", most: FORMER_PATHS_MAX });
    this.#sql.all(
      "INSERT OR REPLACE INTO media_former_paths (site, path, digest) VALUES (?, ?, ?)",
      site,
      normalPath(path),
      id,
    );
  }

  forget(site: string, id: string): void {
    this.#sql.all("DELETE FROM media_former_paths WHERE site = ? AND digest = ?", site, id);
  }

  /**
   * The id of the file that had a path, or whose copy had it. For a file whose place another one has taken, the id of
   * the other one.
   */
  fileAt(site: string, path: string): string | undefined {
    const asked = normalPath(path);
    const row = first<{ digest: string }>(
      this.#sql,
      `SELECT coalesce(replaced_by, digest) AS digest FROM json_each(?) AS wanted
         JOIN media_former_paths AS former ON former.site = ?2 AND former.path = wanted.value
         JOIN media_files USING (site, digest)
       ORDER BY wanted.key LIMIT 1`,
      JSON.stringify([asked, ...originalPaths(asked)]),
      site,
    );
    return row?.digest;
  }
}
