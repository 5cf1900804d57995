/** Exif orientations rotated by 90 degrees, in which width and height are swapped. */
const QUARTER_TURNS: ReadonlySet<number> = new Set([5, 6, 7, 8]);
const ORIENTATION = 0x0112;
const ENTRY_BYTES = 12;

/** Tells whether a photograph's Exif data rotates it by 90 degrees. Malformed data counts as not rotated. */
export function turnedByExif(part: DataView): boolean {
  const at = 6;
  if (part.byteLength < at + 14 || part.getUint32(0) !== 0x45786966) return false;
  const little = part.getUint16(at) === 0x4949;
  const list = at + part.getUint32(at + 4, little);
  if (list + 2 > part.byteLength) return false;
  const entries = Array.from({ length: part.getUint16(list, little) }, (_, index) => list + 2 + index * ENTRY_BYTES);
  const entry = entries.find(
    (place) => place + ENTRY_BYTES <= part.byteLength && part.getUint16(place, little) === ORIENTATION,
  );
  return entry !== undefined && QUARTER_TURNS.has(part.getUint16(entry + 8, little));
}
