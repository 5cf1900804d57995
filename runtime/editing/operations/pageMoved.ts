import type { Redirects } from "../../documents/content.ts";
import { redirectAllowed } from "../../documents/unreachable.ts";

/**
 * The redirects of a site after a page has moved. No redirect is added if visitors never reached the old path.
 * Redirects to the old path now lead directly to the new one. A redirect from the new path is removed, because the page
 * is there now, and it could close a loop.
 */
export function redirectsAfterMove({ entries }: Redirects, from: string, to: string): Redirects {
  const kept = entries
    .filter((entry) => entry.from.toLowerCase() !== to && entry.from.toLowerCase() !== from)
    .map((entry) => (entry.status !== 410 && entry.to === from ? { ...entry, to } : entry));
  return { entries: redirectAllowed(from) === undefined ? [...kept, { from, to, status: 301 }] : kept };
}
