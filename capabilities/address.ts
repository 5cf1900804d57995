/**
 * The addresses that a plugin may call: https, the default port, and exactly a granted host. The URL parser reads each
 * spelling first, as the network will. We cannot control what a granted name resolves to, because the platform's fetch
 * takes no address.
 */
import ipaddr from "ipaddr.js";
import { isHost } from "../manifests/shapes/host.ts";

export interface HostReach {
  readonly hosts: ReadonlySet<string>;
  /** Hosts this deployment answers itself: a plugin that called them would call itself, or an interface of members. */
  isOurs(host: string): boolean;
}

/** The parser turns backslashes into slashes and drops tabs and newlines; who writes them means to hide something. */
const PLAIN = /^https:\/\/[^\s\\@\u0000-\u0020\u007f]+$/;

const unbracketed = (host: string): string => host.replace(/^\[(.*)\]$/, "$1");

/** Anything that names an address instead of a host, whichever way it is written. */
export function isAddress(host: string): boolean {
  const bare = unbracketed(host);
  return ipaddr.isValid(bare) && ipaddr.process(bare).kind() !== undefined;
}

/** The address as it will be called, or why not. */
export function reachable(text: string, { hosts, isOurs }: HostReach): URL | string {
  if (!PLAIN.test(text)) return "Only plain https addresses can be called.";
  const url = URL.parse(text);
  if (!url || url.protocol !== "https:" || url.username !== "" || url.password !== "")
    return "This is no https address.";
  if (url.port !== "") return "Only the default port can be called.";
  if (isAddress(url.hostname) || !isHost(url.hostname)) return "Only hosts with public names can be called.";
  if (!hosts.has(url.hostname)) return "This host was not granted.";
  if (isOurs(url.hostname)) return "This deployment does not call itself.";
  url.hash = "";
  return url;
}
