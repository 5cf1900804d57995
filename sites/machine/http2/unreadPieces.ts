import { HTTP2_PIECES_MAX } from "../../../manifests/bounds/operators.ts";

/**
 * Counts the pieces of a body that wait to be read. A frame of one byte takes a hundred times as much memory, so a bound
 * of bytes alone bounds too little.
 */
export class UnreadPieces {
  #pieces = 0;

  /** Notes one more piece beside `waiting` unread bytes. True if they are too many. */
  add(waiting: number): boolean {
    this.#pieces = waiting === 0 ? 1 : this.#pieces + 1;
    return this.#pieces > HTTP2_PIECES_MAX;
  }
}
