/**
 * The turns of each site at the workers. One thread runs the workers of all sites, so a site that sends much at once
 * would keep the others waiting. Its further requests wait here instead, and the others' go on.
 */
export interface TurnLimits {
  /** Requests of one site that are at the workers at once. */
  readonly atOnce: number;
  /** The same while other sites ask, too. */
  readonly sharedAtOnce: number;
  /** Milliseconds for which a request of another site counts as company. */
  readonly sharedMs: number;
  /** Milliseconds after which a request no longer counts: it waits for something else than the thread. */
  readonly longestMs: number;
}

interface Waiting {
  readonly begin: () => void;
  /** Undefined until the turn begins. */
  late?: NodeJS.Timeout;
  isOver: boolean;
}

/** The last request of a site, by the steady clock. */
interface LastRequest {
  readonly site: string;
  readonly at: number;
}

interface SiteTurns {
  running: number;
  readonly waiting: Set<Waiting>;
}

export class Turns {
  readonly #limits: TurnLimits;
  readonly #now: () => number;
  readonly #sites = new Map<string, SiteTurns>();
  /** The last request of all, and the last one of any other site. */
  #last: LastRequest | undefined;
  #other: LastRequest | undefined;

  /** `now` is a monotonic clock in milliseconds. */
  constructor(limits: TurnLimits, now: () => number = () => performance.now()) {
    this.#limits = limits;
    this.#now = now;
  }

  /** Calls `begin` in the site's turn. The result ends the turn, or the wait for it. */
  take(site: string, begin: () => void): () => void {
    const turns = this.#sites.get(site) ?? { running: 0, waiting: new Set() };
    this.#sites.set(site, turns);
    this.#note(site);
    const one: Waiting = { begin, isOver: false };
    turns.waiting.add(one);
    const end = (): void => this.#end(site, turns, one);
    this.#fill(site, turns);
    return end;
  }

  #note(site: string): void {
    if (this.#last?.site !== site) this.#other = this.#last;
    this.#last = { site, at: this.#now() };
  }

  #atOnce(site: string): number {
    const other = this.#last?.site === site ? this.#other : this.#last;
    const isShared = other !== undefined && this.#now() - other.at < this.#limits.sharedMs;
    return isShared ? this.#limits.sharedAtOnce : this.#limits.atOnce;
  }

  #fill(site: string, turns: SiteTurns): void {
    const atOnce = this.#atOnce(site);
    for (const one of turns.waiting) {
      if (turns.running >= atOnce) return;
      turns.waiting.delete(one);
      turns.running += 1;
      one.late = setTimeout(() => this.#end(site, turns, one), this.#limits.longestMs).unref();
      one.begin();
    }
  }

  #end(site: string, turns: SiteTurns, one: Waiting): void {
    if (one.isOver) return;
    one.isOver = true;
    turns.waiting.delete(one);
    if (one.late) {
      clearTimeout(one.late);
      turns.running -= 1;
    }
    this.#fill(site, turns);
    if (turns.running === 0 && turns.waiting.size === 0) this.#sites.delete(site);
  }
}
