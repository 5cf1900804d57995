import type { ServerOptions } from "node:http";
import { createServer, type Server } from "node:https";
import { Socket } from "node:net";
import { ENTRANCE_HEAD_MS } from "../../../manifests/bounds/operators.ts";
import type { Certificates } from "./certificates.ts";

/** The parts of the entrance that follow its connections. */
export interface ConnectionsFollowed {
  admit(socket: Socket): void;
  /** The encrypted connection takes the place of the one that carries it. */
  encrypted(socket: Socket, carrier: Socket): void;
}

const peerOf = ({ remoteAddress, remotePort, localPort }: Socket): string =>
  `${remoteAddress} ${remotePort} ${localPort}`;

/**
 * A server that ends TLS. A client without a server name, or with one that is not served, gets no certificate. So it
 * learns no name of this machine.
 */
export function tlsServer(options: ServerOptions, certificates: Certificates, followed: ConnectionsFollowed): Server {
  const server = createServer({
    ...options,
    minVersion: "TLSv1.2",
    handshakeTimeout: ENTRANCE_HEAD_MS,
    SNICallback: (name, answer) => answer(null, certificates.contextFor(name)),
  });
  /** Connections in their handshake. Node names the carrier of an encrypted connection by its peer alone. */
  const handshakes = new Map<string, Socket>();
  server.on("connection", (socket) => {
    if (!(socket instanceof Socket)) return void socket.destroy();
    const peer = peerOf(socket);
    handshakes.set(peer, socket);
    socket.once("close", () => handshakes.delete(peer));
    followed.admit(socket);
  });
  server.on("secureConnection", (socket) => {
    const carrier = handshakes.get(peerOf(socket));
    if (carrier) followed.encrypted(socket, carrier);
    else socket.destroy();
  });
  server.on("tlsClientError", (_, socket) => socket.destroy());
  return server;
}
