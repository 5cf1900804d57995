import { ICON_MAX_PICTURES } from "../../../manifests/bounds/media.ts";
import { type Size, broken } from "./unfit.ts";
import { type Walk, asciiAt, skip, take } from "./walk.ts";

const FORMAT = "ICO";
const ENTRY_BYTES = 16;
const PNG_HEAD_BYTES = 24;
const BITMAP_HEAD_BYTES = 40;
/** A side of this many pixels is written as 0. */
const LARGEST = 256;

interface Entry extends Size {
  readonly bytes: number;
  readonly from: number;
}

/** Parses the list and each picture in it. They lie behind each other, up to the last byte. */
export function* ico(): Walk<Size> {
  const count = (yield* take(6, FORMAT)).getUint16(4, true);
  if (count < 1 || count > ICON_MAX_PICTURES) throw broken(FORMAT);
  const list = yield* take(count * ENTRY_BYTES, FORMAT);
  const entries = Array.from({ length: count }, (_, index) => entryAt(list, index * ENTRY_BYTES));
  let at = 6 + count * ENTRY_BYTES;
  for (const entry of entries.toSorted((a, b) => a.from - b.from)) {
    if (entry.from !== at) throw broken(FORMAT);
    yield* picture(entry);
    at += entry.bytes;
  }
  const [largest] = entries.toSorted((a, b) => b.width * b.height - a.width * a.height);
  if (!largest) throw broken(FORMAT);
  return { width: largest.width, height: largest.height };
}

const entryAt = (list: DataView, at: number): Entry => ({
  width: list.getUint8(at) || LARGEST,
  height: list.getUint8(at + 1) || LARGEST,
  bytes: list.getUint32(at + 8, true),
  from: list.getUint32(at + 12, true),
});

/** Each picture is a PNG, or a bitmap with its mask below it, so twice as high. Both must have the size of the list. */
function* picture({ bytes, width, height }: Entry): Walk<void> {
  const head = yield* take(Math.min(bytes, BITMAP_HEAD_BYTES), FORMAT);
  const isPng = asciiAt(head, 0, 8) === "\x89PNG\r\n\x1a\n" && head.byteLength >= PNG_HEAD_BYTES;
  const isBitmap = head.byteLength === BITMAP_HEAD_BYTES && head.getUint32(0, true) === BITMAP_HEAD_BYTES;
  if (!isPng && !isBitmap) throw broken(FORMAT);
  const [wide, high] = isPng
    ? [head.getUint32(16), head.getUint32(20)]
    : [head.getInt32(4, true), head.getInt32(8, true) / 2];
  if (wide !== width || high !== height) throw broken(FORMAT);
  yield* skip(bytes - head.byteLength, FORMAT);
}
