import type { Result, Router } from "hono/router";
import { PatternRouter } from "hono/router/pattern-router";

/** The first two segments of a path or pattern, if both are plain words. */
const PREFIX = /^\/[\w.-]+\/[\w.-]+(?=\/|$)/;

interface Entry<T> {
  readonly method: string;
  readonly path: string;
  readonly handler: T;
}

/**
 * Matches like `PatternRouter`, which tries every pattern for every request. This one tries only those whose first two
 * segments are the request's, and those that begin with no two plain words.
 */
export class PrefixRouter<T> implements Router<T> {
  readonly name = "PrefixRouter";
  readonly #entries: Entry<T>[] = [];
  /** The routers by prefix. The empty prefix has the patterns without one. */
  #routers: ReadonlyMap<string, PatternRouter<T>> | undefined;

  add(method: string, path: string, handler: T): void {
    this.#entries.push({ method, path, handler });
    this.#routers = undefined;
  }

  match(method: string, path: string): Result<T> {
    const routers = (this.#routers ??= this.#built());
    const prefix = PREFIX.exec(path)?.[0] ?? "";
    return (routers.get(prefix) ?? routers.get("") ?? new PatternRouter<T>()).match(method, path);
  }

  #built(): ReadonlyMap<string, PatternRouter<T>> {
    const prefixes = new Set(["", ...this.#entries.map(prefixOf)]);
    return new Map([...prefixes].map((prefix) => [prefix, this.#routerFor(prefix)]));
  }

  /** Handlers run in the order of their registration, so each router keeps it. */
  #routerFor(prefix: string): PatternRouter<T> {
    const router = new PatternRouter<T>();
    for (const entry of this.#entries)
      if (["", prefix].includes(prefixOf(entry))) router.add(entry.method, entry.path, entry.handler);
    return router;
  }
}

const prefixOf = ({ path }: { readonly path: string }): string => PREFIX.exec(path)?.[0] ?? "";
