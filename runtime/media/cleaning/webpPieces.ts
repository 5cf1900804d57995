import { MEDIA_HEADER_MAX_BYTES } from "../../../manifests/bounds/media.ts";
import { afterMark, orientationData, orientationOf } from "../formats/exif.ts";
import { broken } from "../formats/unfit.ts";
import { type Walk, asciiAt } from "../formats/walk.ts";
import type { Pieces } from "./pieces.ts";

const HEADER_BYTES = 12;
const EXTENDED = "VP8X";
const EXTENDED_BYTES = 10;
const EXIF = "EXIF";
/** The place of the flags in the extended header's chunk, and two flags. */
const FLAGS_AT = 8;
const HAS_EXIF = 0x08;
const HAS_XMP = 0x04;

const KEPT: ReadonlySet<string> = new Set(["ICCP", "ANIM", "ANMF", "ALPH", "VP8 ", "VP8L"]);

interface Chunk {
  readonly name: string;
  readonly from: number;
  /** The length with the byte that makes it even. */
  readonly padded: number;
}

/** The extended header as visitors get it. */
interface Extended {
  readonly header: Uint8Array;
  readonly hadExif: boolean;
}

export function* webpPieces(file: Pieces): Walk<void> {
  const header = copyOf(yield* file.take(HEADER_BYTES));
  file.header = header;
  file.rewrite(0, header);
  const end = new DataView(header.buffer).getUint32(4, true) + 8;
  let extended: Extended | undefined;
  while (file.at < end) {
    const found: Extended | undefined = yield* part(file, yield* chunk(file), extended);
    extended ??= found;
  }
}

function* chunk(file: Pieces): Walk<Chunk> {
  const from = file.at;
  const head = yield* file.take(8);
  const length = head.getUint32(4, true);
  return { name: asciiAt(head, 0, 4), from, padded: length + (length % 2) };
}

/** Keeps or removes one chunk. Answers the extended header if the chunk is one. */
function* part(
  file: Pieces,
  { name, from, padded }: Chunk,
  extended: Extended | undefined,
): Walk<Extended | undefined> {
  if (KEPT.has(name)) file.keep(from, file.at + padded);
  if (name === EXTENDED && !extended) return yield* extendedHeader(file, from, padded);
  if (name === EXIF && extended?.hadExif) yield* orientation(file, from, padded, extended);
  else yield* file.skip(padded);
  return undefined;
}

function* extendedHeader(file: Pieces, from: number, padded: number): Walk<Extended> {
  if (padded < EXTENDED_BYTES) throw broken("WebP");
  const content = copyOf(yield* file.take(EXTENDED_BYTES));
  const header = Uint8Array.from([...ascii(EXTENDED), EXTENDED_BYTES, 0, 0, 0, ...content]);
  const hadExif = ((header[FLAGS_AT] ?? 0) & HAS_EXIF) !== 0;
  header[FLAGS_AT] = (header[FLAGS_AT] ?? 0) & ~(HAS_EXIF | HAS_XMP);
  file.rewrite(from, header);
  yield* file.skip(padded - EXTENDED_BYTES);
  return { header, hadExif };
}

/** Keeps the first orientation. Some programs write the mark of a JPEG before the data. */
function* orientation(file: Pieces, from: number, padded: number, { header }: Extended): Walk<void> {
  const read = Math.min(padded, MEDIA_HEADER_MAX_BYTES);
  const data = yield* file.take(read);
  const found = orientationOf(afterMark(data) ?? data);
  const flags = header[FLAGS_AT] ?? 0;
  if (found !== 1 && (flags & HAS_EXIF) === 0) {
    const kept = orientationData(found);
    file.replace(from, Uint8Array.from([...ascii(EXIF), kept.length, 0, 0, 0, ...kept]));
    header[FLAGS_AT] = flags | HAS_EXIF;
  }
  yield* file.skip(padded - read);
}

const copyOf = (view: DataView): Uint8Array => new Uint8Array(view.buffer, view.byteOffset, view.byteLength).slice();

const ascii = (text: string): number[] => Array.from(text, (letter) => letter.charCodeAt(0));
