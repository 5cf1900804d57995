import type { Redirect } from "../../documents/content/content.ts";

/** A redirect, and its place in the whole list. */
export interface PlacedRedirect {
  readonly index: number;
  readonly redirect: Redirect;
}

/** Merges redirects into a list, each at its place. Those with a place behind the end come last, in their order. */
export function withPlacedRedirects(list: readonly Redirect[], placed: readonly PlacedRedirect[]): Redirect[] {
  const waiting = placed.toSorted((one, other) => one.index - other.index);
  const all: Redirect[] = [];
  let next = 0;
  for (const one of list) {
    for (; (waiting[next]?.index ?? Infinity) <= all.length; next += 1)
      all.push((waiting[next] as PlacedRedirect).redirect);
    all.push(one);
  }
  return all.concat(waiting.slice(next).map(({ redirect }) => redirect));
}
