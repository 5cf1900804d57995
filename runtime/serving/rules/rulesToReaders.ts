/** The redirects that lead to pages for readers. They would tell addresses that nobody else may learn. */
import { normalPath } from "../../../manifests/shapes/normalPath.ts";
import type { Redirect } from "../../documents/content/content.ts";
import { type PublicPlace, sitePathOf } from "../../documents/content/languageHosts.ts";
import { pathOfLink } from "../../documents/redirectTable.ts";

export interface RulesToReaders {
  /** Changes with the pages to which these redirects lead. Empty without one. */
  readonly stamp: string;
  has(rule: Redirect): boolean;
}

/** The path of the site to which an address leads, in its normal spelling. */
export const pathLedTo = (address: string, place: PublicPlace): string =>
  normalPath(pathOfLink(sitePathOf(address, place)));

/** `addresses` are those of the pages for readers of a release. */
export function rulesToReaders(addresses: readonly string[], place: PublicPlace): RulesToReaders {
  const kept = new Set(addresses.map(normalPath));
  return {
    stamp: addresses.length === 0 ? "" : JSON.stringify([addresses, place]),
    has: (rule) => kept.size > 0 && rule.status !== 410 && kept.has(pathLedTo(rule.to, place)),
  };
}
