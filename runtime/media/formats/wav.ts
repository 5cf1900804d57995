import { broken } from "./unfit.ts";
import { type Walk, asciiAt, skip, take } from "./walk.ts";

const FORMAT = "WAV";

/** Accepted sample formats: integer, float, A-law, µ-law, and extensible. */
const SAMPLES: ReadonlySet<number> = new Set([1, 3, 6, 7, 0xfffe]);

/** Parses all chunks. The header's length must be the file's. */
export function* wav(): Walk<null> {
  const header = yield* take(12, FORMAT);
  let left = header.getUint32(4, true) - 4;
  let isDescribed = false;
  let sounds = false;
  while (left > 0) {
    const head = yield* take(8, FORMAT);
    const [name, length] = [asciiAt(head, 0, 4), head.getUint32(4, true)];
    const padded = length + (length % 2);
    if (name === "fmt ") {
      if (length < 16 || !SAMPLES.has((yield* take(2, FORMAT)).getUint16(0, true))) throw broken(FORMAT);
      yield* skip(padded - 2, FORMAT);
      isDescribed = true;
    } else yield* skip(padded, FORMAT);
    sounds ||= name === "data" && isDescribed;
    left -= 8 + padded;
  }
  if (left !== 0 || !sounds) throw broken(FORMAT);
  return null;
}
