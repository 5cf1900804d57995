import { orientationData, orientationIn } from "../formats/exif.ts";
import { isFrame } from "../formats/jpeg.ts";
import { type Walk, asciiAt } from "../formats/walk.ts";
import type { Pieces } from "./pieces.ts";

const START = 0xd8;
const END = 0xd9;
const SCAN = 0xda;
const EXIF = 0xe1;

/** Segments that decoders need: frames and tables from 0xc0 to 0xcf, scans, and further tables. */
const isNeeded = (marker: number): boolean => (marker >= 0xc0 && marker <= 0xcf) || (marker >= SCAN && marker <= 0xdf);

/** Markers without content. Outside of a scan they mean nothing. */
const isAlone = (marker: number): boolean => marker === 0x01 || (marker >= 0xd0 && marker <= 0xd7);

const JFIF_BYTES = 14;
const ADOBE_BYTES = 12;

/** Applications' segments that say how to draw the colours. A longer JFIF segment holds a small picture. */
const COLOURS: ReadonlyMap<number, (content: DataView) => boolean> = new Map([
  [0xe0, (content) => content.byteLength === JFIF_BYTES && asciiAt(content, 0, 5) === "JFIF\0"],
  [0xe2, (content) => asciiAt(content, 0, 12) === "ICC_PROFILE\0"],
  [0xee, (content) => content.byteLength === ADOBE_BYTES && asciiAt(content, 0, 5) === "Adobe"],
]);

/** Keeps the first picture. Cameras append further ones, and data of their own. */
export function* jpegPieces(file: Pieces): Walk<void> {
  yield* file.skip(2);
  file.keep(0, 2);
  let isTurned = false;
  for (let marker = yield* nextMarker(file); marker !== undefined;) {
    const from = file.at - 2;
    if (marker === START) return;
    if (marker === END) return file.keep(from, file.at);
    const length = Math.max(0, (yield* file.take(2)).getUint16(0) - 2);
    if (isNeeded(marker)) {
      file.keep(from, file.at + length);
      yield* isFrame(marker) ? frame(file, length) : file.skip(length);
    } else isTurned = (yield* application(file, marker, from, length, isTurned)) || isTurned;
    const content = file.at;
    const next: number | undefined = yield* nextMarker(file);
    if (marker === SCAN) file.keep(content, next === undefined ? file.at : file.at - 2);
    marker = next;
  }
}

/** The bytes of a frame up to the number of its colours. */
const FRAME_BYTES = 6;

function* frame(file: Pieces, length: number): Walk<void> {
  const head = yield* file.take(Math.min(length, FRAME_BYTES));
  if (head.byteLength === FRAME_BYTES) file.colours = head.getUint8(FRAME_BYTES - 1);
  yield* file.skip(Math.max(0, length - FRAME_BYTES));
}

/** Keeps colours and the first orientation of a segment. Tells whether it held an orientation. */
function* application(file: Pieces, marker: number, from: number, length: number, isTurned: boolean): Walk<boolean> {
  const shows = COLOURS.get(marker);
  if (!shows && marker !== EXIF) {
    yield* file.skip(length);
    return false;
  }
  const content = yield* file.take(length);
  if (shows?.(content)) file.keep(from, file.at);
  const orientation = marker === EXIF && !isTurned ? orientationIn(content) : 1;
  if (orientation === 1) return false;
  const data = orientationData(orientation);
  file.replace(from, Uint8Array.from([0xff, EXIF, 0, data.length + 8, 0x45, 0x78, 0x69, 0x66, 0, 0, ...data]));
  return true;
}

/**
 * Finds the next marker, or undefined at the end of the file. A scan's data lies before it, or bytes that decoders
 * pass over. In a scan, a zero or a restart marker follows every 0xff.
 */
function* nextMarker(file: Pieces): Walk<number | undefined> {
  let [marker, before] = [0, 0];
  const isLast = (byte: number): boolean => {
    const begins = before === 0xff && byte !== 0 && byte !== 0xff && !isAlone(byte);
    before = byte;
    marker = byte;
    return begins;
  };
  return (yield* file.until(isLast)) ? marker : undefined;
}
