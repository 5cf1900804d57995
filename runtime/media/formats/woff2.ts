import { broken } from "./unfit.ts";
import { type Walk, skip, take } from "./walk.ts";

const FORMAT = "WOFF2";
const HEAD_BYTES = 48;
/** Font types that browsers draw: TrueType, CFF, and collections. */
const FLAVOURS: ReadonlySet<number> = new Set([0x00010000, 0x4f54544f, 0x74746366]);

/** Checks the header, and that the file has the length it says. The browser's own sanitiser checks the tables. */
export function* woff2(): Walk<null> {
  const head = yield* take(HEAD_BYTES, FORMAT);
  const [flavour, length, tables, reserved] = [
    head.getUint32(4),
    head.getUint32(8),
    head.getUint16(12),
    head.getUint16(14),
  ];
  const packed = head.getUint32(20);
  if (!FLAVOURS.has(flavour) || tables === 0 || reserved !== 0 || packed === 0 || HEAD_BYTES + packed > length)
    throw broken(FORMAT);
  yield* skip(length - HEAD_BYTES, FORMAT);
  return null;
}
