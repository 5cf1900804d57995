/**
 * The URLs that a plugin may call: https, the default port, and exactly a granted host. The URL parser normalises each
 * spelling first, as the network does. The check cannot cover what a granted name resolves to, because the platform's
 * fetch takes no IP address.
 */
import ipaddr from "ipaddr.js";
import { isHost } from "../manifests/shapes/host.ts";

export interface HostReach {
  readonly hosts: ReadonlySet<string>;
  /**
   * Tells whether this deployment serves the host. A plugin must not call itself, or the members' interfaces, through
   * it.
   */
  isOurs(host: string): boolean;
  /** True if a refusal may name the host: members read it, and no secret may be part of it. Absent: it names none. */
  mayName?(host: string): boolean;
}

/**
 * The URL parser turns backslashes into slashes and drops tabs and newlines. A URL that contains them is an attempt to
 * hide the real host.
 */
const PLAIN = /^https:\/\/[^\s\\@\u0000-\u0020\u007f]+$/;

const unbracketed = (host: string): string => host.replace(/^\[(.*)\]$/, "$1");

/** Tells whether a host is an IP address, in any notation. */
export function isAddress(host: string): boolean {
  const bare = unbracketed(host);
  return ipaddr.isValid(bare) && ipaddr.process(bare).kind() !== undefined;
}

const ungranted = (host: string, { mayName }: HostReach): string => (mayName?.(host) ? named(host) : UNNAMED);
const named = (host: string): string =>
  `The host ${host} was not granted. Name it in /capabilities/http of the manifest, or in the setting that hostsFrom names.`;
const UNNAMED =
  "This host was not granted. Its name is not shown, because a secret setting may be part of it. Look at the line that makes the address.";

/** Answers the URL to call, or the reason why it may not be called. */
export function reachable(text: string, reach: HostReach): URL | string {
  if (!PLAIN.test(text)) return "Only https addresses without a user name or password can be called.";
  const url = URL.parse(text);
  if (!url || url.protocol !== "https:" || url.username !== "" || url.password !== "")
    return "This is not an https address.";
  if (url.port !== "") return "Only the default port can be called.";
  if (isAddress(url.hostname) || !isHost(url.hostname)) return "Only hosts with public names can be called.";
  if (!reach.hosts.has(url.hostname)) return ungranted(url.hostname, reach);
  if (reach.isOurs(url.hostname)) return "A plugin cannot call the hostnames of this deployment.";
  url.hash = "";
  return url;
}
