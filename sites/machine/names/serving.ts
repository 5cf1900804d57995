import type { IdentitySettings } from "../identity/identitySettings.ts";
import { WrongValue } from "../process/wrongValue.ts";
import { CLIENT_HEADERS, type ClientHeader, type ServedNames, isLoopback } from "./arrival.ts";
import { readOrigin, readOrigins, type SiteOrigin } from "./origins.ts";
import { Proxies } from "./proxies.ts";

/** The names and proxies of a run, unchecked, from options and `svc.jsonc`. */
export interface ServingGiven {
  /** Origins, and paths of files with origins. */
  readonly origins?: readonly string[] | undefined;
  readonly publicMcpOrigin?: string | undefined;
  readonly privateMcpOrigin?: string | undefined;
  readonly trustedProxies?: readonly string[] | undefined;
  readonly clientAddressHeader?: string | undefined;
  readonly identity?: IdentitySettings | undefined;
}

/** The checked names and proxies of a run. */
export interface Serving {
  /** Real origins of sites; empty on a machine that serves only its own names. */
  readonly origins: readonly SiteOrigin[];
  readonly publicMcp: SiteOrigin | undefined;
  readonly privateMcp: SiteOrigin | undefined;
  readonly proxies: Proxies;
  readonly clientHeader: ClientHeader;
  /** The operator's identity provider; undefined for the invented people. */
  readonly identity: IdentitySettings | undefined;
}

export const AT_HOME: Serving = {
  origins: [],
  publicMcp: undefined,
  privateMcp: undefined,
  proxies: new Proxies([]),
  clientHeader: "x-forwarded-for",
  identity: undefined,
};

const [PUBLIC_MCP, PRIVATE_MCP] = ["public-mcp-origin", "private-mcp-origin"];

/** Checks the names and proxies. Throws for a run that strangers could reach and log in to as an invented person. */
export function readServing(given: ServingGiven, host: string): Serving {
  const origins = readOrigins(given.origins ?? []);
  const [publicMcp, privateMcp] = [
    originOf(PUBLIC_MCP, given.publicMcpOrigin),
    originOf(PRIVATE_MCP, given.privateMcpOrigin),
  ];
  refuseTwice(PUBLIC_MCP, publicMcp, origins);
  refuseTwice(PRIVATE_MCP, privateMcp, [...origins, ...(publicMcp ? [publicMcp] : [])]);
  refuseMadeUp(origins, host, given.identity);
  return {
    origins,
    publicMcp,
    privateMcp,
    proxies: new Proxies(given.trustedProxies ?? []),
    clientHeader: readHeader(given.clientAddressHeader),
    identity: given.identity,
  };
}

const originOf = (option: string, given: string | undefined): SiteOrigin | undefined =>
  given === undefined ? undefined : readOrigin(given, option);

function refuseTwice(option: string, server: SiteOrigin | undefined, others: readonly SiteOrigin[]): void {
  const { origin, hostname } = server ?? {};
  if (others.some((other) => other.hostname === hostname))
    throw new WrongValue(
      option,
      origin,
      (where) => `${where}: ${origin} is used twice. Each site and each MCP server needs its own origin.`,
    );
}

function refuseMadeUp(origins: readonly SiteOrigin[], host: string, identity: IdentitySettings | undefined): void {
  const [first] = origins;
  if (first && !identity)
    throw new WrongValue(
      "origin",
      first.origin,
      (where) =>
        `${where}: ${first.origin} is a public name, but logins use made-up people, so any visitor could log in as an owner. Name your identity provider with --identity.`,
    );
  if (!first && identity)
    throw new WrongValue(
      "identity",
      undefined,
      (where) => `${where}: an identity provider redirects people to public names. Name them with --origin.`,
    );
  if (!first && !isLoopback(host))
    throw new WrongValue(
      "listen",
      undefined,
      (where) =>
        `${where}: other machines can connect to ${host}, but no public name is set. Set one with --origin, or listen on 127.0.0.1.`,
    );
}

function readHeader(given: string = CLIENT_HEADERS[0]): ClientHeader {
  const found = CLIENT_HEADERS.find((name) => name === given.toLowerCase());
  if (found === undefined)
    throw new WrongValue(
      "client-address-header",
      given,
      (where) => `${where} takes ${CLIENT_HEADERS.join(" or ")}, not ${JSON.stringify(given)}.`,
    );
  return found;
}

/** The names and proxies in the form that the entrance needs. */
export const namesOf = (
  { origins, publicMcp, privateMcp, proxies, clientHeader }: Serving,
  host: string,
): ServedNames => ({
  hostnames: new Set([...origins, publicMcp, privateMcp].flatMap((one) => (one ? [one.hostname] : []))),
  isOpen: !isLoopback(host),
  proxies,
  clientHeader,
});
