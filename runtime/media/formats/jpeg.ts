import { type Size, broken, decodable } from "./unfit.ts";
import { type Walk, skip, take, until } from "./walk.ts";
import { turnedByExif } from "./exif.ts";

const FORMAT = "JPEG";
const START = 0xd8;
const END = 0xd9;
const SCAN = 0xda;
const EXIF = 0xe1;

/** Tells whether a marker starts a frame (SOF). The excluded markers start tables. */
export const isFrame = (marker: number): boolean =>
  marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker);
const isAlone = (marker: number): boolean => marker === 0x01 || (marker >= 0xd0 && marker <= 0xd7);

/** Parses a picture, and further pictures that cameras append, separated by zeros. */
export function* jpeg(): Walk<Size> {
  yield* skip(2, FORMAT);
  const size = yield* picture();
  for (;;) {
    let next = 0;
    if (!(yield* until((byte) => (next = byte) !== 0))) return size;
    if (next !== 0xff || (yield* take(1, FORMAT)).getUint8(0) !== START) throw broken(FORMAT);
    yield* picture();
  }
}

/** The facts found in the segments so far. */
interface Seen {
  size: Size | undefined;
  turned: boolean;
  shows: boolean;
}

function* picture(): Walk<Size> {
  const seen: Seen = { size: undefined, turned: false, shows: false };
  let marker = yield* nextMarker();
  while (marker !== END || !seen.shows) marker = yield* segment(marker, seen);
  const { size, turned } = seen;
  if (!size) throw broken(FORMAT);
  return turned ? { width: size.height, height: size.width } : size;
}

/** Parses one segment, and returns the next marker. */
function* segment(marker: number, seen: Seen): Walk<number> {
  if (marker === START || marker === END) throw broken(FORMAT);
  if (isAlone(marker)) return yield* nextMarker();
  const length = (yield* take(2, FORMAT)).getUint16(0) - 2;
  if (length < 0) throw broken(FORMAT);
  yield* content(marker, length, seen);
  return marker === SCAN ? yield* afterScan() : yield* nextMarker();
}

function* content(marker: number, length: number, seen: Seen): Walk<void> {
  if (isFrame(marker)) {
    const size = yield* frame(length);
    seen.size ??= size;
  } else if (marker === EXIF) {
    const turned = turnedByExif(yield* take(length, FORMAT));
    seen.turned ||= turned;
  } else yield* skip(length, FORMAT);
  seen.shows ||= marker === SCAN;
}

function* frame(length: number): Walk<Size> {
  if (length < 6) throw broken(FORMAT);
  const head = yield* take(length, FORMAT);
  return decodable({ width: head.getUint16(3), height: head.getUint16(1) }, FORMAT);
}

/** Finds the next marker. Fill bytes may precede it. */
function* nextMarker(): Walk<number> {
  if ((yield* take(1, FORMAT)).getUint8(0) !== 0xff) throw broken(FORMAT);
  for (;;) {
    const marker = (yield* take(1, FORMAT)).getUint8(0);
    if (marker !== 0xff) return marker;
  }
}

/** Finds the marker after the entropy-coded data, in which a zero or a restart marker follows every 0xff. */
function* afterScan(): Walk<number> {
  let marker = 0;
  let before = 0;
  const isLast = (byte: number): boolean => {
    const begins = before === 0xff && byte !== 0 && byte !== 0xff && !isAlone(byte);
    before = byte;
    marker = byte;
    return begins;
  };
  if (!(yield* until(isLast))) throw broken(FORMAT);
  return marker;
}
