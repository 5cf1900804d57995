import {
  SEARCH_VISITORS_KNOWN,
  SEARCHES_PER_VISITOR,
  SEARCHES_WINDOW_SECONDS,
} from "../../../manifests/bounds/search.ts";
import { type RateLimitState, type RatePolicy, spendFrom } from "../../tenancy/rateLimits.ts";

const SEARCHES: RatePolicy = {
  name: "searches",
  quota: SEARCHES_PER_VISITOR,
  windowSeconds: SEARCHES_WINDOW_SECONDS,
};

/**
 * Counts the searches of each network address at a site, in memory: a write for each search would cost more than the
 * search. There is no limit for all visitors together, with which one could stop the others.
 */
export class SearchLimit {
  readonly #now: () => number;
  /** The time at which the whole quota is free again, by site and client. */
  readonly #freeAt = new Map<string, number>();

  constructor(now: () => number) {
    this.#now = now;
  }

  spend(site: string, client: string): RateLimitState {
    const name = JSON.stringify([site, client]);
    const { standing, freeAt } = spendFrom(SEARCHES, this.#freeAt.get(name) ?? 0, this.#now());
    // The client that searched longest ago is forgotten first.
    this.#freeAt.delete(name);
    this.#freeAt.set(name, freeAt);
    if (this.#freeAt.size > SEARCH_VISITORS_KNOWN) this.#freeAt.delete(this.#freeAt.keys().next().value ?? "");
    return standing;
  }
}
