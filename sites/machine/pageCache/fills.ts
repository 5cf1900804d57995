import { FILL_MAX_MS, FILLS_MAX } from "../../../manifests/bounds/publicContent.ts";

/** Answers on their way into one place of the cache. */
interface Fill {
  /** Lookups without an answer that began after the last purge. */
  fresh: number;
  /** Lookups that began before it: what they bring may be old. */
  spoiled: number;
  /** When the lookups are given up, in milliseconds of a monotonic clock. */
  until: number;
}

/**
 * Keeps an answer out of the cache that was made before a purge and arrives after it. Otherwise visitors would see the
 * old page again, after they had seen the new one.
 *
 * Nothing tells which lookup an answer belongs to. So while one that began before the purge is open, no answer is kept.
 */
export class Fills {
  readonly #now: () => number;
  readonly #fills = new Map<string, Fill>();

  constructor(now: () => number) {
    this.#now = now;
  }

  get size(): number {
    return this.#fills.size;
  }

  /** Notes a lookup that found nothing. */
  begin(key: string): void {
    const fill = this.#open(key) ?? { fresh: 0, spoiled: 0, until: 0 };
    fill.fresh++;
    if (fill.spoiled === 0) fill.until = this.#now() + FILL_MAX_MS;
    this.#fills.set(key, fill);
    const [oldest] = this.#fills.keys();
    if (this.#fills.size > FILLS_MAX && oldest !== undefined) this.#fills.delete(oldest);
  }

  /** Notes a purge. */
  spoil(key: string): void {
    const fill = this.#open(key);
    if (!fill) return;
    fill.spoiled += fill.fresh;
    fill.fresh = 0;
    fill.until = this.#now() + FILL_MAX_MS;
  }

  /** Notes the answer to a lookup. True if the cache may keep it. */
  end(key: string): boolean {
    const fill = this.#open(key);
    if (!fill) return true;
    const isFresh = fill.spoiled === 0;
    if (fill.fresh > 0) fill.fresh--;
    else fill.spoiled--;
    if (fill.fresh + fill.spoiled <= 0) this.#fills.delete(key);
    return isFresh;
  }

  #open(key: string): Fill | undefined {
    const fill = this.#fills.get(key);
    if (!fill || fill.until >= this.#now()) return fill;
    this.#fills.delete(key);
    return undefined;
  }
}
