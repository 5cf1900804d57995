import type { IncomingMessage, ServerResponse } from "node:http";
import {
  constants,
  createServer,
  type Http2ServerRequest,
  type Http2ServerResponse,
  type ServerHttp2Session,
  type ServerHttp2Stream,
} from "node:http2";
import type { Socket } from "node:net";
import type { TLSSocket } from "node:tls";
import {
  ENTRANCE_HEAD_MS,
  ENTRANCE_IDLE_MS,
  HTTP2_HEAD_MAX_BYTES,
  HTTP2_STREAMS_MAX,
  HTTP2_WINDOW_BYTES,
} from "../../../manifests/bounds/operators.ts";
import { carriers, Http2Request } from "./request.ts";
import { Http2Response } from "./response.ts";
import { UnreadPieces } from "./unreadPieces.ts";

/** The parts of the entrance that requests over HTTP/2 need. */
export interface Http2Input {
  /** Receives a request and its answer as those of HTTP/1.1. */
  readonly receive: (request: IncomingMessage, response: ServerResponse) => void;
  /** False if this client has too many requests under way. */
  readonly admits: (socket: Socket) => boolean;
  /** Milliseconds until the head of the first request is complete. */
  readonly headMs?: number | undefined;
  /** Milliseconds after which a connection without a request ends. */
  readonly idleMs?: number | undefined;
}

/** Most frames that break the protocol, after which a connection ends. */
const INVALID_FRAMES_MAX = 100;

/**
 * The HTTP/2 of an entrance (RFC 9113). It takes connections whose handshake chose it. Node itself ends those that reset
 * streams faster than browsers do.
 */
export class Http2Front {
  readonly #input: Http2Input;
  readonly #connections = new Map<ServerHttp2Session, Http2Connection>();
  #isClosing = false;
  readonly #server = createServer({
    Http2ServerRequest: Http2Request as typeof Http2ServerRequest,
    Http2ServerResponse: Http2Response as typeof Http2ServerResponse,
    maxSessionInvalidFrames: INVALID_FRAMES_MAX,
    settings: {
      maxConcurrentStreams: HTTP2_STREAMS_MAX,
      maxHeaderListSize: HTTP2_HEAD_MAX_BYTES,
      initialWindowSize: HTTP2_WINDOW_BYTES,
    },
  });

  constructor(input: Http2Input) {
    this.#input = input;
    this.#server.on("sessionError", () => undefined); // Node has closed the connection.
    this.#server.on("stream", boundPieces);
    this.#server.on("request", (request, response) => this.#receive(request as Http2Request, response));
    this.#server.on("connect", (request) => this.#refuse(request.stream));
  }

  /** Serves a connection after its handshake. */
  take(socket: TLSSocket): void {
    const begin = (session: ServerHttp2Session): void => this.#begin(session, socket);
    this.#server.once("session", begin);
    this.#server.emit("connection", socket);
    this.#server.off("session", begin);
  }

  /** Takes no further requests. Those under way are answered. */
  close(): void {
    this.#isClosing = true;
    for (const connection of this.#connections.values()) connection.close();
  }

  [Symbol.dispose](): void {
    for (const connection of this.#connections.values()) connection.destroy();
  }

  #begin(session: ServerHttp2Session, socket: TLSSocket): void {
    const { headMs = ENTRANCE_HEAD_MS, idleMs = ENTRANCE_IDLE_MS } = this.#input;
    carriers.set(session, socket);
    const connection = new Http2Connection(session, socket, { headMs, idleMs });
    this.#connections.set(session, connection);
    session.once("close", () => this.#connections.delete(session));
    if (this.#isClosing) connection.close();
  }

  #receive(request: Http2Request, response: Http2ServerResponse): void {
    const { stream } = request;
    if (stream.destroyed) return; // The client has reset it already.
    if (!request.isWellFormed) return this.#refuse(stream);
    // A refused stream was not read, so browsers send it again by themselves (RFC 9113, 8.7).
    if (!this.#input.admits(request.socket)) return stream.close(constants.NGHTTP2_REFUSED_STREAM);
    this.#connectionOf(stream)?.serve(stream);
    // Node gives both the form of HTTP/1.1 (`node:http2`, compatibility API), and these classes what it leaves out.
    this.#input.receive(request as unknown as IncomingMessage, response as unknown as ServerResponse);
  }

  /** A malformed request ends its connection, as over HTTP/1.1. Others on it are answered. */
  #refuse(stream: ServerHttp2Stream): void {
    const connection = this.#connectionOf(stream);
    stream.close(constants.NGHTTP2_PROTOCOL_ERROR);
    connection?.close();
  }

  #connectionOf({ session }: ServerHttp2Stream): Http2Connection | undefined {
    return session && this.#connections.get(session as ServerHttp2Session);
  }
}

/** The deadlines of one connection. */
class Http2Connection {
  readonly #session: ServerHttp2Session;
  readonly #socket: TLSSocket;
  readonly #idleMs: number;
  /** The requests under way. */
  #open = 0;
  /** Ends a connection that has no request for a time, whatever else it sends: pings, or a head without an end. */
  #timer: NodeJS.Timeout;

  constructor(session: ServerHttp2Session, socket: TLSSocket, times: { headMs: number; idleMs: number }) {
    [this.#session, this.#socket, this.#idleMs] = [session, socket, times.idleMs];
    this.#timer = setTimeout(() => this.close(), times.headMs);
    session.once("close", () => clearTimeout(this.#timer));
  }

  serve(stream: ServerHttp2Stream): void {
    this.#open += 1;
    if (!this.#session.closed) clearTimeout(this.#timer);
    stream.once("close", () => {
      this.#open -= 1;
      if (this.#open === 0 && !this.#session.destroyed) this.#restart(() => this.close());
    });
  }

  /** Takes no further requests. The client has a time to read the last answers. */
  close(): void {
    this.#session.close();
    if (this.#open === 0 && !this.#session.destroyed) this.#restart(() => this.destroy());
  }

  destroy(): void {
    clearTimeout(this.#timer);
    this.#session.destroy();
    this.#socket.destroy(); // Node's session would wait until the client reads.
  }

  #restart(end: () => void): void {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(end, this.#idleMs);
  }
}

/** Ends a stream whose unread body comes in too many pieces. */
function boundPieces(stream: ServerHttp2Stream): void {
  const pieces = new UnreadPieces();
  const push = stream.push.bind(stream);
  stream.push = (piece: unknown, encoding?: BufferEncoding): boolean => {
    if (piece === null || !pieces.add(stream.readableLength)) return push(piece, encoding);
    stream.close(constants.NGHTTP2_ENHANCE_YOUR_CALM);
    return false;
  };
}
