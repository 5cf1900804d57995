import { normalPath } from "../../../manifests/shapes/normalPath.ts";
import type { Redirect, Redirects } from "../../documents/content/content.ts";
import { pathOfLink } from "../../documents/redirectTable.ts";
import { ruleKey } from "../../documents/content/ruleFacts.ts";
import { redirectAllowed } from "../../documents/unreachable.ts";

/** A page's path before and after it has moved. */
export interface PathMove {
  readonly from: string;
  readonly to: string;
}

/**
 * The redirects of a site after pages have moved at once. No redirect is added if visitors never reached the old path,
 * or another page is there now. Redirects to an old path now lead directly to the new one. A redirect from a new path is
 * removed, because a page is there now, and it could close a loop.
 */
export function redirectsAfterMoves({ entries }: Redirects, moves: readonly PathMove[]): Redirects {
  const led = new Map(moves.map(({ from, to }) => [from, to]));
  const taken = new Set(moves.map(({ to }) => to));
  const kept = entries.flatMap((entry) => {
    const key = ruleKey(entry);
    return taken.has(key) || led.has(key) ? [] : [retargeted(entry, led)];
  });
  const added = moves.flatMap(({ from, to }): Redirect[] =>
    taken.has(from) || redirectAllowed(from) !== undefined ? [] : [{ from, to, status: 301 }],
  );
  return { entries: [...kept, ...added] };
}

/** A redirect to an old path leads to the new one, with the query and anchor that it had. */
function retargeted(entry: Redirect, led: ReadonlyMap<string, string>): Redirect {
  if (entry.status === 410 || !entry.to.startsWith("/")) return entry;
  const path = pathOfLink(entry.to);
  const to = led.get(normalPath(path));
  return to === undefined ? entry : { ...entry, to: to + entry.to.slice(path.length) };
}
