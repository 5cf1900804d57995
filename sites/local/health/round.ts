/** The findings about some tenants' workspaces. */
export interface RoundFindings {
  readonly tenants: number;
  readonly silent: number;
  readonly waiting: number;
  /** Age of the oldest message that waits; null without one. */
  readonly oldestMs: number | null;
}

export const NOBODY: RoundFindings = { tenants: 0, silent: 0, waiting: 0, oldestMs: null };

/**
 * The tenants of a machine, seen in several looks. Each look goes on where the one before stopped, so it asks a bounded
 * number of workspaces, and after some looks all have been asked. What a page told holds until it is asked again. Looks
 * are of different lengths, and pages are not, so no tenant is counted twice.
 */
export class Round {
  #from: string | null = null;
  /** By the place at which a page begins. */
  readonly #found = new Map<string | null, RoundFindings>();
  readonly #seen = new Set<string | null>();
  #isWhole = false;

  /** The place of the next page; null for the beginning. */
  get from(): string | null {
    return this.#from;
  }

  /** True once every tenant was asked. */
  get isWhole(): boolean {
    return this.#isWhole;
  }

  /** Notes what a page told. `next` is where it ends; null at the end of the tenants. */
  add(found: RoundFindings, next: string | null): void {
    this.#found.set(this.#from, found);
    this.#seen.add(this.#from);
    this.#from = next;
    if (next !== null) return;
    // Tenants that came or went have moved the places of the round before.
    for (const place of [...this.#found.keys()].filter((one) => !this.#seen.has(one))) this.#found.delete(place);
    this.#seen.clear();
    this.#isWhole = true;
  }

  get all(): RoundFindings {
    return [...this.#found.values()].reduce(joinedRounds, NOBODY);
  }
}

export const joinedRounds = (one: RoundFindings, other: RoundFindings): RoundFindings => ({
  tenants: one.tenants + other.tenants,
  silent: one.silent + other.silent,
  waiting: one.waiting + other.waiting,
  oldestMs: later(one.oldestMs, other.oldestMs),
});

const later = (a: number | null, b: number | null): number | null =>
  a === null || b === null ? (a ?? b) : Math.max(a, b);
