/** Hostnames that a language had, and that still lead to the site: each address there leads to where its page is now. */
import type { History } from "../../documents/history.ts";
import type { Releases } from "../../publishing/releases/releases.ts";
import type { Sites } from "../../tenancy/sites.ts";

export interface FormerHostParts {
  readonly history: History;
  readonly releases: Releases;
  readonly sites: Sites;
}

/** The prefix of the language that visitors last had at a verified hostname. Undefined if they had none there. */
export function formerPrefix(
  { history, releases, sites }: FormerHostParts,
  site: string,
  hostname: string,
): string | undefined {
  if (sites.find(site)?.hostnames.includes(hostname) !== true) return undefined;
  const had = history.prefixesAtHost(site, hostname);
  return had.find(({ change, until }) => releases.hasBetween(site, change, until))?.prefix;
}
