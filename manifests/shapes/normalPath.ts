/** Characters that would change the meaning of a path if they were not percent-encoded. */
const UNSAFE = /[\u0000-\u0020"%/?#\\\u007f]/g;

/** Bytes in percent-encoding, or a character that must be encoded. */
const TO_RESPELL = /(?:%[0-9a-f]{2})+|[\u0000-\u0020"%?#\\\u007f]/gi;

/**
 * The one form in which paths are compared: with `normalParts` between single slashes, without a final slash.
 * Publication, redirects, the check for loops, links and the editor all look up a path by it.
 */
export const normalPath = (path: string): string => `/${normalParts(path).join("/")}`;

/** The parts of a path in lower case and Unicode's NFC, with readable characters instead of percent-encoding. */
export const normalParts = (path: string): string[] => writtenParts(path).map(normalPart);

/** The parts of a path as they were written. Empty parts mean nothing to visitors. */
export const writtenParts = (path: string): string[] => path.split("/").filter((part) => part !== "");

/** Normalises once more after lower case, because some capitals become two characters. */
const normalPart = (part: string): string =>
  part
    .replace(TO_RESPELL, respelt)
    .normalize("NFC")
    .toLowerCase()
    .normalize("NFC")
    .replace(/%[0-9a-f]{2}/g, (escape) => escape.toUpperCase());

function respelt(found: string): string {
  if (found.length === 1) return encodeURIComponent(found);
  try {
    return decodeURIComponent(found).replace(UNSAFE, encodeURIComponent);
  } catch {
    // These bytes are no UTF-8, so they stay as they are.
    return found;
  }
}

/** A normal path as a URL has it, in ASCII. */
export const asciiPath = (path: string): string =>
  path.toWellFormed().replace(/[^A-Za-z0-9\-._~!$&'()*+,;=:@/%]+/g, encodeURIComponent);
