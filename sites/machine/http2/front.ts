import type { IncomingMessage, ServerResponse } from "node:http";
import {
  constants,
  createServer,
  type Http2ServerRequest,
  type Http2ServerResponse,
  type ServerHttp2Session,
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

/** The parts of the entrance that requests over HTTP/2 need. */
export interface Http2Input {
  /** Receives a request and its answer as those of HTTP/1.1. */
  readonly receive: (request: IncomingMessage, response: ServerResponse) => void;
  /** False if this client has too many requests under way. */
  readonly admits: (socket: Socket) => boolean;
  /** Milliseconds until the head of the first request is complete. */
  readonly headMs?: number | undefined;
}

/** Most frames that break the protocol, after which a connection ends. */
const INVALID_FRAMES_MAX = 100;

/**
 * The HTTP/2 of an entrance (RFC 9113). It takes connections whose handshake chose it. Node itself ends those that reset
 * streams faster than browsers do.
 */
export class Http2Front {
  readonly #input: Http2Input;
  readonly #sessions = new Set<ServerHttp2Session>();
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
    this.#server.on("session", (session) => this.#begin(session));
    this.#server.on("sessionError", () => undefined); // Node has closed the connection.
    this.#server.on("request", (request, response) => this.#receive(request as Http2Request, response));
    this.#server.on("connect", (request) => request.stream.close(constants.NGHTTP2_PROTOCOL_ERROR));
  }

  /** Serves a connection after its handshake. */
  take(socket: TLSSocket): void {
    this.#server.once("session", (session) => void carriers.set(session, socket));
    this.#server.emit("connection", socket);
  }

  /** Takes no further requests. Those under way are answered. */
  close(): void {
    for (const session of this.#sessions) session.close();
  }

  [Symbol.dispose](): void {
    for (const session of this.#sessions) session.destroy();
  }

  #begin(session: ServerHttp2Session): void {
    this.#sessions.add(session);
    const end = endWhenIdle(session, this.#input.headMs ?? ENTRANCE_HEAD_MS);
    session.once("close", () => {
      end();
      this.#sessions.delete(session);
    });
  }

  #receive(request: Http2Request, response: Http2ServerResponse): void {
    const { stream } = request;
    if (stream.destroyed) return; // The client has reset it already.
    if (!request.isWellFormed) return stream.close(constants.NGHTTP2_PROTOCOL_ERROR);
    // A refused stream was not read, so browsers send it again by themselves (RFC 9113, 8.7).
    if (!this.#input.admits(request.socket)) return stream.close(constants.NGHTTP2_REFUSED_STREAM);
    // Node gives both the form of HTTP/1.1 (`node:http2`, compatibility API), and these classes what it leaves out.
    this.#input.receive(request as unknown as IncomingMessage, response as unknown as ServerResponse);
  }
}

/**
 * Closes a connection that has no request for a time, whatever else it sends: bytes of a head that never ends, or pings.
 */
function endWhenIdle(session: ServerHttp2Session, headMs: number): () => void {
  let open = 0;
  const close = (): void => void session.close();
  let timer = setTimeout(close, headMs);
  session.on("stream", (stream) => {
    if (stream.destroyed) return;
    open += 1;
    clearTimeout(timer);
    stream.once("close", () => {
      open -= 1;
      if (open === 0) timer = setTimeout(close, ENTRANCE_IDLE_MS);
    });
  });
  return () => clearTimeout(timer);
}
