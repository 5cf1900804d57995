import type { Socket } from "node:net";
import { ENTRANCE_IDLE_MS } from "../../../manifests/bounds/operators.ts";
import { HitConnection, type HitsInput } from "./hitConnection.ts";
import { ReadyAnswers } from "./readyAnswers.ts";

/** Answers from the page cache in front of Node's parser, for connections of HTTP/1.1. */
export class Hits {
  readonly #input: HitsInput;
  readonly #ready = new ReadyAnswers(ENTRANCE_IDLE_MS);
  readonly #connections = new WeakMap<Socket, HitConnection>();

  constructor(input: HitsInput) {
    this.#input = input;
  }

  /** Takes a connection that Node's parser reads by one listener. Any other stays as it is. */
  take(socket: Socket): void {
    const [parse, ...others] = socket.listeners("data");
    if (parse === undefined || others.length > 0) return;
    const read = parse as (chunk: Buffer) => void;
    this.#connections.set(socket, new HitConnection(this.#input, this.#ready, socket, read));
  }

  /** The answer to a request that Node had is complete. */
  ended(socket: Socket): void {
    this.#connections.get(socket)?.ended();
  }
}
