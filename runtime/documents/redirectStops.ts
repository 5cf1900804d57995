/** The steps of a browser through the redirects of a site. */
import { pathOfLink, type RedirectMatch, type RedirectTable, withVisitorsQuery } from "./redirectTable.ts";

/** An address on one of the site's hostnames. The main one has the empty name. */
export interface RedirectStop {
  readonly host: string;
  readonly path: string;
  readonly query: string;
}

/** A step from one address. */
export interface RedirectHop {
  /** Undefined for an address that is gone. */
  readonly location: string | undefined;
  /** Undefined if the step ends, or leaves the site. */
  readonly stop: RedirectStop | undefined;
}

/** The step from an address. Undefined if no redirect is here. */
export function nextStop(
  table: RedirectTable,
  at: RedirectStop,
  hostnames: readonly string[],
): RedirectHop | undefined {
  const match = table.match(at.path, at.query, at.host);
  // A request to a further hostname without a rule leads to the same path on the main one.
  if (!match) return at.host === "" ? undefined : { location: at.path + at.query, stop: { ...at, host: "" } };
  return hopOf(match, hostnames);
}

/** The step of a rule. */
export function hopOf(match: RedirectMatch, hostnames: readonly string[]): RedirectHop {
  if (match.location === undefined) return { location: undefined, stop: undefined };
  const location = withVisitorsQuery(match.location, match.query);
  return { location, stop: stopAt(location, hostnames) };
}

/** The stop that a browser requests at an address. Undefined for one outside of the site. */
export function stopAt(location: string, hostnames: readonly string[]): RedirectStop | undefined {
  if (location.startsWith("/")) return { host: "", path: pathOfLink(location), query: visitorsQuery(location) };
  if (!URL.canParse(location)) return undefined;
  const { hostname, pathname, search } = new URL(location);
  if (!hostnames.includes(hostname)) return undefined;
  return { host: hostname === hostnames[0] ? "" : hostname, path: pathname, query: search };
}

/** The query of an address with its question mark. Empty if there is none. */
export const visitorsQuery = (address: string): string => /\?[^#]*/.exec(address)?.[0] ?? "";
