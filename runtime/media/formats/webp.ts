import { type Size, broken, decodable } from "./unfit.ts";
import { type Walk, asciiAt, skip, take } from "./walk.ts";

const FORMAT = "WebP";

interface Part {
  /** The number of bytes that contain the size. */
  readonly head: number;
  read(view: DataView): Size | undefined;
}

const SIZES: ReadonlyMap<string, Part> = new Map([
  ["VP8X", { head: 10, read: (view) => ({ width: uint24(view, 4) + 1, height: uint24(view, 7) + 1 }) }],
  ["VP8 ", { head: 10, read: lossy }],
  ["VP8L", { head: 5, read: lossless }],
]);

/** Chunks that contain a picture. */
const PICTURES: ReadonlySet<string> = new Set(["VP8 ", "VP8L", "ANMF"]);

/** Parses all chunks. The header's length must be the file's, and a still picture must fill its canvas. */
export function* webp(): Walk<Size> {
  const header = yield* take(12, FORMAT);
  let left = header.getUint32(4, true) - 4;
  let size: Size | undefined;
  let shows = false;
  while (left > 0) {
    const head = yield* take(8, FORMAT);
    const [name, length] = [asciiAt(head, 0, 4), head.getUint32(4, true)];
    const padded = length + (length % 2);
    const found = yield* sized(SIZES.get(name), length, padded);
    size ??= found;
    if (!size || isOther(size, found)) throw broken(FORMAT);
    shows ||= PICTURES.has(name);
    left -= 8 + padded;
  }
  if (left !== 0 || !size || !shows) throw broken(FORMAT);
  return size;
}

/** True for a picture that does not fill its canvas. No browser shows it. The frames of an animation may be smaller. */
const isOther = ({ width, height }: Size, found: Size | undefined): boolean =>
  found !== undefined && (found.width !== width || found.height !== height);

function* sized(part: Part | undefined, length: number, padded: number): Walk<Size | undefined> {
  if (!part) {
    yield* skip(padded, FORMAT);
    return undefined;
  }
  if (length < part.head) throw broken(FORMAT);
  const size = part.read(yield* take(part.head, FORMAT));
  if (!size) throw broken(FORMAT);
  yield* skip(padded - part.head, FORMAT);
  return decodable(size, FORMAT);
}

const uint24 = (view: DataView, at: number): number => view.getUint16(at, true) | (view.getUint8(at + 2) << 16);

function lossy(view: DataView): Size | undefined {
  if (uint24(view, 3) !== 0x2a019d) return undefined;
  return { width: view.getUint16(6, true) & 0x3fff, height: view.getUint16(8, true) & 0x3fff };
}

function lossless(view: DataView): Size | undefined {
  if (view.getUint8(0) !== 0x2f) return undefined;
  const packed = view.getUint32(1, true);
  return { width: (packed & 0x3fff) + 1, height: ((packed >>> 14) & 0x3fff) + 1 };
}
