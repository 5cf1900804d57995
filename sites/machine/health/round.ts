/** The findings about some tenants' workspaces. */
export interface RoundFindings {
  readonly tenants: number;
  readonly silent: number;
  readonly waiting: number;
  /** The age of the oldest waiting message in milliseconds; null without one. */
  readonly oldestMs: number | null;
  /** The number of workspaces whose alarm is late. */
  readonly overdue: number;
  /** The number of sites whose releases by the clock are refused again and again. */
  readonly stuck: number;
}

export const NOBODY: RoundFindings = { tenants: 0, silent: 0, waiting: 0, oldestMs: null, overdue: 0, stuck: 0 };

/**
 * Collects findings about all tenants over several looks. Each look asks a bounded number of workspaces and continues
 * where the last one stopped. Findings are kept for each page until that page is asked again. They are not kept for
 * each look, because looks vary in length and would count tenants twice.
 */
export class Round {
  #from: string | null = null;
  /** Findings by the cursor at which their page begins. */
  readonly #found = new Map<string | null, RoundFindings>();
  readonly #seen = new Set<string | null>();
  #isWhole = false;

  /** The cursor of the next page; null for the first. */
  get from(): string | null {
    return this.#from;
  }

  /** True once a whole round is complete. */
  get isWhole(): boolean {
    return this.#isWhole;
  }

  /** Adds the findings of a page. `next` is the next cursor; null after the last page. */
  add(found: RoundFindings, next: string | null): void {
    this.#found.set(this.#from, found);
    this.#seen.add(this.#from);
    this.#from = next;
    if (next !== null) return;
    // New or removed tenants shift the pages, so pages of an earlier round that did not appear again are dropped.
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
  overdue: one.overdue + other.overdue,
  stuck: one.stuck + other.stuck,
});

const later = (a: number | null, b: number | null): number | null =>
  a === null || b === null ? (a ?? b) : Math.max(a, b);
