import { ZIP_TAIL_BYTES } from "../../manifests/bounds.ts";

/** What the record at the end of a ZIP begins with, and its length without the comment that may follow it. */
const RECORD = [0x50, 0x4b, 0x05, 0x06] as const;
const RECORD_BYTES = 22;
/** What an entry of the list of files begins with. */
const ENTRY = [0x50, 0x4b, 0x01, 0x02] as const;
/** What stands right before the record of an archive whose numbers are too large for it. */
const LOCATOR = [0x50, 0x4b, 0x06, 0x07] as const;
const LOCATOR_BYTES = 20;

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
 * its comment ends where the file does, most of them also with something behind it, when its list is where it says. How many
 * files there are, and on which disk, they do not ask. `bytes`: of the whole file.
 */
export function endsLikeZip(tail: Uint8Array, bytes: number): boolean {
  for (let at = tail.indexOf(RECORD[0]); at !== -1 && at + RECORD_BYTES <= tail.length; at = tail.indexOf(RECORD[0], at + 1)) {
    if (isAt(tail, at, RECORD) && (isLast(tail, at) || isAt(tail, at - LOCATOR_BYTES, LOCATOR) || hasList(tail, at, bytes))) return true;
  }
  return false;
}

const isAt = (tail: Uint8Array, at: number, wanted: readonly number[]): boolean => wanted.every((byte, index) => tail[at + index] === byte);

const isLast = (tail: Uint8Array, at: number): boolean => at + RECORD_BYTES + (tail[at + 20] ?? 0) + (tail[at + 21] ?? 0) * 256 === tail.length;

/**
 * The list of files is right before the record, or as far from the beginning of the file as it says: programs look at both.
 * Where that is not to be seen any more, it and the files have to fit before the record: four bytes alone can be chance.
 */
function hasList(tail: Uint8Array, at: number, bytes: number): boolean {
  const record = new DataView(tail.buffer, tail.byteOffset + at, RECORD_BYTES);
  const [length, from] = [record.getUint32(12, true), record.getUint32(16, true)];
  const unseen = bytes - tail.length;
  return [at - length, from - unseen].some((place) => (place < 0 ? length + from <= unseen + at : isAt(tail, place, ENTRY)));
}
