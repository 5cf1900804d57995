import { REDIRECT_MAX_HOPS } from "../../manifests/bounds/documents.ts";
import { quote } from "../../manifests/refusals/pointer.ts";
import type { Issue } from "../../manifests/refusals/refusal.ts";
import type { Redirects } from "./content/content.ts";
import { leadsToItself, pathOfLink, RedirectTable } from "./redirectTable.ts";

/** Stands for any text after a prefix. No rule can contain it, because rules contain no control characters. */
const ANYTHING = "\u0001";

/**
 * Finds redirects that form a loop, or a chain longer than browsers follow. It ignores pages, although they have
 * priority, because deleting a page must not close a loop. It follows each rule from its own path, which finds every
 * loop. If prefixes form a loop for one rest of the path, they do for every rest. A loop with an exact rule passes
 * through that rule's path.
 */
export function redirectLoops(redirects: Redirects, hostnames: readonly string[]): Issue[] {
  const table = new RedirectTable(redirects);
  return redirects.entries.flatMap((entry, index): Issue[] => {
    if (!leadsToItself(entry) && startsOf(entry.from).every((start) => ends(table, start, hostnames))) return [];
    return [
      {
        pointer: `/entries/${index}`,
        found: `a redirect from ${quote(entry.from)} that leads in a circle or through too many redirects`,
        allowed: `an address reached through at most ${REDIRECT_MAX_HOPS} redirects`,
      },
    ];
  });
}

/** A prefix is for the address before it, too. */
const startsOf = (from: string): string[] =>
  from.endsWith("/*") ? [from.slice(0, -2), from.slice(0, -1) + ANYTHING] : [from];

function ends(table: RedirectTable, start: string, hostnames: readonly string[]): boolean {
  let path: string | undefined = start;
  for (let hops = 0; hops <= REDIRECT_MAX_HOPS; hops++) {
    const location: string | undefined = table.match(path)?.location;
    if (location === undefined) return true;
    path = pathOnSite(location, hostnames);
    if (path === undefined) return true;
  }
  return false;
}

/** The path that a browser requests next. Undefined if the redirect leaves the site. */
function pathOnSite(location: string, hostnames: readonly string[]): string | undefined {
  if (location.startsWith("/")) return pathOfLink(location);
  if (!URL.canParse(location)) return undefined;
  const { hostname, pathname } = new URL(location);
  return hostnames.includes(hostname) ? pathname : undefined;
}
