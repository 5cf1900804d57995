const START_BYTES = 64 * 1024;

/** Text that grows as bytes, so that it is in memory once. */
export class GrowingText {
  readonly #encoder = new TextEncoder();
  #bytes = new Uint8Array(START_BYTES);
  #length = 0;

  get length(): number {
    return this.#length;
  }

  push(text: string): void {
    // Three bytes are the most one unit of a text becomes.
    this.#makeRoom(text.length * 3);
    this.#length += this.#encoder.encodeInto(text, this.#bytes.subarray(this.#length)).written;
  }

  /** Takes the text so far, as bytes, and starts again with none. */
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
