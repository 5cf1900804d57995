import ipaddr from "ipaddr.js";
import { FORWARDED_MAX_HOPS } from "../../../manifests/bounds/operators.ts";
import { isLocalHostname } from "../../../manifests/shapes/localHostname.ts";
import type { Proxies } from "./proxies.ts";

/** Headers in which a proxy may name the visitor's address. The operator chooses the one that their proxy sets. */
export const CLIENT_HEADERS = ["x-forwarded-for", "cf-connecting-ip"] as const;
export type ClientHeader = (typeof CLIENT_HEADERS)[number];

/** Headers about a request's origin. None is forwarded unchanged, because workers and plugins may trust them. */
const ABOUT_VISITORS = /^(?:forwarded|x-forwarded(?:-.*)?|x-real-ip|true-client-ip|cf-connecting-ip(?:v6)?)$/;

export const isAboutVisitors = (name: string): boolean => ABOUT_VISITORS.test(name);

/** The facts about a request that need no trust in its headers. */
export interface Arriving {
  /** The IP address at the other end of the connection. */
  readonly peer: string;
  /** The requested hostname, in lower case, without the port. */
  readonly hostname: string;
  /** True if this machine ended TLS. */
  readonly isEncrypted: boolean;
  /** The values of a header, in their order; the name is in lower case. */
  readonly values: (name: string) => readonly string[];
}

/** The visitor's address and scheme, as far as this machine can trust them. */
export interface Arrival {
  readonly client: string;
  readonly scheme: "http" | "https";
}

/** The hostnames that a run serves, and the proxies that it trusts. */
export interface ServedNames {
  /** Hostnames of the operator's origins; empty if the run serves only this machine's names. */
  readonly hostnames: ReadonlySet<string>;
  /** True if other machines can connect. */
  readonly isOpen: boolean;
  readonly proxies: Proxies;
  readonly clientHeader: ClientHeader;
}

/** Finds the visitor's address and scheme. Undefined if the hostname is not served to this client. */
export function arrivalOf(arriving: Arriving, names: ServedNames): Arrival | undefined {
  // A proxy ends TLS itself, so nobody is believed who comes by TLS of this machine.
  const isBelieved = !arriving.isEncrypted && names.proxies.has(arriving.peer);
  const client = isBelieved ? clientBehind(arriving, names) : addressOf(arriving.peer);
  const isAtHome = names.hostnames.size === 0 && !names.isOpen;
  const seen = arriving.isEncrypted ? "https" : "http";
  if (isAtHome) return { client, scheme: "http" };
  if (isLocalName(arriving.hostname)) return isFromHere(arriving) ? { client, scheme: seen } : undefined;
  return isServed(arriving.hostname, names.hostnames)
    ? { client, scheme: isBelieved ? schemeSaid(arriving) : seen }
    : undefined;
}

/** True for a served hostname, and for the one of its agents. */
export const isServed = (hostname: string, served: ReadonlySet<string>): boolean =>
  served.has(hostname.replace(/^mcp\./, "")) || served.has(hostname);

/** Names that always mean this machine. */
const isLocalName = (hostname: string): boolean =>
  isLocalHostname(hostname) || hostname === "127.0.0.1" || hostname === "[::1]";

/** True for a request from this machine that no proxy forwarded. A local proxy always adds a forwarding header. */
export const isFromHere = ({ peer, values }: Pick<Arriving, "peer" | "values">): boolean =>
  isLoopback(peer) && FORWARDING.every((name) => values(name).length === 0);

const FORWARDING = ["forwarded", "x-forwarded-for", "x-forwarded-host", "x-real-ip", "via", ...CLIENT_HEADERS];

export const isLoopback = (address: string): boolean =>
  ipaddr.isValid(address) && ipaddr.process(address).range() === "loopback";

/**
 * The last address in the header that is no trusted proxy, since clients can write the earlier ones. An unreadable
 * address ends the search at the proxy before it.
 */
function clientBehind({ peer, values }: Arriving, { clientHeader, proxies }: ServedNames): string {
  const forwarded = values(clientHeader).flatMap((value) => value.split(","));
  const nearest = forwarded.slice(-FORWARDED_MAX_HOPS).toReversed();
  let client = addressOf(peer);
  for (const text of nearest) {
    const address = readable(text.trim());
    if (address === undefined) return client;
    client = address;
    if (!proxies.has(address)) return client;
  }
  return client;
}

/** The scheme from the nearest proxy, which is the last value. */
function schemeSaid({ values }: Arriving): Arrival["scheme"] {
  const last = values("x-forwarded-proto").join(",").split(",").at(-1)?.trim().toLowerCase();
  return last === "https" ? "https" : "http";
}

function readable(text: string): string | undefined {
  const bare = /^\[([^\]]+)\](?::\d{1,5})?$/.exec(text)?.[1] ?? /^([\d.]+)(?::\d{1,5})?$/.exec(text)?.[1] ?? text;
  const isAddress = ipaddr.IPv4.isValidFourPartDecimal(bare) || (bare.includes(":") && ipaddr.IPv6.isValid(bare));
  return isAddress ? addressOf(bare) : undefined;
}

/** The canonical form of an address. IPv4-mapped IPv6 becomes IPv4. */
const addressOf = (address: string): string => (ipaddr.isValid(address) ? ipaddr.process(address).toString() : address);
