/**
 * The prefix of an IPv4 address mapped to IPv6, as dual-stack proxies write it. With it, all IPv4 clients would share
 * one IPv6 network.
 */
const MAPPED = /^::ffff:(?=\d+\.)/i;

/**
 * The name of a client for rate limits: its network address as the platform reports it. For IPv6, only the first 64
 * bits count, because one household has all addresses with this prefix. Other headers are ignored, because a visitor
 * can forge them. Without the platform's header, all requests count as one client.
 */
export const clientKey = (headers: Headers): string => addressKey(headers.get("cf-connecting-ip") ?? "local");

/** The same for an address as a server sees it. */
export function addressKey(given: string): string {
  const address = given.replace(MAPPED, "");
  return address.includes(":") ? network(address) : address;
}

function network(address: string): string {
  const [head = "", tail] = address.toLowerCase().split("::");
  const before = head === "" ? [] : head.split(":");
  const after = tail === undefined || tail === "" ? [] : tail.split(":");
  const missing = tail === undefined ? 0 : Math.max(0, 8 - before.length - after.length);
  const zeros = Array.from({ length: missing }, () => "0");
  return [...before, ...zeros, ...after]
    .slice(0, 4)
    .map((group) => group.replace(/^0+(?=.)/, ""))
    .join(":");
}
