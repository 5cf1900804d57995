import { type Size, broken, decodable } from "./unfit.ts";
import { type Walk, skip, take, until } from "./walk.ts";

const FORMAT = "GIF";
const IMAGE = 0x2c;
const EXTENSION = 0x21;
const TRAILER = 0x3b;

/** Parses all blocks up to the trailer, which must be the last byte. */
export function* gif(): Walk<Size> {
  const screen = yield* take(13, FORMAT);
  const size = decodable({ width: screen.getUint16(6, true), height: screen.getUint16(8, true) }, FORMAT);
  yield* colours(screen.getUint8(10));
  for (let pictures = 0; ;) {
    const kind = (yield* take(1, FORMAT)).getUint8(0);
    if (kind === TRAILER && pictures > 0) return size;
    if (kind === IMAGE) yield* picture();
    else if (kind === EXTENSION) yield* extension();
    else throw broken(FORMAT);
    pictures += kind === IMAGE ? 1 : 0;
  }
}

function* picture(): Walk<void> {
  const place = yield* take(9, FORMAT);
  decodable({ width: place.getUint16(4, true), height: place.getUint16(6, true) }, FORMAT);
  yield* colours(place.getUint8(8));
  yield* skip(1, FORMAT);
  yield* blocks();
}

function* extension(): Walk<void> {
  yield* skip(1, FORMAT);
  yield* blocks();
}

/** Skips data blocks. Each begins with its length; an empty block is the last. */
function* blocks(): Walk<void> {
  let left = 0;
  const isLast = (byte: number): boolean => {
    const begins = left === 0;
    left = begins ? byte : left - 1;
    return begins && byte === 0;
  };
  if (!(yield* until(isLast))) throw broken(FORMAT);
}

function* colours(flags: number): Walk<void> {
  if (flags & 0x80) yield* skip(3 * 2 ** ((flags & 7) + 1), FORMAT);
}
