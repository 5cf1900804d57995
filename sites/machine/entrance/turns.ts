/**
 * The turns of each site at the workers. One thread runs the workers of all sites, so a site that sends much at once
 * would keep the others waiting. Its further requests wait here instead, and the others' go on.
 */
export interface TurnLimits {
  /** Requests of one site that are at the workers at once. */
  readonly atOnce: number;
  /** Milliseconds after which a request no longer counts: it waits for something else than the thread. */
  readonly longestMs: number;
}

interface Waiting {
  readonly begin: () => void;
  /** Undefined until the turn begins. */
  late?: NodeJS.Timeout;
  isOver: boolean;
}

interface SiteTurns {
  running: number;
  readonly waiting: Set<Waiting>;
}

export class Turns {
  readonly #limits: TurnLimits;
  readonly #sites = new Map<string, SiteTurns>();

  constructor(limits: TurnLimits) {
    this.#limits = limits;
  }

  /** Calls `begin` in the site's turn. The result ends the turn, or the wait for it. */
  take(site: string, begin: () => void): () => void {
    const turns = this.#sites.get(site) ?? { running: 0, waiting: new Set() };
    this.#sites.set(site, turns);
    const one: Waiting = { begin, isOver: false };
    turns.waiting.add(one);
    const end = (): void => this.#end(site, turns, one);
    this.#fill(site, turns);
    return end;
  }

  #fill(site: string, turns: SiteTurns): void {
    for (const one of turns.waiting) {
      if (turns.running >= this.#limits.atOnce) return;
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
