import { REDIRECT_MAX_HOPS } from "../../manifests/bounds/documents.ts";
import { quote } from "../../manifests/refusals/pointer.ts";
import type { Issue } from "../../manifests/refusals/refusal.ts";
import type { Redirects } from "../documents/content.ts";
import { RedirectTable } from "../documents/redirectTable.ts";

/** Stands for what a visitor writes after a prefix. No rule can name it, because no rule holds a control character. */
const ANYTHING = "\u0001";

/**
 * Finds redirects that lead in a circle, or through more redirects than a browser follows. It ignores pages, although
 * they come before redirects, because deleting a page must not close a circle. Every circle is found from the address
 * at which a rule starts. A circle of prefixes exists for every rest of the path if it exists for one. A circle with an
 * exact rule passes through that rule's address.
 */
export function redirectLoops(redirects: Redirects, hostnames: readonly string[]): Issue[] {
  const table = new RedirectTable(redirects);
  return redirects.entries.flatMap((entry, index): Issue[] => {
    const start = entry.from.endsWith("/*") ? entry.from.slice(0, -1) + ANYTHING : entry.from;
    if (ends(table, start, hostnames)) return [];
    return [
      {
        pointer: `/entries/${index}`,
        found: `a redirect from ${quote(entry.from)} that does not arrive`,
        allowed: `an address reached through at most ${REDIRECT_MAX_HOPS} redirects`,
      },
    ];
  });
}

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

/** The path a visitor asks for next; undefined when the redirect leaves the site. */
function pathOnSite(location: string, hostnames: readonly string[]): string | undefined {
  if (location.startsWith("/")) return requested(location);
  if (!URL.canParse(location)) return undefined;
  const { hostname, pathname } = new URL(location);
  return hostnames.includes(hostname) ? requested(pathname) : undefined;
}

/** The path as the site reads it: without query, fragment and final slash. */
function requested(location: string): string {
  const path = location.replace(/[?#].*$/s, "").replace(/\/{2,}/g, "/");
  return path.length > 1 && path.endsWith("/") ? path.slice(0, -1) : path;
}
