import { once } from "node:events";
import type { Server } from "node:http";
import type { AddressInfo } from "node:net";

/** Never anything but this machine. */
export const ADDRESS = "127.0.0.1";

/** The port it listens on, any free one. */
export async function listen(server: Server): Promise<number> {
  server.listen({ port: 0, host: ADDRESS });
  await once(server, "listening");
  server.on("error", () => undefined); // A connection that could not be taken costs that connection only.
  return (server.address() as AddressInfo).port;
}

export async function stopListening(server: Server): Promise<void> {
  const closed = server.listening ? once(server, "close") : Promise.resolve();
  server.close();
  server.closeAllConnections();
  await closed;
}
