import { ARCHIVE_MAX_BYTES } from "../../manifests/bounds.ts";
import { Refusal } from "../../manifests/refusal.ts";

const START_BYTES = 64 * 1024;

/** Text that grows as bytes, so that an archive is in memory once; more than an archive may hold is refused at once. */
export class GrowingText {
  readonly #encoder = new TextEncoder();
  readonly #most: number;
  #bytes = new Uint8Array(START_BYTES);
  #length = 0;

  constructor(most: number = ARCHIVE_MAX_BYTES) {
    this.#most = most;
  }

  get length(): number {
    return this.#length;
  }

  push(text: string): void {
    // Three bytes are the most one unit of a text becomes.
    this.#makeRoom(text.length * 3);
    this.#length += this.#encoder.encodeInto(text, this.#bytes.subarray(this.#length)).written;
    if (this.#length > this.#most) throw new Refusal("TOO_LARGE", { maxBytes: this.#most });
  }

  part(from: number, to: number = this.#length): Uint8Array {
    return this.#bytes.subarray(from, to);
  }

  #makeRoom(more: number): void {
    const needed = this.#length + more;
    if (needed <= this.#bytes.length) return;
    const larger = new Uint8Array(Math.max(needed, Math.min(this.#bytes.length * 2, this.#most)));
    larger.set(this.#bytes.subarray(0, this.#length));
    this.#bytes = larger;
  }
}
