import { ZIP_TAIL_BYTES } from "../../manifests/bounds.ts";

/** What the record at the end of a ZIP begins with, and its length without the comment that may follow it. */
const RECORD = [0x50, 0x4b, 0x05, 0x06] as const;
const RECORD_BYTES = 22;
/** What an entry of the list of files begins with. */
const ENTRY = [0x50, 0x4b, 0x01, 0x02] as const;

/** The last bytes of a file that is read once: as many as an archive needs to be found from its end. */
export class Tail {
  /** One for all: a new one for each chunk would be as much garbage as the file is long. */
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
 * Whether a program for archives would open this. It looks for the record from the end of the file: strict ones take it when
 * its comment ends where the file does, most of them also with something behind it, when it speaks of files.
 */
export function endsLikeZip(tail: Uint8Array): boolean {
  for (let at = tail.indexOf(RECORD[0]); at !== -1 && at + RECORD_BYTES <= tail.length; at = tail.indexOf(RECORD[0], at + 1)) {
    if (isAt(tail, at, RECORD) && (isLast(tail, at) || speaksOfFiles(tail, at))) return true;
  }
  return false;
}

const isAt = (tail: Uint8Array, at: number, wanted: readonly number[]): boolean => wanted.every((byte, index) => tail[at + index] === byte);

const isLast = (tail: Uint8Array, at: number): boolean => at + RECORD_BYTES + (tail[at + 20] ?? 0) + (tail[at + 21] ?? 0) * 256 === tail.length;

/** All of them on one disk, and their list right before it, as far as the list is still to be seen: four bytes alone can be chance. */
function speaksOfFiles(tail: Uint8Array, at: number): boolean {
  const record = new DataView(tail.buffer, tail.byteOffset + at, RECORD_BYTES);
  const files = record.getUint16(10, true);
  const list = at - record.getUint32(12, true);
  return files > 0 && record.getUint32(4, true) === 0 && record.getUint16(8, true) === files && (list < 0 || isAt(tail, list, ENTRY));
}
