const START_BYTES = 64 * 1024;

/** A text that grows as UTF-8 bytes, so that memory holds it once. */
export class GrowingText {
  readonly #encoder = new TextEncoder();
  #bytes = new Uint8Array(START_BYTES);
  #length = 0;

  get length(): number {
    return this.#length;
  }

  push(text: string): void {
    // One UTF-16 unit becomes at most three bytes.
    this.#makeRoom(text.length * 3);
    this.#length += this.#encoder.encodeInto(text, this.#bytes.subarray(this.#length)).written;
  }

  /** Returns the bytes so far, and empties the buffer. */
  take(): Uint8Array {
    const taken = this.#bytes.slice(0, this.#length);
    this.#length = 0;
    return taken;
  }

  #makeRoom(more: number): void {
    const needed = this.#length + more;
    if (needed <= this.#bytes.length) return;
    const larger = new Uint8Array(Math.max(needed, this.#bytes.length * 2));
    larger.set(this.#bytes.subarray(0, this.#length));
    this.#bytes = larger;
  }
}
