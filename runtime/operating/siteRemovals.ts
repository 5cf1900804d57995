import { ERASED_AT_ONCE } from "../../manifests/bounds/backups.ts";
import { Refusal } from "../../manifests/refusals/refusal.ts";
import type { ErasedPlaces } from "../backups/erasures.ts";
import { OneAtATime } from "../area/oneAtATime.ts";
import { type Powers, first } from "../powers/powers.ts";
import { siteKeys } from "../serving/publicKeys.ts";

/** The removal of a site, as the workspace remembers it. */
export interface SiteRemoval {
  readonly site: string;
  /** Id and digest of the backup that keeps the site. */
  readonly backup: string;
  readonly archive: string;
  readonly rows: number;
  /** The files that the site listed. */
  readonly files: number;
  readonly at: number;
  /** False while its public content is being removed. */
  readonly finished: boolean;
}

interface Row {
  readonly id: string;
  readonly cursor: string | null;
}

interface Key {
  readonly number: number;
  readonly key: string;
}

/**
 * The removed sites, and the removal of their public content. One transaction deletes a site's rows and begins its
 * removal here. The public store follows: first the known keys, then further ones that a listing finds.
 */
export class SiteRemovals {
  readonly #powers: Pick<Powers, "sql" | "now">;
  readonly #turn = new OneAtATime();

  constructor(powers: Pick<Powers, "sql" | "now">) {
    this.#powers = powers;
  }

  /** Records a removal. The caller runs this in the transaction that deletes the rows. */
  begin({ site, backup, archive, rows, files, at }: Omit<SiteRemoval, "finished">, keys: readonly string[]): void {
    const { sql } = this.#powers;
    this.forget(site);
    const query =
      "INSERT INTO removed_sites (id, backup, archive, rows, files, at, cursor) VALUES (?, ?, ?, ?, ?, ?, '')";
    sql.all(query, site, backup, archive, rows, files, at);
    for (const key of keys) sql.all("INSERT INTO removed_public (id, key) VALUES (?, ?)", site, key);
  }

  find(site: string): SiteRemoval | undefined {
    const query = `SELECT id AS site, backup, archive, rows, files, at, cursor IS NULL AS finished
      FROM removed_sites WHERE id = ?`;
    const row = first<Omit<SiteRemoval, "finished"> & { readonly finished: number }>(this.#powers.sql, query, site);
    return row && { ...row, finished: row.finished === 1 };
  }

  ids(): readonly string[] {
    return this.#powers.sql.all<{ id: string }>("SELECT id FROM removed_sites ORDER BY id").map(({ id }) => id);
  }

  /** Refuses a new site whose id a removed site still has in public places. */
  requireFinished(site: string): void {
    if (this.find(site)?.finished === false)
      throw new Refusal("CONFLICT", {
        conflict: "erasure_unfinished",
        reason: "The removed site's content is still being removed from public places. Try again in a minute.",
      });
  }

  /** Deletes the record of a removal, because a site has its id again. */
  forget(site: string): void {
    this.#powers.sql.all("DELETE FROM removed_sites WHERE id = ?", site);
    this.#powers.sql.all("DELETE FROM removed_public WHERE id = ?", site);
  }

  /** Removes the next keys of each removed site. Runs are serialised. */
  goOn(places: ErasedPlaces): Promise<void> {
    return this.#turn.run(async () => {
      for (const row of this.#unfinished()) await this.#goOn(row, places);
    });
  }

  nextDue(): number | undefined {
    return this.#turn.isBusy || this.#unfinished().length === 0 ? undefined : this.#powers.now();
  }

  async #goOn({ id, cursor }: Row, places: ErasedPlaces): Promise<void> {
    const { sql } = this.#powers;
    const query = "SELECT number, key FROM removed_public WHERE id = ? ORDER BY number LIMIT ?";
    const known = sql.all<Key & Record<string, string | number>>(query, id, ERASED_AT_ONCE);
    await places.delete(known.map(({ key }) => key));
    const last = known.at(-1);
    if (last) sql.all("DELETE FROM removed_public WHERE id = ? AND number <= ?", id, last.number);
    if (known.length === ERASED_AT_ONCE) return;
    const { keys, next } = await places.list(cursor ?? "", ERASED_AT_ONCE);
    const prefix = siteKeys(id);
    await places.delete(keys.filter((key) => key.startsWith(prefix)));
    sql.all("UPDATE removed_sites SET cursor = ? WHERE id = ?", next, id);
  }

  #unfinished(): Row[] {
    const query = "SELECT id, cursor FROM removed_sites WHERE cursor IS NOT NULL ORDER BY at, id";
    return this.#powers.sql.all<Row & Record<string, string | null>>(query);
  }
}
