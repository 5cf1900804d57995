import {
  MISSED_ADDRESSES_KEPT,
  MISSED_ADDRESSES_PENDING,
  MISSED_ADDRESS_DAYS,
  MISSED_WRITTEN_AFTER_MS,
} from "../../../manifests/bounds/publicContent.ts";
import { type Powers, first } from "../../powers/powers.ts";
import type { StorageQuota } from "../../tenancy/storageQuota.ts";
import { isCountedPath } from "./countedPaths.ts";
import type { MissedAddress } from "./views.ts";

const DAY_MS = 24 * 60 * 60 * 1000;

/** Counts of one site that are not written yet. */
type Pending = Map<string, MissedAddress>;

/**
 * The addresses of each site that visitors asked for in vain, with how often. The path is all that is stored of a visit.
 * A new address takes the place of the rarest, and inherits its count as `taken`. So of n visits, each address with more
 * than n / MISSED_ADDRESSES_KEPT of them stays (Metwally and others, "Space-Saving", 2005).
 */
export class MissedAddresses {
  readonly #powers: Pick<Powers, "sql" | "now">;
  readonly #room: Pick<StorageQuota, "isForStrangers">;
  readonly #pending = new Map<string, Pending>();
  #pendingSince = 0;

  constructor(powers: Pick<Powers, "sql" | "now">, room: Pick<StorageQuota, "isForStrangers">) {
    this.#powers = powers;
    this.#room = room;
  }

  /** Counts one visit in memory. So a visitor gets the answer also where nothing can be written. */
  count(site: string, path: string): void {
    if (!isCountedPath(path)) return;
    const now = this.#powers.now();
    if (this.#pending.size === 0) this.#pendingSince = now;
    const counts = this.#pending.get(site) ?? new Map<string, MissedAddress>();
    const known = counts.get(path);
    if (!known && counts.size >= MISSED_ADDRESSES_PENDING) return;
    const { times = 0, firstAt = now } = known ?? {};
    this.#pending.set(site, counts.set(path, { path, times: times + 1, firstAt, lastAt: now }));
  }

  /** The addresses of a site, the most asked for first. */
  list(site: string): MissedAddress[] {
    const stored = this.#powers.sql.all<MissedAddress & Record<string, string | number>>(
      "SELECT path, times - taken AS times, first_at AS firstAt, last_at AS lastAt FROM missed_addresses WHERE site = ?",
      site,
    );
    const all = new Map(stored.map((row) => [row.path, row as MissedAddress]));
    for (const one of this.#pending.get(site)?.values() ?? []) all.set(one.path, sum(all.get(one.path), one));
    return [...all.values()].toSorted((one, other) => other.times - one.times || other.lastAt - one.lastAt);
  }

  /** The time at which the counts are written: at once if a site has no place for more. Undefined without counts. */
  nextDue(): number | undefined {
    if (this.#pending.size === 0) return undefined;
    const isFull = [...this.#pending.values()].some(({ size }) => size >= MISSED_ADDRESSES_PENDING);
    return isFull ? this.#powers.now() : this.#pendingSince + MISSED_WRITTEN_AFTER_MS;
  }

  /** Writes the counts if they are due, or drops them where the workspace has no room for what visitors cause. */
  writeDue(): void {
    const now = this.#powers.now();
    // A clock that was set back counts as elapsed time.
    if ((this.nextDue() ?? Infinity) > now && this.#pendingSince <= now) return;
    const pending = [...this.#pending];
    // A failure loses counts, and never gathers more of them.
    this.#pending.clear();
    if (pending.length === 0 || !this.#room.isForStrangers) return;
    this.#powers.sql.atomically(() => {
      for (const [site, counts] of pending) for (const one of counts.values()) this.#add(site, one);
    });
  }

  /** Forgets addresses that nobody has asked for in MISSED_ADDRESS_DAYS. */
  sweep(now: number): void {
    this.#powers.sql.all("DELETE FROM missed_addresses WHERE last_at < ?", now - MISSED_ADDRESS_DAYS * DAY_MS);
  }

  #add(site: string, { path, times, firstAt, lastAt }: MissedAddress): void {
    const { sql } = this.#powers;
    const known = sql.all(
      "UPDATE missed_addresses SET times = times + ?, last_at = ? WHERE site = ? AND path = ? RETURNING path",
      times,
      lastAt,
      site,
      path,
    );
    if (known.length > 0) return;
    const taken = this.#freed(site);
    sql.all(
      "INSERT INTO missed_addresses (site, path, times, taken, first_at, last_at) VALUES (?, ?, ?, ?, ?, ?)",
      site,
      path,
      taken + times,
      taken,
      firstAt,
      lastAt,
    );
  }

  /** Makes room for a new address. Answers the count of the one that went. */
  #freed(site: string): number {
    const { sql } = this.#powers;
    const { n = 0 } =
      first<{ n: number }>(sql, "SELECT count(*) AS n FROM missed_addresses WHERE site = ?", site) ?? {};
    if (n < MISSED_ADDRESSES_KEPT) return 0;
    const [gone] = sql.all<{ times: number }>(
      `DELETE FROM missed_addresses WHERE site = ?1 AND path = (
       SELECT path FROM missed_addresses WHERE site = ?1 ORDER BY times, last_at LIMIT 1) RETURNING times`,
      site,
    );
    return gone?.times ?? 0;
  }
}

const sum = (known: MissedAddress | undefined, added: MissedAddress): MissedAddress =>
  known ? { ...added, times: known.times + added.times, firstAt: known.firstAt } : added;
