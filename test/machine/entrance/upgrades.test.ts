import { once } from "node:events";
import { createServer, IncomingMessage } from "node:http";
import { Socket, type AddressInfo } from "node:net";
import { Duplex } from "node:stream";
import { expect, test } from "vitest";
import { LIVE_QUIET_MS } from "../../../manifests/bounds/editor.ts";
import { LIVE_PATH } from "../../../sites/platform/live/live.ts";
import { Upgrades } from "../../../sites/machine/entrance/upgrades.ts";

/** A visitor's socket that records its idle timeout instead of waiting. */
class Quiet extends Socket {
  silentMs: number | undefined;
  fall: () => void = () => undefined;

  override setTimeout(ms: number, fallen?: () => void): this {
    this.silentMs = ms;
    this.fall = fallen ?? this.fall;
    return this;
  }
}

test("a silent WebSocket is closed exactly after the bound", async () => {
  const server = createServer().listen(0, "127.0.0.1");
  server.on("upgrade", (_, inner) => {
    inner.write("HTTP/1.1 101 Switching Protocols\r\nconnection: upgrade\r\nupgrade: websocket\r\n\r\nhello");
  });
  await once(server, "listening");
  const quiet = new Quiet();
  const sent: Buffer[] = [];
  const socket = new Duplex({
    read: () => undefined,
    write: (piece: Buffer, _, done) => (sent.push(piece), done()),
  });
  new Upgrades((server.address() as AddressInfo).port).handOn(new IncomingMessage(quiet), socket, Buffer.alloc(0), {
    path: LIVE_PATH,
    headers: ["host", "a.example"],
  } as never);
  await expect.poll(() => Buffer.concat(sent).toString()).toContain("hello");
  expect([quiet.silentMs, socket.destroyed]).toEqual([LIVE_QUIET_MS, false]);
  quiet.fall();
  await once(socket, "close");
  expect(socket.destroyed).toBe(true);
  server.closeAllConnections();
  server.close();
});
