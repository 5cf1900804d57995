import { ERASED_AT_ONCE } from "../../manifests/bounds.ts";
import { Refusal } from "../../manifests/refusal.ts";
import { OneAtATime } from "../oneAtATime.ts";
import type { Powers } from "../powers.ts";
import { first } from "../powers.ts";

/** The last erasure of this workspace. */
export interface Erasure {
  /** Digest of the archive that has what was erased. */
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
  /** Some of the keys of this tenant's sites, and where to go on; null when there are no more. */
  list(cursor: string, most: number): Promise<{ readonly keys: readonly string[]; readonly next: string | null }>;
}

/**
 * What an erasure leaves to be done. The workspace is empty with the transaction that writes it down; the public store
 * follows: first what is known to lie there, then whatever else is found.
 */
export class Erasures {
  readonly #powers: Powers;
  readonly #turn = new OneAtATime();

  constructor(powers: Powers) {
    this.#powers = powers;
  }

  /** In the transaction that empties the workspace. */
  begin({ archive, sites, rows, at }: Erasure, keys: readonly string[]): void {
    const { sql } = this.#powers;
    this.forget();
    sql.all("INSERT INTO erasure (archive, sites, rows, at, cursor) VALUES (?, ?, ?, ?, '')", archive, JSON.stringify(sites), rows, at);
    for (const key of keys) sql.all("INSERT INTO erased_public (key) VALUES (?)", key);
  }

  last(): Erasure | undefined {
    const row = first<Omit<Erasure, "sites"> & { readonly sites: string }>(this.#powers.sql, "SELECT archive, sites, rows, at FROM erasure");
    return row && { ...row, sites: JSON.parse(row.sites) as string[] };
  }

  get isFinished(): boolean {
    return this.#cursor() === null;
  }

  requireFinished(): void {
    if (!this.isFinished) throw new Refusal("CONFLICT", { reason: "What was erased is still being removed from public places; try again in a minute." });
  }

  /** There is something here again. */
  forget(): void {
    this.#powers.sql.all("DELETE FROM erasure");
  }

  /** One after the other: what is still removing when it is finished would remove what a restore has put there. */
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

  /** Looked through once: the store may go on listing what it has removed. */
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
