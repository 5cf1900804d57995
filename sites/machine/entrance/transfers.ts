import type { IncomingMessage, ServerResponse } from "node:http";
import type { Socket } from "node:net";
import { ENTRANCE_MOVED_MIN_BYTES, ENTRANCE_MOVED_MS } from "../../../manifests/bounds/operators.ts";
import { Http2Request } from "../http2/request.ts";
import { Http2Response } from "../http2/response.ts";
import { refuseSocket } from "./refusing.ts";

const LOOK_MS = 1_000;

/** A client that sends or reads. */
interface Moving {
  /** The bytes that the client has sent and read. */
  moved(): number;
  /** False while the workers are what takes time. */
  waitsForClient(): boolean;
  refuse(): void;
}

/** A client's progress, with the bytes that it had moved when the machine began to wait for it. */
interface Transfer {
  readonly of: Moving;
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
    response.once("close", this.#follow(new Exchange(request, response)));
  }

  /** Follows an answer that was written whole. The result ends it. */
  addWritten(socket: Socket): () => void {
    return this.#follow({
      moved: () => movedOn(socket),
      waitsForClient: () => socket.writableLength > 0,
      refuse: () => void socket.destroy(),
    });
  }

  #follow(of: Moving): () => void {
    const transfer: Transfer = { of, since: this.#now(), moved: of.moved() };
    this.#open.add(transfer);
    return () => void this.#open.delete(transfer);
  }

  look(): void {
    const now = this.#now();
    for (const transfer of this.#open) {
      const moved = transfer.of.moved();
      if (!transfer.of.waitsForClient() || moved - transfer.moved >= ENTRANCE_MOVED_MIN_BYTES)
        [transfer.since, transfer.moved] = [now, moved];
      else if (now - transfer.since >= ENTRANCE_MOVED_MS) transfer.of.refuse();
    }
  }
}

/** A request and its answer. */
class Exchange implements Moving {
  readonly #request: IncomingMessage;
  readonly #response: ServerResponse;

  constructor(request: IncomingMessage, response: ServerResponse) {
    [this.#request, this.#response] = [request, response];
  }

  /** The bytes of this request alone, where many share a connection. */
  moved(): number {
    const [request, response] = [this.#request, this.#response];
    return request instanceof Http2Request && response instanceof Http2Response
      ? request.received + response.taken
      : movedOn(request.socket);
  }

  waitsForClient(): boolean {
    const { complete, readableLength } = this.#request;
    return this.#response.writableLength > 0 || (!complete && readableLength === 0 && !this.#request.isPaused());
  }

  refuse(): void {
    refuseSocket(this.#response, "TOO_SLOW");
  }
}

const movedOn = ({ bytesRead, bytesWritten, writableLength }: Socket): number =>
  bytesRead + bytesWritten - writableLength;
