/** Exif orientations rotated by 90 degrees, in which width and height are swapped. */
const QUARTER_TURNS: ReadonlySet<number> = new Set([5, 6, 7, 8]);
const ORIENTATION = 0x0112;
const ENTRY_BYTES = 12;
/** The bytes `Exif` and two zeros, which precede the data in a JPEG. */
const MARK_BYTES = 6;
const UPRIGHT = 1;

/** Tells whether a photograph's Exif data rotates it by 90 degrees. Malformed data counts as not rotated. */
export const turnedByExif = (part: DataView): boolean => QUARTER_TURNS.has(orientationIn(part));

/** The data after the mark; undefined without the mark. */
export const afterMark = (part: DataView): DataView | undefined =>
  part.byteLength >= MARK_BYTES && part.getUint32(0) === 0x45786966
    ? new DataView(part.buffer, part.byteOffset + MARK_BYTES, part.byteLength - MARK_BYTES)
    : undefined;

/** The orientation in Exif data after its mark, from 1 to 8. It is 1, upright, for other and for malformed data. */
export function orientationIn(part: DataView): number {
  const data = afterMark(part);
  return data ? orientationOf(data) : UPRIGHT;
}

/** The same of Exif data without a mark. */
export function orientationOf(data: DataView): number {
  if (data.byteLength < 14) return UPRIGHT;
  const little = data.getUint16(0) === 0x4949;
  const list = data.getUint32(4, little);
  if (list + 2 > data.byteLength) return UPRIGHT;
  const entries = Array.from({ length: data.getUint16(list, little) }, (_, index) => list + 2 + index * ENTRY_BYTES);
  const entry = entries.find(
    (place) => place + ENTRY_BYTES <= data.byteLength && data.getUint16(place, little) === ORIENTATION,
  );
  const found = entry === undefined ? UPRIGHT : data.getUint16(entry + 8, little);
  return found >= 1 && found <= 8 ? found : UPRIGHT;
}

/** Big-endian data whose list follows at once and has one entry; and the end of that entry and of all lists. */
const HEAD = [0x4d, 0x4d, 0, 42, 0, 0, 0, 8, 0, 1];
const TAIL = [0, 0, 0, 0, 0, 0];

/** Exif data that says the orientation and nothing else, without a mark. */
export const orientationData = (orientation: number): Uint8Array<ArrayBuffer> =>
  Uint8Array.from([...HEAD, ORIENTATION >>> 8, ORIENTATION & 0xff, 0, 3, 0, 0, 0, 1, 0, orientation, ...TAIL]);
