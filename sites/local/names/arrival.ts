import ipaddr from "ipaddr.js";
import { FORWARDED_MAX_HOPS } from "../../../manifests/bounds/operators.ts";
import { isLocalHostname } from "../../shared/localHostname.ts";
import type { Proxies } from "./proxies.ts";

/** Headers in which a proxy may say who a visitor is. An operator chooses the one that their proxy sets itself. */
export const CLIENT_HEADERS = ["x-forwarded-for", "cf-connecting-ip"] as const;
export type ClientHeader = (typeof CLIENT_HEADERS)[number];

/** Every header that says where a request comes from. None is handed on as it came: workers and plugins may believe it. */
const ABOUT_VISITORS = /^(?:forwarded|x-forwarded(?:-.*)?|x-real-ip|true-client-ip|cf-connecting-ip(?:v6)?)$/;

export const isAboutVisitors = (name: string): boolean => ABOUT_VISITORS.test(name);

/** The facts about a request before any header is believed. */
export interface Arriving {
  /** The address at the other end of the connection. */
  readonly peer: string;
  /** The hostname asked for, in lower case, without the port. */
  readonly hostname: string;
  /** The values of a header, in their order; the name is in lower case. */
  readonly values: (name: string) => readonly string[];
}

/** The origin of a request, as this machine believes it. */
export interface Arrival {
  readonly client: string;
  readonly scheme: "http" | "https";
}

/** Under which names visitors come, and who is believed about them. */
export interface ServedNames {
  /** Hostnames of the origins an operator named. Empty: this machine's own names only. */
  readonly hostnames: ReadonlySet<string>;
  /** True if others than this machine can connect. */
  readonly isOpen: boolean;
  readonly proxies: Proxies;
  readonly clientHeader: ClientHeader;
}

/** Decides whether a request may be answered under its name; undefined refuses it as unknown. */
export function arrivalOf(arriving: Arriving, names: ServedNames): Arrival | undefined {
  const isBelieved = names.proxies.has(arriving.peer);
  const client = isBelieved ? clientBehind(arriving, names) : addressOf(arriving.peer);
  const isAtHome = names.hostnames.size === 0 && !names.isOpen;
  if (isAtHome) return { client, scheme: "http" };
  if (isLocalName(arriving.hostname)) return isFromHere(arriving) ? { client, scheme: "http" } : undefined;
  const named = names.hostnames.has(arriving.hostname.replace(/^mcp\./, "")) || names.hostnames.has(arriving.hostname);
  return named ? { client, scheme: isBelieved ? schemeSaid(arriving) : "http" } : undefined;
}

/** Names that mean this machine wherever they are typed. */
const isLocalName = (hostname: string): boolean =>
  isLocalHostname(hostname) || hostname === "127.0.0.1" || hostname === "[::1]";

/** True if the sender is this machine and brings nobody else: a proxy beside us always says for whom it asks. */
export const isFromHere = ({ peer, values }: Pick<Arriving, "peer" | "values">): boolean =>
  isLoopback(peer) && FORWARDING.every((name) => values(name).length === 0);

const FORWARDING = ["forwarded", "x-forwarded-for", "x-forwarded-host", "x-real-ip", "via", ...CLIENT_HEADERS];

export const isLoopback = (address: string): boolean =>
  ipaddr.isValid(address) && ipaddr.process(address).range() === "loopback";

/**
 * The nearest address that no trusted proxy has: what stands before it in the header, anybody may have written. A header
 * that says nothing readable leaves the proxy itself.
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

/** The scheme that the proxy itself added: the last one. */
function schemeSaid({ values }: Arriving): Arrival["scheme"] {
  const last = values("x-forwarded-proto").join(",").split(",").at(-1)?.trim().toLowerCase();
  return last === "https" ? "https" : "http";
}

function readable(text: string): string | undefined {
  const bare = /^\[([^\]]+)\](?::\d{1,5})?$/.exec(text)?.[1] ?? /^([\d.]+)(?::\d{1,5})?$/.exec(text)?.[1] ?? text;
  const isAddress = ipaddr.IPv4.isValidFourPartDecimal(bare) || (bare.includes(":") && ipaddr.IPv6.isValid(bare));
  return isAddress ? addressOf(bare) : undefined;
}

/** One spelling for each address; IPv4 within IPv6 is IPv4. */
const addressOf = (address: string): string => (ipaddr.isValid(address) ? ipaddr.process(address).toString() : address);
