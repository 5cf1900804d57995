import ipaddr from "ipaddr.js";
import { TRUSTED_PROXIES_MAX } from "../../../manifests/bounds/operators.ts";
import { WrongValue } from "../process/wrongValue.ts";

/** A network: an address and the length of its prefix in bits. A single address has all bits. */
type Network = readonly [address: ipaddr.IPv4 | ipaddr.IPv6, bits: number];

const OPTION = "trusted-proxy";

/** The proxies that the operator trusts to name visitors; none by default. */
export class Proxies {
  readonly #networks: readonly Network[];

  constructor(named: readonly string[]) {
    if (named.length > TRUSTED_PROXIES_MAX)
      throw new WrongValue(
        OPTION,
        undefined,
        (where) => `${where} names ${named.length} proxies; ${TRUSTED_PROXIES_MAX} are allowed.`,
      );
    this.#networks = named.map(readNetwork);
  }

  has(address: string): boolean {
    if (this.#networks.length === 0 || !ipaddr.isValid(address)) return false;
    const read = ipaddr.process(address);
    return this.#networks.some(([network, bits]) => network.kind() === read.kind() && read.match(network, bits));
  }
}

function readNetwork(named: string): Network {
  const network = parsed(named);
  if (network === undefined)
    throw new WrongValue(
      OPTION,
      named,
      (where) =>
        `${where}: ${JSON.stringify(named)} is not a valid trusted proxy. Name its IP address or network, such as 127.0.0.1 or 10.88.0.0/16.`,
    );
  // A prefix of 0 bits would trust every client, and every address that a client invents.
  if (network[1] === 0)
    throw new WrongValue(
      OPTION,
      named,
      (where) =>
        `${where}: ${JSON.stringify(named)} covers every address, so any client could claim to be the proxy. Name the proxy's own address.`,
    );
  return network;
}

function parsed(named: string): Network | undefined {
  if (ipaddr.IPv4.isValidFourPartDecimal(named) || (named.includes(":") && ipaddr.IPv6.isValid(named))) {
    const address = ipaddr.process(named);
    return [address, address.kind() === "ipv4" ? 32 : 128];
  }
  const isNetwork = ipaddr.IPv4.isValidCIDRFourPartDecimal(named) || ipaddr.IPv6.isValidCIDR(named);
  return isNetwork ? ipaddr.parseCIDR(named) : undefined;
}
