import { Socket } from "node:net";
import { expect, test } from "vitest";
import { ENTRANCE_IDLE_MS } from "../../../manifests/bounds/operators.ts";
import { Connections } from "../../../sites/machine/entrance/connections.ts";
import { UnderWay } from "../../../sites/machine/entrance/underWay.ts";

function followed(): { connections: Connections; underWay: UnderWay; socket: Socket } {
  const connections = new Connections(() => false);
  const socket = new Socket();
  connections.admit(socket);
  return { connections, underWay: new UnderWay(connections), socket };
}

test("an idle connection's time does not run while its client reads an answer", () => {
  const { underWay, socket } = followed();
  using _ = underWay;
  socket.setTimeout(ENTRANCE_IDLE_MS + 1_000);
  const end = underWay.addWritten(socket);
  expect(socket.timeout).toBe(0);
  end();
  expect(socket.timeout).toBe(ENTRANCE_IDLE_MS);
  socket.destroy();
});

test("it does not begin while Node's parser has a request of the connection", () => {
  const { connections, underWay, socket } = followed();
  using _ = underWay;
  socket.setTimeout(ENTRANCE_IDLE_MS);
  const end = underWay.addWritten(socket);
  connections.began(socket);
  end();
  expect(socket.timeout).toBe(0);
  socket.destroy();
});
