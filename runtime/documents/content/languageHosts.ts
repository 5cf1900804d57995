/**
 * The public addresses of a site whose languages have hostnames. A page keeps its path below the prefix of its language.
 * Visitors have it at the hostname, without the prefix.
 */
import { asciiAddress } from "../../../manifests/shapes/normalPath.ts";
import { isReservedPath } from "../../../manifests/shapes/reservedPath.ts";
import { type LanguageSettings, isAtOrBelow } from "./languages.ts";

/** A language that visitors have at a hostname of its own. */
export interface LanguageHost {
  readonly tag: string;
  readonly hostname: string;
  /** Scheme and host without a trailing slash. */
  readonly origin: string;
  /** The path below which the site has the pages. */
  readonly prefix: string;
}

/** The origins of a site. */
export interface PublicPlace {
  /** The origin of all pages that no hostname of a language has. */
  readonly origin: string;
  readonly hosts?: readonly LanguageHost[] | undefined;
}

/** The verified hostnames of a site, the main one first. */
interface Verified {
  readonly origin: string;
  readonly hostnames: readonly string[];
}

/** The hostnames of languages that are in use. One that is not verified, or is the main one, is not. */
function languageHosts(
  { languages = [] }: LanguageSettings,
  { origin, hostnames: [, ...further] }: Verified,
): LanguageHost[] {
  return languages.flatMap(({ tag, hostname, prefix }): LanguageHost[] =>
    hostname === undefined || prefix === undefined || !further.includes(hostname)
      ? []
      : [{ tag, hostname, prefix, origin: originAt(origin, hostname) }],
  );
}

/** The origins of a site with these settings. */
export function publicPlace(settings: LanguageSettings, row: Verified): PublicPlace {
  const hosts = settings.languages ? languageHosts(settings, row) : [];
  return hosts.length > 0 ? { origin: row.origin, hosts } : { origin: row.origin };
}

/** The origin of a hostname, with the scheme and port of another one. */
function originAt(origin: string, hostname: string): string {
  const url = new URL(origin);
  url.hostname = hostname;
  return url.origin;
}

/** The path of an address, and the rest: a query or an anchor. */
function split(address: string): [path: string, rest: string] {
  const end = address.search(/[?#]/);
  return end === -1 ? [address, ""] : [address.slice(0, end), address.slice(end)];
}

/** The Markdown of a home page, which is beside its prefix. */
const HOME_TWIN = "/index.md";

/** Paths that mean something else at a hostname: those that the platform serves, and the Markdown of the home page. */
const isTakenAtHost = (path: string): boolean => isReservedPath(path) || /^\/index(?:\.md)?$/.test(path);

/**
 * The path at a hostname of a page of its language, or of a file of one. Undefined for all other paths, and for one that
 * is taken there: that page stays at the main hostname.
 */
function pathAt({ prefix }: LanguageHost, path: string): string | undefined {
  if (path === `${prefix}.md`) return HOME_TWIN;
  if (!isAtOrBelow(path, prefix)) return undefined;
  // Two slashes at the beginning would name another host.
  const there = `/${path.slice(prefix.length).replace(/^[/\\]+/, "")}`;
  return isTakenAtHost(there) ? undefined : there;
}

/** The hostname of a language at which visitors have a path of the site. */
export const hostOfPath = ({ hosts = [] }: Pick<PublicPlace, "hosts">, path: string): LanguageHost | undefined =>
  hosts.find((host) => pathAt(host, path) !== undefined);

/** The origin of a page. */
export const originOfPath = (place: PublicPlace, path: string): string =>
  hostOfPath(place, path)?.origin ?? place.origin;

/** Makes an address of the site absolute, for readers outside of it. Leaves other addresses as they are. */
export function absoluteUrl(href: string, place: PublicPlace): string {
  if (!href.startsWith("/")) return href;
  const [path, rest] = split(href);
  const host = hostOfPath(place, path);
  return host ? host.origin + asciiAddress((pathAt(host, path) ?? path) + rest) : place.origin + asciiAddress(href);
}

/**
 * An address of the site as a page at `from` links it: a path at the same hostname, and an absolute URL at another one.
 * What the platform serves itself is at each hostname.
 */
export function addressFrom(
  from: Pick<LanguageHost, "hostname"> | undefined,
  href: string,
  place: PublicPlace,
): string {
  const [path, rest] = split(href);
  if (!href.startsWith("/") || href.startsWith("//") || isReservedPath(path)) return href;
  const to = hostOfPath(place, path);
  if (to?.hostname !== from?.hostname) return absoluteUrl(href, place);
  return to ? asciiAddress((pathAt(to, path) ?? path) + rest) : href;
}

/** No hostname of a site, so that each page is linked by an absolute URL. */
export const NO_HOST = { hostname: "" };

/** The path of the site at a hostname. It stays as it is at one without a language. */
export function sitePathAtName({ hosts = [] }: PublicPlace, hostname: string, path: string): string {
  const host = hosts.find((one) => one.hostname === hostname);
  return host ? sitePathAt(host, path) : path;
}

/** The path of the site that visitors have at a path of a hostname. */
export function sitePathAt({ prefix }: Pick<LanguageHost, "prefix">, path: string): string {
  if (path === HOME_TWIN) return `${prefix}.md`;
  return path === "/" ? prefix : prefix + path;
}

/** An address at one of the site's hostnames as a path of the site. Others, and what is taken there, stay as they are. */
export function sitePathOf(address: string, { origin, hosts = [] }: PublicPlace): string {
  const [, hostname, path = ""] = /^https:\/\/([^/?#:]+)(.*)$/s.exec(address) ?? [];
  const rest = path.startsWith("/") ? path : `/${path}`;
  if (hostname === undefined || /^(?::|[/\\]{2})/.test(path) || isTakenAtHost(split(rest)[0])) return address;
  if (hostname === new URL(origin).hostname) return rest;
  const host = hosts.find((one) => one.hostname === hostname);
  return host ? host.prefix + (/^\/(?:[?#]|$)/.test(rest) ? rest.slice(1) : rest) : address;
}
