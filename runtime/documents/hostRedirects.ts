/** The redirects of a site whose languages have hostnames. */
import { normalPath } from "../../manifests/shapes/normalPath.ts";
import type { Issue } from "../../manifests/refusals/refusal.ts";
import type { Redirects } from "./content/content.ts";
import {
  type LanguageHost,
  type PublicPlace,
  addressFrom,
  hostOfPath,
  sitePathAt,
  sitePathOf,
} from "./content/languageHosts.ts";
import { redirectLoops } from "./redirectLoops.ts";
import { hopOf, nextStop, type RedirectHop, type RedirectStop } from "./redirectStops.ts";
import { leadsToItself, type RedirectMatch } from "./redirectTable.ts";

/**
 * The rules with the site's paths in place of its own addresses. A rule that leads to its own page through a hostname is
 * so seen as none.
 */
export const withSitePaths = (redirects: Redirects, place: PublicPlace): Redirects =>
  place.hosts
    ? {
        entries: redirects.entries.map((rule) => {
          if (rule.status === 410) return rule;
          const to = sitePathOf(rule.to, place);
          return to === rule.to ? rule : { ...rule, to };
        }),
      }
    : redirects;

/** Finds loops as `redirectLoops` does, with regard to the hostnames of languages. */
export function loopsBetweenHosts(redirects: Redirects, hostnames: readonly string[], place: PublicPlace): Issue[] {
  const { hosts } = place;
  if (!hosts) return redirectLoops(redirects, hostnames);
  const placed = withSitePaths(redirects, place);
  const idle = new Set(
    placed.entries.flatMap((rule, index) =>
      rule !== redirects.entries[index] && leadsToItself(rule) ? [`/entries/${index}`] : [],
    ),
  );
  const step: typeof nextStop = (table, at, names) => {
    const language = hosts.find(({ hostname }) => hostname === at.host);
    if (!language) {
      const moved = at.host === "" ? atLanguage(at, hosts) : at;
      if (moved !== at) return { location: `https://${moved.host}${moved.path}${at.query}`, stop: moved };
      return settled(nextStop(table, at, names), hosts);
    }
    const led = (match: RedirectMatch | undefined): RedirectHop | undefined =>
      match && settled(hopOf(match, names), hosts);
    const hop = led(table.match(at.path, at.query, at.host));
    if (hop && !isSameAddress(hop.stop, at)) return hop;
    return led(table.match(sitePathAt(language, at.path), at.query));
  };
  return redirectLoops(placed, hostnames, step).filter(({ pointer }) => !idle.has(pointer));
}

/** A step that leads to the address at the hostname of a language at once. */
const settled = (hop: RedirectHop | undefined, hosts: readonly LanguageHost[]): RedirectHop | undefined =>
  hop?.stop?.host === "" ? { ...hop, stop: atLanguage(hop.stop, hosts) } : hop;

/** The address at the hostname of a language, if that has the path. */
function atLanguage(at: RedirectStop, hosts: readonly LanguageHost[]): RedirectStop {
  const host = hostOfPath({ hosts }, at.path);
  return host ? { ...at, host: host.hostname, path: addressFrom(host, at.path, { origin: "", hosts }) } : at;
}

/** A rule that leads a hostname below its own prefix leads nowhere. */
const isSameAddress = (stop: RedirectStop | undefined, at: RedirectStop): boolean =>
  stop?.host === at.host && normalPath(stop.path) === normalPath(at.path);
