import {
  MISSED_ADDRESSES_KEPT,
  MISSED_ADDRESSES_PENDING,
  MISSED_ADDRESS_DAYS,
  MISSED_ADDRESS_MAX_CHARS,
  MISSED_WRITTEN_EVERY_MS,
} from "../../../manifests/bounds/publicContent.ts";
import type { Powers } from "../../powers/powers.ts";
import type { MissedAddress } from "./views.ts";

/** Addresses for which browsers and programs ask by themselves. */
const ASKED_BY_PROGRAMS = /^\/(?:\.well-known\/|favicon\.ico$|apple-touch-icon[^/]*\.png$|browserconfig\.xml$)/i;

/** Signs of a person or a secret in an address: a mail address, a UUID, or a long run of letters and digits. */
const PERSONAL = /@|%40|[0-9a-f]{8}-[0-9a-f]{4}-|(?=[^/]*\d)(?=[^/]*[a-z])[\w~+=]{20}/i;

const DAY_MS = 24 * 60 * 60 * 1000;

type Pending = Map<string, MissedAddress>;

interface Held {
  readonly byPath: Pending;
  writtenAt: number;
}

/**
 * The addresses of each site that visitors asked for in vain, with how often. The path is all that is stored of a visit.
 * The rarest make room for new ones. So a flood of invented addresses pushes out none that many ask for.
 */
export class MissedAddresses {
  readonly #powers: Pick<Powers, "sql" | "now">;
  /** Counts that are not written yet. A crash may lose them. */
  readonly #pending = new Map<string, Held>();

  constructor(powers: Pick<Powers, "sql" | "now">) {
    this.#powers = powers;
  }

  /** Counts one visit. The first after a while is written at once, because a quiet site may have no second one. */
  count(site: string, path: string): void {
    if (!isCounted(path)) return;
    const now = this.#powers.now();
    const held = this.#pending.get(site) ?? { byPath: new Map(), writtenAt: Number.NEGATIVE_INFINITY };
    this.#pending.set(site, held);
    const { times = 0, firstAt = now } = held.byPath.get(path) ?? {};
    held.byPath.set(path, { path, times: times + 1, firstAt, lastAt: now });
    const isDue = Math.abs(now - held.writtenAt) >= MISSED_WRITTEN_EVERY_MS;
    if (isDue || held.byPath.size >= MISSED_ADDRESSES_PENDING) this.#write(site, held, now);
  }

  /** The addresses of a site, the most asked for first. */
  list(site: string): MissedAddress[] {
    const stored = this.#powers.sql.all<MissedAddress & Record<string, string | number>>(
      "SELECT path, times, first_at AS firstAt, last_at AS lastAt FROM missed_addresses WHERE site = ?",
      site,
    );
    const all = new Map(stored.map((row) => [row.path, row as MissedAddress]));
    for (const one of this.#pending.get(site)?.byPath.values() ?? []) all.set(one.path, sum(all.get(one.path), one));
    return [...all.values()].toSorted((one, other) => other.times - one.times || other.lastAt - one.lastAt);
  }

  /** Forgets addresses that nobody has asked for in MISSED_ADDRESS_DAYS. */
  sweep(now: number): void {
    this.#powers.sql.all("DELETE FROM missed_addresses WHERE last_at < ?", now - MISSED_ADDRESS_DAYS * DAY_MS);
  }

  #write(site: string, held: Held, now: number): void {
    const { sql } = this.#powers;
    sql.atomically(() => {
      for (const { path, times, firstAt, lastAt } of held.byPath.values())
        sql.all(
          `INSERT INTO missed_addresses (site, path, times, first_at, last_at) VALUES (?, ?, ?, ?, ?)
           ON CONFLICT (site, path) DO UPDATE SET times = times + excluded.times, last_at = excluded.last_at`,
          site,
          path,
          times,
          firstAt,
          lastAt,
        );
      sql.all(
        `DELETE FROM missed_addresses WHERE site = ?1 AND path IN (
         SELECT path FROM missed_addresses WHERE site = ?1 ORDER BY times DESC, last_at DESC LIMIT -1 OFFSET ?2)`,
        site,
        MISSED_ADDRESSES_KEPT,
      );
    });
    held.byPath.clear();
    held.writtenAt = now;
  }
}

const isCounted = (path: string): boolean =>
  path.length <= MISSED_ADDRESS_MAX_CHARS && !ASKED_BY_PROGRAMS.test(path) && !PERSONAL.test(path);

const sum = (known: MissedAddress | undefined, added: MissedAddress): MissedAddress =>
  known ? { ...added, times: known.times + added.times, firstAt: known.firstAt } : added;
