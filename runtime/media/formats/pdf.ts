import { broken } from "./unfit.ts";
import { type Walk, asciiAt, skipAll, take } from "./walk.ts";

const FORMAT = "PDF";

/**
 * Checks only the header and the last keyword, because readers parse a PDF from its end. Browsers download a PDF here
 * and never display it.
 */
export function* pdf(): Walk<null> {
  if (!/^%PDF-[12]\.\d$/.test(asciiAt(yield* take(8, FORMAT), 0, 8))) throw broken(FORMAT);
  yield* skipAll();
  return null;
}

const LAST_BYTES = 1_024;

export function endsLikePdf(tail: Uint8Array): boolean {
  const last = tail.subarray(-LAST_BYTES);
  return /%%EOF[\s\0]*$/.test(asciiAt(new DataView(last.buffer, last.byteOffset, last.byteLength), 0, LAST_BYTES));
}
