import { MEDIA_HEADER_MAX_BYTES } from "../../../manifests/bounds/media.ts";
import { type Size, broken, decodable } from "./unfit.ts";
import { type Walk, asciiAt, skip, skipAll, take, takeMore } from "./walk.ts";

const FORMAT = "WebM";
const HEADER = 0x1a45dfa3;
const DOCUMENT_TYPE = 0x4282;
const SEGMENT = 0x18538067;
const TRACKS = 0x1654ae6b;
const TRACK = 0xae;
const VIDEO = 0xe0;
const WIDTH = 0xb0;
const HEIGHT = 0xba;

interface Element {
  readonly id: number;
  /** Infinity if the length is unknown, as in browsers' recordings. */
  readonly length: number;
  readonly head: number;
}

/** The number of bytes of a variable-length integer, encoded by its leading zeros. */
const widthOf = (first: number): number => Math.clz32(first) - 23;

function* rest(first: number, keepsMarker: boolean): Walk<{ value: number; bytes: number; all: boolean }> {
  const bytes = widthOf(first);
  if (bytes > 8) throw broken(FORMAT);
  let value = keepsMarker ? first : first & (0xff >> bytes);
  let all = (first & (0xff >> bytes)) === 0xff >> bytes;
  for (let index = 1; index < bytes; index++) {
    const next = (yield* take(1, FORMAT)).getUint8(0);
    value = value * 256 + next;
    all &&= next === 0xff;
  }
  if (value > Number.MAX_SAFE_INTEGER && !all) throw broken(FORMAT);
  return { value, bytes, all };
}

function* element(first: number): Walk<Element> {
  const id = yield* rest(first, true);
  if (id.bytes > 4) throw broken(FORMAT);
  const size = yield* rest((yield* take(1, FORMAT)).getUint8(0), false);
  return { id: id.value, length: size.all ? Infinity : size.value, head: id.bytes + size.bytes };
}

function* inside(length: number, read: (found: Element) => Walk<void>): Walk<void> {
  if (length > MEDIA_HEADER_MAX_BYTES) throw broken(FORMAT);
  for (let left = length; left > 0;) {
    const found = yield* element((yield* take(1, FORMAT)).getUint8(0));
    left -= found.head + found.length;
    if (left < 0) throw broken(FORMAT);
    yield* read(found);
  }
}

export function* webm(): Walk<Size | null> {
  yield* documentType();
  const side = { width: 0, height: 0 };
  let tracks = false;
  /** The remaining bytes of the segment, whose elements the loop parses. Infinity for a segment of unknown length. */
  let left = 0;
  for (let first = yield* takeMore(1, FORMAT); first; first = yield* takeMore(1, FORMAT)) {
    const { id, length, head } = yield* element(first.getUint8(0));
    left = id === SEGMENT ? length : Math.max(0, left - head - length);
    if (id === SEGMENT) continue;
    if (id === TRACKS) yield* inside(length, (found) => videoTrack(found, side));
    else if (length === Infinity) yield* skipAll();
    else yield* skip(length, FORMAT);
    tracks ||= id === TRACKS;
  }
  if (!tracks || (left > 0 && left !== Infinity)) throw broken(FORMAT);
  return side.width > 0 && side.height > 0 ? decodable(side, FORMAT) : null;
}

/** Checks the document type. Other Matroska files begin alike, but browsers play only `webm`. */
function* documentType(): Walk<void> {
  const header = yield* element((yield* take(1, FORMAT)).getUint8(0));
  let type = "";
  if (header.id !== HEADER) throw broken(FORMAT);
  yield* inside(header.length, function* ({ id, length }) {
    if (id === DOCUMENT_TYPE) type = asciiAt(yield* take(length, FORMAT), 0, length);
    else yield* skip(length, FORMAT);
  });
  if (!/^webm\0*$/.test(type)) throw broken(FORMAT);
}

function* videoTrack({ id, length }: Element, side: { width: number; height: number }): Walk<void> {
  if (id === TRACK || id === VIDEO) yield* inside(length, (found) => videoTrack(found, side));
  else if (id === WIDTH || id === HEIGHT) {
    const pixels = yield* unsigned(length);
    if (id === WIDTH) side.width ||= pixels;
    else side.height ||= pixels;
  } else yield* skip(length, FORMAT);
}

function* unsigned(length: number): Walk<number> {
  if (length > 4) throw broken(FORMAT);
  const view = yield* take(length, FORMAT);
  let value = 0;
  for (let index = 0; index < length; index++) value = value * 256 + view.getUint8(index);
  return value;
}
