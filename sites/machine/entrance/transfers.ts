import type { IncomingMessage, ServerResponse } from "node:http";
import { ENTRANCE_MOVED_MIN_BYTES, ENTRANCE_MOVED_MS } from "../../../manifests/bounds/operators.ts";
import { Http2Request } from "../http2/request.ts";
import { Http2Response } from "../http2/response.ts";
import { refuseSocket } from "./refusing.ts";

const LOOK_MS = 1_000;

/** A request and its answer, with the bytes that the client had moved when the machine began to wait for it. */
interface Transfer {
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
  since: number;
  moved: number;
}

/** Ends requests whose client sends its body or reads its answer so slowly that it only holds the connection. */
export class Transfers implements Disposable {
  readonly #open = new Set<Transfer>();
  readonly #now: () => number;
  readonly #timer = setInterval(() => this.look(), LOOK_MS).unref();

  /** `now` is a monotonic clock in milliseconds. */
  constructor(now: () => number = () => performance.now()) {
    this.#now = now;
  }

  [Symbol.dispose](): void {
    clearInterval(this.#timer);
  }

  add(request: IncomingMessage, response: ServerResponse): void {
    const transfer: Transfer = { request, response, since: this.#now(), moved: movedIn(request, response) };
    this.#open.add(transfer);
    response.once("close", () => this.#open.delete(transfer));
  }

  look(): void {
    const now = this.#now();
    for (const transfer of this.#open) {
      const moved = movedIn(transfer.request, transfer.response);
      if (!waitsForClient(transfer) || moved - transfer.moved >= ENTRANCE_MOVED_MIN_BYTES)
        [transfer.since, transfer.moved] = [now, moved];
      else if (now - transfer.since >= ENTRANCE_MOVED_MS) refuseSocket(transfer.response, "TOO_SLOW");
    }
  }
}

/** The bytes that the client has sent and read: of this request alone, where many share a connection. */
function movedIn(request: IncomingMessage, response: ServerResponse): number {
  if (request instanceof Http2Request && response instanceof Http2Response) return request.received + response.taken;
  const { bytesRead, bytesWritten, writableLength } = request.socket;
  return bytesRead + bytesWritten - writableLength;
}

/** False while the workers are what takes time. */
const waitsForClient = ({ request, response }: Transfer): boolean =>
  response.writableLength > 0 || (!request.complete && request.readableLength === 0 && !request.isPaused());
