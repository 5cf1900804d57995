import type { IncomingMessage, ServerResponse } from "node:http";
import type { Socket } from "node:net";
import { setTimeout } from "node:timers/promises";
import { DRAIN_MS, ENTRANCE_IDLE_MS } from "../../../manifests/bounds/operators.ts";
import type { Connections } from "./connections.ts";
import { Transfers } from "./transfers.ts";

/** The requests without a complete answer. */
export class UnderWay implements Disposable {
  readonly #connections: Connections;
  readonly #transfers = new Transfers();
  #count = 0;
  /** Answers from the page cache among them, which no parser knows. */
  #written = 0;
  #isClosing = false;
  readonly #quiet = Promise.withResolvers<void>();
  /** The longest wait, for both steps of closing. */
  #patience: Promise<void> | undefined;

  constructor(connections: Connections) {
    this.#connections = connections;
  }

  get isClosing(): boolean {
    return this.#isClosing;
  }

  [Symbol.dispose](): void {
    this.#transfers[Symbol.dispose]();
  }

  /** Follows a request to the end of its answer. */
  add(request: IncomingMessage, response: ServerResponse): void {
    const { socket } = request;
    this.#begin(socket);
    this.#transfers.add(request, response);
    response.once("close", () => this.#end(socket));
  }

  /** Follows an answer from the page cache that its client has not read yet. The result is called at its end. */
  addWritten(socket: Socket): () => void {
    this.#begin(socket);
    this.#written += 1;
    const end = this.#transfers.addWritten(socket);
    // Node's parser has set the time after which an idle connection ends, and knows nothing of this answer.
    const isTimed = socket.timeout !== undefined && socket.timeout > 0;
    socket.setTimeout(0);
    return () => {
      end();
      this.#written -= 1;
      this.#end(socket);
      if (isTimed && this.#connections.isIdle(socket)) socket.setTimeout(ENTRANCE_IDLE_MS);
    };
  }

  /** Begins to close. Resolves when the servers may: one that closes ends connections that its parser calls idle. */
  async close(): Promise<void> {
    this.#isClosing = true;
    this.#patience = setTimeout(DRAIN_MS, undefined, { ref: false });
    if (this.#written > 0) await this.ended();
  }

  /** Waits for a bounded time until all answers are complete. */
  async ended(): Promise<void> {
    if (this.#count > 0) await Promise.race([this.#quiet.promise, this.#patience]);
  }

  #begin(socket: Socket): void {
    this.#count += 1;
    this.#connections.began(socket);
  }

  #end(socket: Socket): void {
    this.#connections.ended(socket);
    this.#count -= 1;
    if (this.#isClosing && this.#count === 0) this.#quiet.resolve();
  }
}
