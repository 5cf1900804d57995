/** IPv4 as a proxy writes it that listens for both: as IPv6, everybody of IPv4 would be of one network. */
const MAPPED = /^::ffff:(?=\d+\.)/i;

/**
 * Who a limit counts: the network address the platform names, of IPv6 the first 64 bits, of which a single household
 * has them all. No other header is asked: a visitor can write any of them. Without the platform, everybody is one.
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
  return [...before, ...zeros, ...after].slice(0, 4).map((group) => group.replace(/^0+(?=.)/, "")).join(":");
}
