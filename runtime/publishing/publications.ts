import { PUBLICATIONS_KEPT_MAX } from "../../manifests/bounds/publishing.ts";
import { type Sql, first } from "../powers/powers.ts";

/** One publication: the release that visitors see from then on. */
export interface Publication {
  /** The number of the publication at its site. */
  readonly sequence: number;
  readonly release: number;
  readonly actor: string;
  /** The time in milliseconds since the epoch. */
  readonly at: number;
}

/** Every publication and every restore of a site, in their order. */
export class Publications {
  readonly #sql: Sql;

  constructor(sql: Sql) {
    this.#sql = sql;
  }

  /** Records a publication. The caller holds the transaction in which visitors begin to see the release. */
  add(site: string, { sequence, release, actor, at }: Publication): void {
    this.#sql.all(
      "INSERT INTO publications (site, sequence, release, actor, at) VALUES (?, ?, ?, ?, ?)",
      site,
      sequence,
      release,
      actor,
      at,
    );
  }

  /** The release that visitors saw before a release was first published. 0 if there was none. */
  shownBefore(site: string, release: number): number {
    const query = "SELECT min(sequence) AS sequence FROM publications WHERE site = ? AND release = ?";
    const row = first<{ sequence: number | null }>(this.#sql, query, site, release);
    return this.releaseOf(site, (row?.sequence ?? 0) - 1);
  }

  /** The release of a publication, by its sequence number. 0 for the time before the first. */
  releaseOf(site: string, sequence: number): number {
    const query = "SELECT release FROM publications WHERE site = ? AND sequence = ?";
    return first<{ release: number }>(this.#sql, query, site, sequence)?.release ?? 0;
  }

  /** The releases that visitors have seen since a publication, and with it. */
  since(site: string, sequence: number): number[] {
    const query = "SELECT DISTINCT release FROM publications WHERE site = ? AND sequence >= ?";
    return this.#sql.all<{ release: number }>(query, site, sequence).map(({ release }) => release);
  }

  /**
   * Deletes the publications of releases that are deleted, and all but the last. Those since `refreshed` stay, because
   * visitors may still see their releases. So does the one with the highest release: no later release takes its number.
   */
  prune(site: string, refreshed: number): void {
    this.#sql.all(
      `DELETE FROM publications WHERE site = ?1 AND sequence < ?2
       AND release < (SELECT max(release) FROM publications WHERE site = ?1)
       AND (release NOT IN (SELECT id FROM releases WHERE site = ?1)
         OR sequence <= (SELECT max(sequence) FROM publications WHERE site = ?1) - ?3)`,
      site,
      refreshed,
      PUBLICATIONS_KEPT_MAX,
    );
  }
}
