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
import { isAtOrBelow } from "./content/languages.ts";
import { type KnownRules, redirectLoops } from "./redirectLoops.ts";
import { hopOf, nextStop, type RedirectHop, type RedirectStop, stopAt } from "./redirectStops.ts";
import { leadsToItself, pathOfLink, type RedirectMatch, type RedirectTable } from "./redirectTable.ts";

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

/** The verified hostnames of a site, the main one first, and where its languages are. */
export interface OwnHosts {
  readonly hostnames: readonly string[];
  readonly place: PublicPlace;
}

/** Finds loops as `redirectLoops` does, with regard to the hostnames of languages. */
export function loopsBetweenHosts(
  redirects: Redirects,
  hostnames: readonly string[],
  place: PublicPlace,
  known: KnownRules = {},
): Issue[] {
  const { hosts } = place;
  if (!hosts) return redirectLoops(redirects, hostnames, known);
  const placed = withSitePaths(redirects, place);
  const idle = new Set(
    placed.entries.flatMap((rule, index) =>
      rule !== redirects.entries[index] && leadsToItself(rule) ? [`/entries/${index}`] : [],
    ),
  );
  return redirectLoops(placed, hostnames, {}, stepsBetween(place)).filter(({ pointer }) => !idle.has(pointer));
}

/** The steps of a browser at the hostnames of a site, those of languages among them. */
export function stepsBetween(place: PublicPlace): typeof nextStop {
  const { hosts } = place;
  if (!hosts) return nextStop;
  return (table, at, names) => {
    const language = hosts.find(({ hostname }) => hostname === at.host);
    if (language) return stepAtHost(table, at, { hostnames: names, place, language });
    const moved = at.host === "" ? atLanguage(at, hosts) : at;
    if (moved !== at) return { location: `https://${moved.host}${moved.path}${at.query}`, stop: moved };
    return settled(nextStop(table, at, names), hosts);
  };
}

interface AtHost extends OwnHosts {
  readonly language: LanguageHost;
}

/** A rule of the hostname comes first. An address below the prefix without page or rule leads to the one without it. */
function stepAtHost(table: RedirectTable, at: RedirectStop, beside: AtHost): RedirectHop | undefined {
  const { hostnames, place, language } = beside;
  const ruled =
    ruledAtHost(table, at, beside) ?? hopBetween(table.match(sitePathAt(language, at.path), at.query), beside);
  if (ruled || !isAtOrBelow(at.path, language.prefix)) return ruled;
  const location = addressFrom(language, at.path, place) + at.query;
  const stop = location.startsWith("/") ? { ...at, path: pathOfLink(location) } : stopAt(location, hostnames);
  return { location, stop };
}

/** The step of a hostname's own rule. A rule that leads the hostname below its own prefix leads nowhere. */
function ruledAtHost(table: RedirectTable, at: RedirectStop, own: OwnHosts): RedirectHop | undefined {
  const hop = hopBetween(table.match(at.path, at.query, at.host), own);
  return hop && isSameAddress(hop.stop, at) ? undefined : hop;
}

const hopBetween = (match: RedirectMatch | undefined, { hostnames, place }: OwnHosts): RedirectHop | undefined =>
  match && settled(hopOf(match, hostnames), place.hosts ?? []);

/** The path of the site whose page visitors get at an address, if it has one. Undefined where a rule comes first. */
export function pathBeforeRules(table: RedirectTable, at: RedirectStop, own: OwnHosts): string | undefined {
  const { place } = own;
  const language = place.hosts?.find(({ hostname }) => hostname === at.host);
  if (at.host !== "" && !language) return undefined;
  if (language ? ruledAtHost(table, at, own) : hostOfPath(place, at.path)) return undefined;
  const path = language ? sitePathAt(language, at.path) : at.path;
  return table.matchQuery(path, at.query) ? undefined : path;
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
