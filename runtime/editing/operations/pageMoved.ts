import { normalPath } from "../../../manifests/shapes/normalPath.ts";
import type { Redirect, Redirects } from "../../documents/content/content.ts";
import { pathOfLink } from "../../documents/redirectTable.ts";
import { ruleKey } from "../../documents/content/ruleFacts.ts";
import { redirectAllowed } from "../../documents/unreachable.ts";

/**
 * The redirects of a site after a page has moved. No redirect is added if visitors never reached the old path.
 * Redirects to the old path now lead directly to the new one. A redirect from the new path is removed, because the page
 * is there now, and it could close a loop.
 */
export function redirectsAfterMove({ entries }: Redirects, from: string, to: string): Redirects {
  const kept = entries
    .filter((entry) => ruleKey(entry) !== to && ruleKey(entry) !== from)
    .map((entry) => retargeted(entry, from, to));
  return { entries: redirectAllowed(from) === undefined ? [...kept, { from, to, status: 301 }] : kept };
}

/** A redirect to the old path leads to the new one, with the query and anchor that it had. */
function retargeted(entry: Redirect, from: string, to: string): Redirect {
  if (entry.status === 410 || !entry.to.startsWith("/")) return entry;
  const path = pathOfLink(entry.to);
  return normalPath(path) === from ? { ...entry, to: to + entry.to.slice(path.length) } : entry;
}
