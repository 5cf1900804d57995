import { ZIP_TAIL_BYTES } from "../../manifests/bounds/media.ts";

/** The signature of a ZIP's end record, and the record's length without its comment. */
const RECORD = [0x50, 0x4b, 0x05, 0x06] as const;
const RECORD_BYTES = 22;
/** The signature of an entry in the directory. */
const ENTRY = [0x50, 0x4b, 0x01, 0x02] as const;
/** The signature of the ZIP64 locator before the end record. */
const LOCATOR = [0x50, 0x4b, 0x06, 0x07] as const;
const LOCATOR_BYTES = 20;

/** Keeps the last bytes of a streamed file: enough to find a ZIP archive at its end. */
export class Tail {
  /** One buffer for all chunks. A new buffer for each chunk would produce as much garbage as the file is long. */
  readonly #kept = new Uint8Array(ZIP_TAIL_BYTES);
  #length = 0;

  push(chunk: Uint8Array): void {
    const part = chunk.subarray(-ZIP_TAIL_BYTES);
    this.#kept.copyWithin(0, part.length);
    this.#kept.set(part, ZIP_TAIL_BYTES - part.length);
    this.#length = Math.min(ZIP_TAIL_BYTES, this.#length + part.length);
  }

  bytes(): Uint8Array {
    return this.#kept.subarray(ZIP_TAIL_BYTES - this.#length);
  }
}

/**
 * Tells whether a ZIP program would open this file. Such programs search for the end record from the end of the file.
 * Strict ones require its comment to end the file. Most also accept trailing bytes if the directory is where the record
 * says. They check neither the number of files nor the disk. `bytes` is the file's length.
 */
export function endsLikeZip(tail: Uint8Array, bytes: number): boolean {
  for (
    let at = tail.indexOf(RECORD[0]);
    at !== -1 && at + RECORD_BYTES <= tail.length;
    at = tail.indexOf(RECORD[0], at + 1)
  ) {
    if (
      isAt(tail, at, RECORD) &&
      (isLast(tail, at) || isAt(tail, at - LOCATOR_BYTES, LOCATOR) || hasList(tail, at, bytes))
    )
      return true;
  }
  return false;
}

const isAt = (tail: Uint8Array, at: number, wanted: readonly number[]): boolean =>
  wanted.every((byte, index) => tail[at + index] === byte);

const isLast = (tail: Uint8Array, at: number): boolean =>
  at + RECORD_BYTES + (tail[at + 20] ?? 0) + (tail[at + 21] ?? 0) * 256 === tail.length;

/**
 * Tells whether the directory is where the end record says. Programs look directly before the record, and at the
 * record's offset from the file's start. If that position is outside the tail, only the sizes are compared, because
 * four bytes alone can be chance.
 */
function hasList(tail: Uint8Array, at: number, bytes: number): boolean {
  const record = new DataView(tail.buffer, tail.byteOffset + at, RECORD_BYTES);
  const [length, from] = [record.getUint32(12, true), record.getUint32(16, true)];
  const unseen = bytes - tail.length;
  return [at - length, from - unseen].some((place) =>
    place < 0 ? length + from <= unseen + at : isAt(tail, place, ENTRY),
  );
}
