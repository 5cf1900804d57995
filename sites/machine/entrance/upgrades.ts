/** Forwards editors' WebSockets between browsers and workers. */
import type { IncomingMessage } from "node:http";
import type { Socket } from "node:net";
import type { Duplex } from "node:stream";
import { LIVE_QUIET_MS } from "../../../manifests/bounds/editor.ts";
import { LIVE_PATH } from "../../platform/live/live.ts";
import { forwardResponse } from "./forwardResponse.ts";
import { ADDRESS } from "../process/listening.ts";
import { refuseUnread } from "./refusing.ts";
import { type Screened, passedHeaders } from "./screening.ts";
import { pairsOf } from "../names/headers.ts";
import { request as ask, ServerResponse } from "../process/http.ts";

const TO_SOCKET = ["Connection", "Upgrade", "Upgrade", "websocket"];

/** Only one address accepts a WebSocket. At any other, the Upgrade header is ignored, as a proxy may do. */
export const isUpgrade = ({ method, url = "", headers }: IncomingMessage): boolean =>
  method === "GET" && headers.upgrade?.toLowerCase() === "websocket" && url.split("?", 1)[0] === LIVE_PATH;

export class Upgrades {
  readonly #inner: number;
  readonly #open = new Set<Duplex>();

  constructor(inner: number) {
    this.#inner = inner;
  }

  /** Closes every socket. Editors reconnect on their own. */
  end(): void {
    for (const socket of this.#open) socket.destroy();
  }

  handOn(request: IncomingMessage, socket: Duplex, head: Buffer, { path, headers }: Screened): void {
    this.#open.add(socket);
    const onward = ask({
      host: ADDRESS,
      port: this.#inner,
      agent: false,
      path,
      headers: [...headers, ...TO_SOCKET],
      setDefaultHeaders: false,
    });
    socket.on("close", () => {
      this.#open.delete(socket);
      onward.destroy();
    });
    onward.on("upgrade", (answer, inner, first) => {
      socket.write(headOf(answer));
      socket.write(first);
      inner.write(head);
      join(request.socket, socket, inner);
    });
    onward.on("response", (answer) => forwardResponse(answer, responseOn(request, socket)));
    onward.on("error", () => (socket.writable ? refuseUnread(socket, "UNAVAILABLE") : socket.destroy()));
    onward.end();
  }
}

function headOf(answer: IncomingMessage): string {
  const headers = [...passedHeaders(pairsOf(answer.rawHeaders)), ...TO_SOCKET];
  const lines = headers.flatMap((name, at) => (at % 2 === 0 ? [`${name}: ${headers[at + 1] ?? ""}\r\n`] : []));
  return `HTTP/1.1 101 Switching Protocols\r\n${lines.join("")}\r\n`;
}

function join(quiet: Socket, socket: Duplex, inner: Duplex): void {
  // Browsers send pings. A connection without any data for this long has lost its browser.
  quiet.setTimeout(LIVE_QUIET_MS, () => socket.destroy());
  inner.on("error", () => socket.destroy()).on("close", () => socket.destroy());
  socket.on("close", () => inner.destroy());
  socket.pipe(inner).pipe(socket);
}

/**
 * Wraps a refused upgrade's socket, so that the refusal is written as an ordinary HTTP answer. The connection then
 * closes.
 */
function responseOn(request: IncomingMessage, socket: Duplex): InstanceType<typeof ServerResponse> {
  const response = new ServerResponse(request);
  response.shouldKeepAlive = false;
  response.assignSocket(request.socket);
  response.on("finish", () => socket.end());
  return response;
}
