import { once } from "node:events";
import type { Server } from "node:http";
import type { AddressInfo } from "node:net";

/** Servers of this file listen on loopback only. */
export const ADDRESS = "127.0.0.1";

/** Starts listening on any free port. Answers the port. */
export async function listen(server: Server): Promise<number> {
  server.listen({ port: 0, host: ADDRESS });
  await once(server, "listening");
  server.on("error", () => undefined); // A failed `accept` costs only that connection.
  return (server.address() as AddressInfo).port;
}

export async function stopListening(server: Server): Promise<void> {
  const closed = server.listening ? once(server, "close") : Promise.resolve();
  server.close();
  server.closeAllConnections();
  await closed;
}
