/** End-of-archive record of a ZIP: its fixed part, and the longest comment that may follow it. */
const RECORD = [0x50, 0x4b, 0x05, 0x06] as const;
const RECORD_BYTES = 22;
const KEPT = RECORD_BYTES + 65_535;

/** The last bytes of a file that is read once: as many as an archive needs to be found from its end. */
export class Tail {
  /** One for all: a new one for each chunk would be as much garbage as the file is long. */
  readonly #kept = new Uint8Array(KEPT);
  #length = 0;

  push(chunk: Uint8Array): void {
    const part = chunk.subarray(-KEPT);
    this.#kept.copyWithin(0, part.length);
    this.#kept.set(part, KEPT - part.length);
    this.#length = Math.min(KEPT, this.#length + part.length);
  }

  bytes(): Uint8Array {
    return this.#kept.subarray(KEPT - this.#length);
  }
}

/** Whether a program for archives would open this: it looks for the record whose comment ends where the file does. */
export function endsLikeZip(tail: Uint8Array): boolean {
  for (let at = tail.indexOf(RECORD[0]); at !== -1 && at + RECORD_BYTES <= tail.length; at = tail.indexOf(RECORD[0], at + 1)) {
    const comment = (tail[at + 20] ?? 0) + (tail[at + 21] ?? 0) * 256;
    if (RECORD.every((byte, index) => tail[at + index] === byte) && at + RECORD_BYTES + comment === tail.length) return true;
  }
  return false;
}
