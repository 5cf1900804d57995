import { ERASED_AT_ONCE } from "../../manifests/bounds/backups.ts";
import { Refusal } from "../../manifests/refusals/refusal.ts";
import { OneAtATime } from "../area/oneAtATime.ts";
import { type Powers, first } from "../powers/powers.ts";

/** The last erasure of this workspace. */
export interface Erasure {
  /** The digest of the archive that holds the erased state. */
  readonly archive: string;
  readonly sites: readonly string[];
  readonly rows: number;
  readonly at: number;
}

interface Key {
  readonly number: number;
  readonly key: string;
}

/** The public store as an erasure needs it. */
export interface ErasedPlaces {
  delete(keys: readonly string[]): Promise<void>;
  /** Lists keys of this tenant's sites, and the cursor of the next page. `next` is null at the end. */
  list(cursor: string, most: number): Promise<{ readonly keys: readonly string[]; readonly next: string | null }>;
}

/**
 * The unfinished work of an erasure. One transaction empties the workspace and records the erasure. The public store
 * follows: first the known keys, then all further keys that a listing finds.
 */
export class Erasures {
  readonly #powers: Powers;
  readonly #turn = new OneAtATime();

  constructor(powers: Powers) {
    this.#powers = powers;
  }

  /** Records an erasure. The caller runs this in the transaction that empties the workspace. */
  begin({ archive, sites, rows, at }: Erasure, keys: readonly string[]): void {
    const { sql } = this.#powers;
    this.forget();
    sql.all(
      "INSERT INTO erasure (archive, sites, rows, at, cursor) VALUES (?, ?, ?, ?, '')",
      archive,
      JSON.stringify(sites),
      rows,
      at,
    );
    for (const key of keys) sql.all("INSERT INTO erased_public (key) VALUES (?)", key);
  }

  last(): Erasure | undefined {
    const row = first<Omit<Erasure, "sites"> & { readonly sites: string }>(
      this.#powers.sql,
      "SELECT archive, sites, rows, at FROM erasure",
    );
    return row && { ...row, sites: JSON.parse(row.sites) as string[] };
  }

  get isFinished(): boolean {
    return this.#cursor() === null;
  }

  requireFinished(): void {
    if (!this.isFinished)
      throw new Refusal("CONFLICT", {
        conflict: "erasure_unfinished",
        reason: "The erased content is still being removed from public places. Try again in a minute.",
      });
  }

  /** Deletes the record of the erasure, because the workspace has content again. */
  forget(): void {
    this.#powers.sql.all("DELETE FROM erasure");
  }

  /**
   * Removes the next keys. Runs are serialised: one that continued after the erasure could delete content that a
   * restore has written.
   */
  goOn(places: ErasedPlaces): Promise<void> {
    return this.#turn.run(() => this.#goOn(places));
  }

  async #goOn(places: ErasedPlaces): Promise<void> {
    if (this.isFinished) return;
    const known = this.#known();
    await places.delete(known.map(({ key }) => key));
    this.#gone(known);
    if (known.length < ERASED_AT_ONCE) await this.#lookOn(places);
  }

  nextDue(): number | undefined {
    return this.isFinished || this.#turn.isBusy ? undefined : this.#powers.now();
  }

  /**
   * Removes the keys that a listing finds. It reads the listing once, because the store may list removed keys for a
   * while.
   */
  async #lookOn(places: ErasedPlaces): Promise<void> {
    const { keys, next } = await places.list(this.#cursor() ?? "", ERASED_AT_ONCE);
    await places.delete(keys);
    this.#powers.sql.all("UPDATE erasure SET cursor = ?", next);
  }

  #known(): Key[] {
    return this.#powers.sql.all<Key>("SELECT number, key FROM erased_public ORDER BY number LIMIT ?", ERASED_AT_ONCE);
  }

  #gone(keys: readonly Key[]): void {
    const last = keys.at(-1);
    if (last) this.#powers.sql.all("DELETE FROM erased_public WHERE number <= ?", last.number);
  }

  #cursor(): string | null {
    return first<{ cursor: string | null }>(this.#powers.sql, "SELECT cursor FROM erasure")?.cursor ?? null;
  }
}
