import ipaddr from "ipaddr.js";
import { BoundedMap } from "../../../../manifests/memory/boundedMap.ts";

/** Addresses that are remembered. An attacker with more of them has other means. */
const CLIENTS_MAX = 20_000;

/** The length of the part of an IPv6 address that one customer usually has, in bits. */
const CUSTOMER_BITS = 64;

/** A network address, and for IPv6 its network, because one customer has all addresses in it. */
function networkOf(client: string): string {
  if (!ipaddr.isValid(client)) return client;
  const address = ipaddr.process(client);
  return address.kind() === "ipv4"
    ? address.toString()
    : `${ipaddr.IPv6.networkAddressFromCIDR(`${address.toString()}/${CUSTOMER_BITS}`).toString()}/${CUSTOMER_BITS}`;
}

/**
 * Counts what one network address does in a window of time. Nothing is counted by account, so nobody can lock another
 * person out.
 */
export class ClientLimit {
  readonly #seen = new BoundedMap<string, { readonly count: number; readonly until: number }>(CLIENTS_MAX);
  readonly #most: number;
  readonly #windowMs: number;

  constructor(most: number, windowMs: number) {
    this.#most = most;
    this.#windowMs = windowMs;
  }

  /** True while the address has something left. */
  allows(client: string, now: number): boolean {
    return this.#countOf(networkOf(client), now) < this.#most;
  }

  count(client: string, now: number): void {
    const network = networkOf(client);
    const count = this.#countOf(network, now);
    const until = count === 0 ? now + this.#windowMs : (this.#seen.get(network)?.until ?? now);
    this.#seen.set(network, { count: count + 1, until });
  }

  /** Takes one back. */
  forgive(client: string, now: number): void {
    const network = networkOf(client);
    const [count, found] = [this.#countOf(network, now), this.#seen.get(network)];
    if (count > 0 && found) this.#seen.set(network, { count: count - 1, until: found.until });
  }

  #countOf(network: string, now: number): number {
    const found = this.#seen.get(network);
    return found !== undefined && now < found.until ? found.count : 0;
  }
}
