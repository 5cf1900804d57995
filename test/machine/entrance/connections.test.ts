import { Socket } from "node:net";
import { describe, expect, test } from "vitest";
import {
  ENTRANCE_CONNECTIONS_MAX,
  ENTRANCE_DESCRIPTORS_KEPT,
  ENTRANCE_NETWORK_PART,
} from "../../../manifests/bounds/operators.ts";
import { Connections, connectionsFor } from "../../../sites/machine/entrance/connections.ts";

const from = (address: string): Socket => Object.defineProperty(new Socket(), "remoteAddress", { value: address });

const PROXY = "192.0.2.1";
const MAX = 8;
const SHARE = MAX * ENTRANCE_NETWORK_PART;

function opened(max = MAX) {
  const connections = new Connections((address) => address === PROXY, max);
  const admit = (address: string): Socket => {
    const socket = from(address);
    connections.admit(socket);
    return socket;
  };
  const many = (count: number, address: string): Socket[] => Array.from({ length: count }, () => admit(address));
  return { connections, admit, many };
}

const closed = (sockets: readonly Socket[]): boolean[] => sockets.map(({ destroyed }) => destroyed);

describe("open connections", () => {
  test.each([
    [MAX - 1, 0],
    [MAX, 0],
    [MAX + 1, 1],
  ])("%i of a proxy close %i of the oldest", (count, lost) => {
    const sockets = opened().many(count, PROXY);
    expect(closed(sockets)).toEqual(sockets.map((_, at) => at < lost));
  });

  test.each([
    [SHARE - 1, 0],
    [SHARE, 0],
    [SHARE + 1, 1],
  ])("%i of one address close %i of its oldest", (count, lost) => {
    const { admit, many } = opened();
    const visitor = admit("198.51.100.7");
    const sockets = many(count, "203.0.113.9");
    expect([visitor.destroyed, closed(sockets)]).toEqual([false, sockets.map((_, at) => at < lost)]);
  });

  test("of one IPv6 network count together, and those of another do not", () => {
    const { admit } = opened();
    const one = ["2001:db8:1::1", "2001:db8:1::2", "2001:db8:1:0:9::3"].map(admit);
    const other = ["2001:db8:2::1", "2001:db8:3::1"].map(admit);
    expect([closed(one), closed(other)]).toEqual([
      [true, false, false],
      [false, false],
    ]);
  });

  test("with a request under way stay, and those of the network with most waiting ones go first", () => {
    const { connections, admit, many } = opened();
    const busy = many(MAX - 2, PROXY);
    for (const socket of busy) connections.began(socket);
    const [visitor, other] = [admit("198.51.100.7"), admit("198.51.100.8")];
    const waiting = many(2, PROXY);
    expect([...closed(busy), ...closed([visitor, other])]).not.toContain(true);
    expect(closed(waiting)).toEqual([true, true]);
  });

  test("wait again after their answer", () => {
    const { connections, many } = opened(1);
    const [first] = many(1, PROXY);
    if (!first) throw new Error("no connection");
    connections.began(first);
    const [refused] = many(1, PROXY);
    expect([first.destroyed, refused?.destroyed]).toEqual([false, true]);
    connections.ended(first);
    const [next] = many(1, PROXY);
    expect([first.destroyed, next?.destroyed]).toEqual([true, false]);
  });

  test("that were answered at once wait as the newest", () => {
    const { connections, many } = opened(2);
    const [first, second] = many(2, PROXY);
    if (!first || !second) throw new Error("no connection");
    connections.served(first);
    connections.served(from(PROXY));
    const [third] = many(1, PROXY);
    expect(closed([first, second, ...(third ? [third] : [])])).toEqual([false, true, false]);
  });

  test("that are encrypted count by their carrier: with a request under way they stay, and without one they go", () => {
    const { connections, many } = opened(1);
    const [carrier] = many(1, PROXY);
    if (!carrier) throw new Error("no connection");
    const encrypted = from(PROXY);
    connections.encrypted(encrypted, carrier);
    connections.began(encrypted);
    const [refused] = many(1, PROXY);
    expect([carrier.destroyed, encrypted.destroyed, refused?.destroyed]).toEqual([false, false, true]);
    connections.ended(encrypted);
    const [next] = many(1, PROXY);
    expect([encrypted.destroyed, next?.destroyed]).toEqual([true, false]);
  });

  test("are forgotten when they close", async () => {
    const { connections, many } = opened();
    const sockets = many(MAX, PROXY);
    for (const socket of sockets) socket.destroy();
    await expect.poll(() => connections.size).toBe(0);
  });
});

const limits = (descriptors: number | string): string =>
  `Limit                     Soft Limit           Hard Limit           Units\nMax open files            ${descriptors}                 4096                 files\n`;

test.each([
  [120, 28],
  [ENTRANCE_DESCRIPTORS_KEPT + 1, 1],
  [2 * (ENTRANCE_CONNECTIONS_MAX - 1) + ENTRANCE_DESCRIPTORS_KEPT, ENTRANCE_CONNECTIONS_MAX - 1],
  [2 * ENTRANCE_CONNECTIONS_MAX + ENTRANCE_DESCRIPTORS_KEPT, ENTRANCE_CONNECTIONS_MAX],
  [2 * (ENTRANCE_CONNECTIONS_MAX + 1) + ENTRANCE_DESCRIPTORS_KEPT, ENTRANCE_CONNECTIONS_MAX],
  ["unlimited", ENTRANCE_CONNECTIONS_MAX],
])("a program with %s file descriptors takes %i connections", (descriptors, connections) => {
  expect(connectionsFor(limits(descriptors))).toBe(connections);
});

describe("requests under way", () => {
  const begun = (connections: Connections, socket: Socket, count: number): void => {
    for (let at = 0; at < count; at++) connections.began(socket);
  };

  test.each([
    ["203.0.113.9", SHARE - 1, true],
    ["203.0.113.9", SHARE, false],
    [PROXY, MAX - 1, true],
    [PROXY, MAX, false],
  ])("of %s leave room for one more beside %i: %s", (address, count, hasRoom) => {
    const { connections, admit } = opened();
    const socket = admit(address);
    begun(connections, socket, count);
    expect(connections.admits(socket)).toBe(hasRoom);
  });

  test("fill the whole machine only together", () => {
    const { connections, admit } = opened();
    const [visitor, ...others] = ["198.51.100.7", PROXY].map(admit);
    for (const other of others) begun(connections, other, MAX);
    expect([visitor, ...others].map((socket) => socket && connections.admits(socket))).toEqual([false, false]);
    for (const other of others) connections.ended(other);
    expect(visitor && connections.admits(visitor)).toBe(true);
  });

  test("end with their connection, once", () => {
    const { connections, admit } = opened();
    const [gone, stays] = [admit(PROXY), admit(PROXY)];
    begun(connections, gone, MAX);
    gone.emit("close");
    connections.ended(gone);
    begun(connections, stays, MAX - 1);
    expect(connections.admits(stays)).toBe(true);
    connections.began(stays);
    expect(connections.admits(stays)).toBe(false);
  });

  test("keep their connection from giving way until the last of them ends", () => {
    const { connections, admit } = opened(2);
    const busy = admit(PROXY);
    begun(connections, busy, 2);
    connections.ended(busy);
    const second = admit(PROXY);
    admit(PROXY);
    expect(closed([busy, second])).toEqual([false, true]);
  });
});
