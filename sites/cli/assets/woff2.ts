/** The characters that a font in WOFF2 can draw, read from its `cmap` table. See the recommendation "WOFF File Format 2.0". */
import { brotliDecompressSync } from "node:zlib";

const HEADER_BYTES = 48;
const TABLES_AT = 12;
const COMPRESSED_SIZE_AT = 20;
/** Indexes into the WOFF2 list of known table tags. */
const CMAP = 0;
const [GLYF, LOCA] = [10, 11];
const OWN_TAG = 63;

/** A cursor over the bytes of a font. */
class Reader {
  readonly #view: DataView;
  at: number;

  constructor(bytes: Uint8Array, at = 0) {
    this.#view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
    this.at = at;
  }

  u8 = (): number => this.#view.getUint8(this.at++);

  u16(): number {
    this.at += 2;
    return this.#view.getUint16(this.at - 2);
  }

  u32(): number {
    this.at += 4;
    return this.#view.getUint32(this.at - 4);
  }

  /** Reads a UIntBase128: seven bits a byte, the highest first. */
  length(): number {
    let value = 0;
    for (let byte = this.u8(); ; byte = this.u8()) {
      value = value * 128 + (byte & 0x7f);
      if ((byte & 0x80) === 0) return value;
    }
  }
}

/**
 * Returns the offset of `cmap` in the uncompressed font. Reads the whole directory, so `directory` then stands at its
 * end.
 */
function cmapAt(directory: Reader, tables: number): number | undefined {
  let offset = 0;
  let found: number | undefined;
  for (let left = tables; left > 0; left -= 1) {
    const flags = directory.u8();
    const [tag, transform] = [flags & 0x3f, flags >> 6];
    if (tag === OWN_TAG) directory.u32();
    const length = directory.length();
    const isTransformed = tag === GLYF || tag === LOCA ? transform === 0 : transform !== 0;
    const stored = isTransformed ? directory.length() : length;
    if (tag === CMAP) found = offset;
    offset += stored;
  }
  return found;
}

/** Reads a `cmap` subtable of format 4: segments of the Basic Multilingual Plane. */
function* charactersOfFormat4(font: Uint8Array, start: number): Generator<number> {
  const head = new Reader(font, start + 6);
  const segments = head.u16() / 2;
  const [ends, starts] = [start + 14, start + 16 + segments * 2];
  for (let index = 0; index < segments; index += 1) {
    const [first, last] = [new Reader(font, starts + index * 2).u16(), new Reader(font, ends + index * 2).u16()];
    for (let code = first; code <= last && code !== 0xffff; code += 1) yield code;
  }
}

/** Reads a `cmap` subtable of format 12: groups of code points from all planes. */
function* charactersOfFormat12(font: Uint8Array, start: number): Generator<number> {
  const reader = new Reader(font, start + 12);
  for (let left = reader.u32(); left > 0; left -= 1) {
    const [first, last] = [reader.u32(), reader.u32()];
    reader.u32();
    for (let code = first; code <= last; code += 1) yield code;
  }
}

const FORMATS: Readonly<Record<number, (font: Uint8Array, start: number) => Iterable<number>>> = {
  4: charactersOfFormat4,
  12: charactersOfFormat12,
};

/** Returns the code points that the font can draw; undefined for a font that cannot be read. */
export function charactersIn(woff2: Uint8Array): ReadonlySet<number> | undefined {
  try {
    const header = new Reader(woff2, TABLES_AT);
    const directory = new Reader(woff2, HEADER_BYTES);
    const at = cmapAt(directory, header.u16());
    if (at === undefined) return undefined;
    const packed = new Reader(woff2, COMPRESSED_SIZE_AT).u32();
    const font = new Uint8Array(brotliDecompressSync(woff2.subarray(directory.at, directory.at + packed)));
    const table = new Reader(font, at + 2);
    const starts = Array.from({ length: table.u16() }, () => (table.u32(), at + table.u32()));
    return new Set(starts.flatMap((start) => [...(FORMATS[new Reader(font, start).u16()]?.(font, start) ?? [])]));
  } catch {
    return undefined;
  }
}
