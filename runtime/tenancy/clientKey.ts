/**
 * IPv4 within IPv6, as a proxy that listens for both writes it. Unchanged, all IPv4 clients would share one network.
 */
const MAPPED = /^::ffff:(?=\d+\.)/i;

/**
 * Names the client that a rate limit counts, by the network address that the platform gives. For IPv6 it takes the
 * first 64 bits, because one household has all addresses behind them. It reads no other header, because a visitor can
 * write any of them. Without the platform, all clients are one.
 */
export function clientKey(headers: Headers): string {
  const address = (headers.get("cf-connecting-ip") ?? "local").replace(MAPPED, "");
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
