import type { IdentitySettings } from "../identity/identitySettings.ts";
import type { SmtpSettings } from "../mail/smtpSettings.ts";
import type { TlsSettings } from "./tlsSettings.ts";
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
  /** The people who log in without an identity provider of the operator. By default those of the demo. */
  readonly people?: PeopleChoice | undefined;
  /** The origin at which this machine's own people log in. */
  readonly loginOrigin?: string | undefined;
  readonly smtp?: SmtpSettings | undefined;
  readonly tls?: TlsSettings | undefined;
}

/** The checked names and proxies of a run. */
export interface Serving {
  /** Real origins of sites; empty on a machine that serves only its own names. */
  readonly origins: readonly SiteOrigin[];
  readonly publicMcp: SiteOrigin | undefined;
  readonly privateMcp: SiteOrigin | undefined;
  readonly proxies: Proxies;
  readonly clientHeader: ClientHeader;
  /** The operator's identity provider; undefined for people of this machine. */
  readonly identity: IdentitySettings | undefined;
  readonly people: PeopleChoice;
  /** The public origin at which this machine's own people log in; undefined for the machine's own name. */
  readonly login: SiteOrigin | undefined;
  /** True if the operator names the login's origin. Passkeys work at that name alone, so it moves only by will. */
  readonly isLoginNamed: boolean;
  /** The mail server; undefined if nobody gets letters. */
  readonly smtp: SmtpSettings | undefined;
  /** The address and certificates for https; undefined if a proxy ends TLS, or nobody. */
  readonly tls: TlsSettings | undefined;
}

/** Invented people, people with accounts on this machine, or nobody. */
export type PeopleChoice = "invented" | "own" | "nobody";

export const AT_HOME: Serving = {
  origins: [],
  publicMcp: undefined,
  privateMcp: undefined,
  proxies: new Proxies([]),
  clientHeader: "x-forwarded-for",
  identity: undefined,
  people: "invented",
  login: undefined,
  isLoginNamed: false,
  smtp: undefined,
  tls: undefined,
};

const [PUBLIC_MCP, PRIVATE_MCP, LOGIN] = ["public-mcp-origin", "private-mcp-origin", "login-origin"];

/** Checks the names and proxies. Throws for a run that strangers could reach and log in to as an invented person. */
export function readServing(given: ServingGiven, host: string): Serving {
  const origins = readOrigins(given.origins ?? []);
  const [publicMcp, privateMcp] = [
    originOf(PUBLIC_MCP, given.publicMcpOrigin),
    originOf(PRIVATE_MCP, given.privateMcpOrigin),
  ];
  refuseTwice(PUBLIC_MCP, publicMcp, origins);
  refuseTwice(PRIVATE_MCP, privateMcp, [...origins, ...(publicMcp ? [publicMcp] : [])]);
  const { identity, people = "invented" } = given;
  refuseMadeUp(origins, host, { identity, people, tls: given.tls });
  const login = loginOf(origins, given);
  refuseTwice(LOGIN, login, [...origins, ...[publicMcp, privateMcp].flatMap((one) => one ?? [])]);
  refuseBelow(login, origins);
  return {
    origins,
    publicMcp,
    privateMcp,
    proxies: new Proxies(given.trustedProxies ?? []),
    clientHeader: readHeader(given.clientAddressHeader),
    identity,
    people: identity ? "nobody" : people,
    login,
    isLoginNamed: given.loginOrigin !== undefined,
    smtp: given.smtp,
    tls: given.tls,
  };
}

/** The origin of the login: the given one, or `login.` before the first site's name. */
export function loginOf(
  [first]: readonly SiteOrigin[],
  { loginOrigin, people, identity }: Pick<ServingGiven, "loginOrigin" | "people" | "identity">,
): SiteOrigin | undefined {
  if (loginOrigin !== undefined) return readOrigin(loginOrigin, LOGIN);
  if (first === undefined || identity || people !== "own") return undefined;
  return readOrigin(`https://login.${first.hostname.replace(/^www\./, "")}`, LOGIN);
}

/** A site below the login's hostname could ask browsers for its passkeys. */
function refuseBelow(login: SiteOrigin | undefined, origins: readonly SiteOrigin[]): void {
  const below = login && origins.find(({ hostname }) => hostname.endsWith(`.${login.hostname}`));
  if (below)
    throw new WrongValue(
      "origin",
      below.origin,
      (where) => `${where}: ${below.origin} is below the login at ${login?.origin}. Choose a name beside it.`,
    );
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

function refuseMadeUp(
  origins: readonly SiteOrigin[],
  host: string,
  { identity, people, tls }: Pick<Serving, "identity" | "people" | "tls">,
): void {
  const [first] = origins;
  if (first && !identity && people === "invented")
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
  if (!first && tls)
    throw new WrongValue(
      "tls",
      undefined,
      (where) => `${where}: https needs a public name. Name your site's origin with --origin.`,
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
  { origins, publicMcp, privateMcp, login, proxies, clientHeader, tls }: Serving,
  host: string,
): ServedNames => ({
  hostnames: new Set([...origins, publicMcp, privateMcp, login].flatMap((one) => (one ? [one.hostname] : []))),
  isOpen: !isLoopback(host) || tls !== undefined,
  proxies,
  clientHeader,
});
