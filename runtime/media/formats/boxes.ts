/** Parses ISO base media files: nested boxes, each with a length and a name of four characters. */
import { MEDIA_HEADER_MAX_BYTES } from "../../../manifests/bounds/media.ts";
import { type Size, broken, decodable } from "./unfit.ts";
import { type Walk, asciiAt, skip, skipAll, take, takeMore } from "./walk.ts";

interface Box {
  readonly name: string;
  /** The length without the box's header. Infinity for a box that extends to the end of the file. */
  readonly length: number;
  readonly head: number;
}

const NAME = /^[\x20-\x7e©]{4}$/;

/** The brands in a file's first box. None if the file does not begin with `ftyp`. */
export function brandsOf(head: DataView): string[] {
  if (head.byteLength < 16 || asciiAt(head, 4, 4) !== "ftyp") return [];
  const end = Math.min(head.getUint32(0), head.byteLength);
  const brands = Array.from({ length: Math.max(0, Math.floor((end - 16) / 4)) }, (_, index) =>
    asciiAt(head, 16 + index * 4, 4),
  );
  return [asciiAt(head, 8, 4), ...brands];
}

function readBox(head: DataView, format: string): Omit<Box, "head"> & { readonly long: boolean } {
  const [length, name] = [head.getUint32(0), asciiAt(head, 4, 4)];
  if (!NAME.test(name) || (length > 1 && length < 8)) throw broken(format);
  return { name, length: length === 0 ? Infinity : length - 8, long: length === 1 };
}

function* opened(head: DataView, format: string): Walk<Box> {
  const { name, length, long } = readBox(head, format);
  if (!long) return { name, length, head: 8 };
  const whole = Number((yield* take(8, format)).getBigUint64(0)) - 16;
  if (whole < 0 || !Number.isSafeInteger(whole)) throw broken(format);
  return { name, length: whole, head: 16 };
}

/** Parsers for boxes by name. All other boxes are skipped. */
type Readers = ReadonlyMap<string, (length: number) => Walk<void>>;

/** Parses all boxes of a file, and returns their names. */
function* file(readers: Readers, format: string): Walk<ReadonlySet<string>> {
  const names = new Set<string>();
  for (;;) {
    const head = yield* takeMore(8, format);
    if (!head) return names;
    const box = yield* opened(head, format);
    names.add(box.name);
    if (box.length === Infinity) yield* skipAll();
    else yield* content(box, readers, format);
  }
}

function* content({ name, length }: Box, readers: Readers, format: string): Walk<void> {
  const read = readers.get(name);
  if (read) yield* read(length);
  else yield* skip(length, format);
}

/** Parses boxes that must fill their parent exactly. */
function* inside(length: number, readers: Readers, format: string): Walk<void> {
  let left = length;
  while (left > 0) {
    const box = yield* opened(yield* take(8, format), format);
    left -= box.head + box.length;
    if (left < 0) throw broken(format);
    yield* content(box, readers, format);
  }
}

const AVIF = "AVIF";

/** The size of the largest item. A picture made of tiles has the size of the whole beside the tiles' size. */
export function* avif(): Walk<Size> {
  const sizes: Size[] = [];
  const size = function* (length: number): Walk<void> {
    const view = yield* take(length, AVIF);
    if (view.byteLength < 12) throw broken(AVIF);
    sizes.push(decodable({ width: view.getUint32(4), height: view.getUint32(8) }, AVIF));
  };
  let turned = false;
  const rotation = function* (length: number): Walk<void> {
    const view = yield* take(length, AVIF);
    turned ||= view.byteLength > 0 && view.getUint8(0) % 2 === 1;
  };
  const properties: Readers = new Map([
    ["ispe", size],
    ["irot", rotation],
  ]);
  const nested = (readers: Readers) => (length: number) => inside(length, readers, AVIF);
  const described: Readers = new Map([["iprp", nested(new Map([["ipco", nested(properties)]]))]]);
  const meta = function* (length: number): Walk<void> {
    if (length > MEDIA_HEADER_MAX_BYTES || length < 4) throw broken(AVIF);
    yield* skip(4, AVIF);
    yield* inside(length - 4, described, AVIF);
  };
  const names = yield* file(new Map([["meta", meta]]), AVIF);
  const [largest] = sizes.toSorted((one, other) => other.width * other.height - one.width * one.height);
  if (!largest || !names.has("mdat")) throw broken(AVIF);
  return turned ? { width: largest.height, height: largest.width } : largest;
}

const MP4 = "MP4";

/** The size of the first visible track. Null for a file with sound only. */
export function* mp4(): Walk<Size | null> {
  let size: Size | null = null;
  const track = function* (length: number): Walk<void> {
    const view = yield* take(length, MP4);
    const at = view.getUint8(0) === 1 ? 88 : 76;
    if (view.byteLength < at + 8) throw broken(MP4);
    const [width, height] = [view.getUint16(at), view.getUint16(at + 4)];
    if (width > 0 && height > 0) size ??= decodable({ width, height }, MP4);
  };
  const nested = (readers: Readers) => (length: number) => inside(length, readers, MP4);
  const names = yield* file(new Map([["moov", nested(new Map([["trak", nested(new Map([["tkhd", track]]))]]))]]), MP4);
  if (!names.has("moov") || !names.has("mdat")) throw broken(MP4);
  return size;
}
