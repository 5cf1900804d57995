import type { ServerOptions } from "node:http";
import { createServer, type Server } from "node:https";
import { Socket } from "node:net";
import { ENTRANCE_HEAD_MS } from "../../../manifests/bounds/operators.ts";
import type { Http2Front } from "../http2/front.ts";
import type { Certificates } from "./certificates.ts";

/** The parts of the entrance that follow its connections. */
export interface ConnectionsFollowed {
  admit(socket: Socket): void;
  /** The encrypted connection takes the place of the one that carries it. */
  encrypted(socket: Socket, carrier: Socket): void;
}

const peerOf = ({ remoteAddress, remotePort, localPort }: Socket): string =>
  `${remoteAddress} ${remotePort} ${localPort}`;

/** The first line of Node whose HTTP/2 ends a connection that resets streams without end, or that reads nothing. */
const HTTP2_LINE = 24;

/** The protocols of a connection under a version of Node, the preferred one first (RFC 7301). */
export const protocolsOf = (node: string): string[] =>
  Number(node.split(".", 1)[0]) >= HTTP2_LINE ? ["h2", "http/1.1"] : ["http/1.1"];

/** The parts of a server that ends TLS. */
export interface TlsParts {
  readonly certificates: Certificates;
  readonly followed: ConnectionsFollowed;
  /** Serves the connections that chose HTTP/2. */
  readonly http2: Http2Front;
  /** Answers from the page cache on all other connections; undefined without a cache. */
  readonly hits: { take(socket: Socket): void } | undefined;
}

/**
 * A server that ends TLS, for HTTP/1.1, and for HTTP/2 on a Node that can. A client without a server name, or with one that is not served, gets
 * no certificate. So it learns no name of this machine.
 */
export function tlsServer(options: ServerOptions, { certificates, followed, http2, hits }: TlsParts): Server {
  const server = createServer({
    ...options,
    ALPNProtocols: protocolsOf(process.versions.node),
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
  // The one listener until here is Node's, which reads HTTP/1.1.
  const [readHttp1] = server.listeners("secureConnection");
  server.removeAllListeners("secureConnection");
  server.on("secureConnection", (socket) => {
    const carrier = handshakes.get(peerOf(socket));
    if (!carrier) return void socket.destroy();
    followed.encrypted(socket, carrier);
    if (socket.alpnProtocol === "h2") return http2.take(socket);
    readHttp1?.call(server, socket);
    hits?.take(socket);
  });
  server.on("tlsClientError", (_, socket) => socket.destroy());
  return server;
}
