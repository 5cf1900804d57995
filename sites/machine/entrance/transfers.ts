import type { IncomingMessage, ServerResponse } from "node:http";
import { ENTRANCE_MOVED_MIN_BYTES, ENTRANCE_MOVED_MS } from "../../../manifests/bounds/operators.ts";
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
    const transfer: Transfer = { request, response, since: this.#now(), moved: movedIn(request) };
    this.#open.add(transfer);
    response.once("close", () => this.#open.delete(transfer));
  }

  look(): void {
    const now = this.#now();
    for (const transfer of this.#open) {
      const moved = movedIn(transfer.request);
      if (!waitsForClient(transfer) || moved - transfer.moved >= ENTRANCE_MOVED_MIN_BYTES)
        [transfer.since, transfer.moved] = [now, moved];
      else if (now - transfer.since >= ENTRANCE_MOVED_MS) refuseSocket(transfer.response, "TOO_SLOW");
    }
  }
}

/** The bytes that the client has sent and read. */
const movedIn = ({ socket }: IncomingMessage): number => socket.bytesRead + socket.bytesWritten - socket.writableLength;

/** False while the workers are what takes time. */
const waitsForClient = ({ request, response }: Transfer): boolean =>
  response.writableLength > 0 || (!request.complete && request.readableLength === 0 && !request.isPaused());
