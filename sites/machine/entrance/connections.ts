import type { Socket } from "node:net";
import ipaddr from "ipaddr.js";
import {
  ENTRANCE_CONNECTIONS_MAX,
  ENTRANCE_DESCRIPTORS_KEPT,
  ENTRANCE_NETWORK_PART,
} from "../../../manifests/bounds/operators.ts";
import { procText } from "../watchdog/procText.ts";

/** A visitor's connection, and the one to the workers. */
const DESCRIPTORS_EACH = 2;

/**
 * The number of connections for which this program has file descriptors. Beyond it, visitors with a complete request
 * would get errors.
 */
export function connectionsFor(limits: string = procText("/proc/self/limits")): number {
  const descriptors = Number(/^Max open files +(\d+)/m.exec(limits)?.[1] ?? Number.POSITIVE_INFINITY);
  const room = Math.floor((descriptors - ENTRANCE_DESCRIPTORS_KEPT) / DESCRIPTORS_EACH);
  return Math.max(1, Math.min(ENTRANCE_CONNECTIONS_MAX, room));
}

const IPV6_NETWORK = 64;

/** The network that one client can fill: an IPv4 address, or the /64 network of an IPv6 address. */
function networkOf(address: string): string {
  if (!ipaddr.isValid(address)) return address;
  const parsed = ipaddr.process(address);
  return parsed.kind() === "ipv4"
    ? parsed.toString()
    : ipaddr.IPv6.networkAddressFromCIDR(`${address}/${IPV6_NETWORK}`).toString();
}

interface Network {
  readonly isShared: boolean;
  /** Connections with a request under way, and those without. */
  open: number;
  /** Requests under way. One connection of HTTP/2 has many. */
  requests: number;
  /** Connections without a complete request head, the oldest first. */
  readonly waiting: Set<Socket>;
}

/**
 * Bounds the open connections. A client that opens many and sends little gives up its own: at the bound, the network
 * with most waiting connections loses its oldest. A connection with a request under way is never closed for another.
 */
export class Connections {
  readonly #max: number;
  /** True for addresses behind which many clients stand. */
  readonly #isShared: (address: string) => boolean;
  readonly #networks = new Map<string, Network>();
  readonly #of = new WeakMap<Socket, Network>();
  /** The requests under way of each connection with one. */
  readonly #requests = new WeakMap<Socket, number>();
  #open = 0;
  #requestsOpen = 0;

  constructor(isShared: (address: string) => boolean, max: number = connectionsFor()) {
    [this.#isShared, this.#max] = [isShared, max];
  }

  get size(): number {
    return this.#open;
  }

  admit(socket: Socket): void {
    const address = socket.remoteAddress ?? "";
    const name = networkOf(address);
    const isShared = this.#isShared(address);
    const network = this.#networks.get(name) ?? { isShared, open: 0, requests: 0, waiting: new Set() };
    this.#networks.set(name, network);
    this.#of.set(socket, network);
    this.#open += 1;
    network.open += 1;
    network.waiting.add(socket);
    socket.once("close", () => this.#left(socket, name, network));
    if (network.open > this.#room(network)) closeOldest(network);
    else if (this.#open > this.#max) closeOldest(this.#fullest());
  }

  /** The encrypted connection takes the place of the one that carries it. */
  encrypted(socket: Socket, carrier: Socket): void {
    const network = this.#of.get(carrier);
    if (!network) return;
    this.#of.set(socket, network);
    if (network.waiting.delete(carrier)) network.waiting.add(socket);
    socket.once("close", () => this.#forget(socket, network));
  }

  /** True if one more request of this client has room beside its others: each takes a connection to the workers. */
  admits(socket: Socket): boolean {
    const network = this.#of.get(socket);
    return network !== undefined && network.requests < this.#room(network) && this.#requestsOpen < this.#max;
  }

  /** A complete request head has arrived. */
  began(socket: Socket): void {
    const network = this.#count(socket, 1);
    network?.waiting.delete(socket);
  }

  /** A request was answered at once. The connection waits for the next one, as the newest. */
  served(socket: Socket): void {
    const network = this.#of.get(socket);
    if (network?.waiting.delete(socket) === true) network.waiting.add(socket);
  }

  /** True for an open connection without a request under way. */
  isIdle(socket: Socket): boolean {
    return !socket.destroyed && !this.#requests.get(socket);
  }

  /** The answer is complete. A connection without another request under way waits for the next. */
  ended(socket: Socket): void {
    const network = this.#count(socket, -1);
    if (!socket.destroyed && !this.#requests.get(socket)) network?.waiting.add(socket);
  }

  #count(socket: Socket, change: number): Network | undefined {
    const network = this.#of.get(socket);
    if (!network) return undefined;
    this.#requests.set(socket, (this.#requests.get(socket) ?? 0) + change);
    network.requests += change;
    this.#requestsOpen += change;
    return network;
  }

  #room({ isShared }: Network): number {
    return isShared ? this.#max : this.#max * ENTRANCE_NETWORK_PART;
  }

  /** A connection ends with its requests, whether or not each of them says so. */
  #forget(socket: Socket, network: Network): void {
    network.waiting.delete(socket);
    this.#count(socket, -(this.#requests.get(socket) ?? 0));
    this.#of.delete(socket);
  }

  #left(socket: Socket, name: string, network: Network): void {
    this.#forget(socket, network);
    this.#open -= 1;
    network.open -= 1;
    if (network.open === 0) this.#networks.delete(name);
  }

  /** The network with most waiting connections. The newest connection waits, so there is one. */
  #fullest(): Network | undefined {
    let fullest: Network | undefined;
    for (const network of this.#networks.values())
      if (network.waiting.size > (fullest?.waiting.size ?? 0)) fullest = network;
    return fullest;
  }
}

function closeOldest(network: Network | undefined): void {
  const [oldest] = network?.waiting ?? [];
  if (oldest === undefined) return;
  network?.waiting.delete(oldest);
  oldest.destroy();
}
