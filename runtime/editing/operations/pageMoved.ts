import type { Redirects } from "../../documents/content.ts";
import { redirectAllowed } from "../../documents/unreachable.ts";

/**
 * The redirects of a site after a page has moved, unless no visitor ever reached its old path. A redirect to the old
 * path now leads straight to the new one. A rule for the new path goes: the page is shown there now, and the way back
 * would be a circle.
 */
export function redirectsAfterMove({ entries }: Redirects, from: string, to: string): Redirects {
  const kept = entries
    .filter((entry) => entry.from.toLowerCase() !== to && entry.from.toLowerCase() !== from)
    .map((entry) => (entry.status !== 410 && entry.to === from ? { ...entry, to } : entry));
  return { entries: redirectAllowed(from) === undefined ? [...kept, { from, to, status: 301 }] : kept };
}
