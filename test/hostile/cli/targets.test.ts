/** Requests that a foreign page, or a client that breaks off, sends to servers of this machine's commands. */
import { connect } from "node:net";
import { once } from "node:events";
import { expect, test } from "vitest";
import { GalleryServer } from "../../../sites/cli/plugin/gallery/server.ts";
import { listenOnce } from "../../../sites/cli/site/listener.ts";
import { openDoor } from "../../../sites/machine/managed/door.ts";
import { StandIn } from "../../../sites/machine/provider/standIn.ts";
import { harbour } from "../../platform/provider/harbour.ts";
import { startIdentityProvider } from "../../../sites/machine/identity/identityProvider.ts";

const TARGETS = ["//", "///", "//:", "*", "http://[", "/%", "//a:b/changes", "/\\\\"];

/** Sends bytes, and answers the first line that comes back. The client stays: Node drops late answers to one that ends. */
async function firstLine(port: number, bytes: string): Promise<string> {
  const socket = connect(port, "127.0.0.1");
  socket.on("error", () => undefined);
  socket.write(bytes);
  let answer = "";
  socket.setEncoding("latin1").on("data", (part: string) => (answer += part));
  await once(socket, "close");
  return answer.split("\r\n", 1)[0] ?? "";
}

const asked = (target: string, host: string): string =>
  `GET ${target} HTTP/1.1\r\nHost: ${host}\r\nConnection: close\r\n\r\n`;
const portOf = (address: string): number => Number(new URL(address).port);

const STARTS: Readonly<Record<string, () => Promise<{ port: number; stop: () => Promise<void> | void }>>> = {
  "the gallery of svc plugin dev": async () => {
    const server = new GalleryServer();
    const port = portOf(await server.listen(0));
    return { port, stop: () => server[Symbol.asyncDispose]() };
  },
  "the port of svc login": async () => {
    const { port, close } = await listenOnce("state");
    return { port, stop: close };
  },
  "the stand-in of the provider": async () => {
    const standIn = await StandIn.start(harbour());
    return { port: portOf(standIn.origin), stop: () => standIn[Symbol.asyncDispose]() };
  },
  "the demo's identity provider": async () => {
    const { settings, stop } = await startIdentityProvider([]);
    return { port: portOf(Object.values(settings).find((value) => /127\.0\.0\.1:\d+/.test(value)) ?? ""), stop };
  },
};

test.each(Object.entries(STARTS))("%s answers any target, and goes on", async (_, start) => {
  const { port, stop } = await start();
  try {
    for (const target of TARGETS)
      expect(await firstLine(port, asked(target, `localhost:${port}`)), target).toMatch(/^HTTP\/1\.1 [2345]\d\d /);
  } finally {
    await stop();
  }
});

test("the operator's port goes on after a client that leaves in the middle of its body", async () => {
  await using door = await openDoor(1);
  const port = portOf(door.address);
  const head = `POST / HTTP/1.1\r\nHost: localhost:${port}\r\nContent-Length: 100\r\n\r\n`;
  const socket = connect(port, "127.0.0.1");
  socket.on("error", () => undefined);
  socket.write(`${head}half`);
  await new Promise((sent) => void setTimeout(sent, 50));
  socket.destroy();
  await once(socket, "close");
  await new Promise((heard) => void setTimeout(heard, 50));
  const again = connect(port, "127.0.0.1");
  expect(await once(again, "connect")).toEqual([]);
  again.destroy();
});
