import { BoundedMap } from "../../../manifests/memory/boundedMap.ts";
import { type Span, isWithin } from "../../../manifests/memory/span.ts";
import {
  HOST_KNOWN_MS,
  HOST_LOOKUP_SHARED_MS,
  HOST_MAP_MAX_ENTRIES,
  HOST_UNKNOWN_MS,
} from "../../../manifests/bounds/hosts.ts";

interface Entry<Route> extends Span {
  readonly route: Route | undefined;
}

interface Pending<Route> extends Span {
  readonly answer: Promise<Route | undefined>;
}

/**
 * Caches hostnames in this isolate, so that a burst of cache misses causes one query. Known and unknown hostnames have
 * separate caches, so that invented names cannot evict tenants' names. Failed lookups are not cached.
 */
export class HostMap<Route> {
  readonly #known = new BoundedMap<string, Entry<Route>>(HOST_MAP_MAX_ENTRIES);
  readonly #unknown = new BoundedMap<string, Entry<Route>>(HOST_MAP_MAX_ENTRIES);
  readonly #pending = new Map<string, Pending<Route>>();
  readonly #now: () => number;

  constructor(now: () => number) {
    this.#now = now;
  }

  /** Finds a route. Concurrent callers for one hostname share one `lookup`. */
  find(hostname: string, lookup: (hostname: string) => Promise<Route | undefined>): Promise<Route | undefined> {
    const entry = this.#known.get(hostname) ?? this.#unknown.get(hostname);
    if (entry && isWithin(entry, this.#now())) return Promise.resolve(entry.route);
    const pending = this.#pending.get(hostname);
    // The runtime may have stopped the request that started this lookup, which then never finishes. So a pending lookup
    // has a time limit.
    if (pending && isWithin(pending, this.#now())) return pending.answer;
    return this.#ask(hostname, lookup);
  }

  /** Drops a hostname, so that the next `find` reads the database. */
  forget(hostname: string): void {
    for (const map of [this.#known, this.#unknown, this.#pending]) map.delete(hostname);
  }

  #ask(hostname: string, lookup: (hostname: string) => Promise<Route | undefined>): Promise<Route | undefined> {
    const answer = lookup(hostname);
    const pending = { answer, ...this.#span(HOST_LOOKUP_SHARED_MS) };
    const mine = (): boolean => this.#pending.get(hostname) === pending && this.#pending.delete(hostname);
    this.#pending.set(hostname, pending);
    answer.then((route) => mine() && this.#keep(hostname, route), mine);
    return answer;
  }

  #keep(hostname: string, route: Route | undefined): void {
    this.#known.delete(hostname);
    this.#unknown.delete(hostname);
    const map = route === undefined ? this.#unknown : this.#known;
    const lifetime = route === undefined ? HOST_UNKNOWN_MS : HOST_KNOWN_MS;
    map.set(hostname, { route, ...this.#span(lifetime) });
  }

  #span(ms: number): Span {
    const from = this.#now();
    return { from, until: from + ms };
  }
}
