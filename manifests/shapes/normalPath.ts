/** Characters that would change the meaning of a path if they were not percent-encoded. */
const UNSAFE = /[\u0000-\u0020"%/?#\\\u007f]/g;

/** Bytes in percent-encoding, or a character that must be encoded. */
const TO_RESPELL = /(?:%[0-9a-f]{2})+|[\u0000-\u0020"%?#\\\u007f]/gi;

/**
 * The one form in which paths are compared: with `normalParts` between single slashes, without a final slash.
 * Publication, redirects, the check for loops, links and the editor all look up a path by it.
 */
export const normalPath = (path: string): string => (PLAIN_PATH.test(path) ? path : `/${normalParts(path).join("/")}`);

/** A path that is normal as it is, as nearly all are. */
const PLAIN_PATH = /^(?:\/[a-z0-9._~-]+)+$/;

/** The parts of a path in lower case and Unicode's NFC, with readable characters instead of percent-encoding. */
export const normalParts = (path: string): string[] => writtenParts(path).map(normalPart);

/** The parts of a path as they were written. Empty parts mean nothing to visitors. */
export const writtenParts = (path: string): string[] => path.split("/").filter((part) => part !== "");

/** A part of an address as people read it. One with broken percent-encoding stays as it is. */
export function decodedOr(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
}

/** Parts that are normal as they are, as nearly all are. */
const PLAIN = /^[a-z0-9._~-]*$/;

/** Normalises once more after lower case, because some capitals become two characters. */
export const normalPart = (part: string): string =>
  PLAIN.test(part)
    ? part
    : part
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
    return latin1Letters(found) ?? found;
  }
}

/**
 * Bytes that are no UTF-8 as letters of Latin-1, in which old systems encoded addresses. Undefined if they are more than
 * letters and readable ASCII: such bytes stay as they are, so that no sign hides in them.
 */
function latin1Letters(escapes: string): string | undefined {
  const text = escapes.replace(/%(..)/g, (_all, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)));
  return /^(?:[\u0021-\u007e]|(?=[\u00c0-\u00ff])\p{L})*$/u.test(text)
    ? text.replace(UNSAFE, encodeURIComponent)
    : undefined;
}

/**
 * The form in which reserved names are found: letters of every width and style count as the plain ones, because some
 * systems read them so.
 */
export const plainPath = (path: string): string =>
  PLAIN_PATH.test(path) ? path : normalPath(normalPath(path).normalize("NFKC"));

/** An address as headers, feeds and sitemaps have it. Only characters beyond ASCII change, so it may have a query. */
export const asciiAddress = (address: string): string =>
  address.toWellFormed().replace(/[^\u0020-\u007e]+/g, encodeURIComponent);

/** The normal path of a requested address in its only spelling. An address in another spelling stays as it was asked. */
export function pathOfAddress(asked: string): string {
  const normal = normalPath(asked);
  return asciiPath(normal) === asked ? normal : asked;
}

/** A normal path as a URL has it, in ASCII. */
export const asciiPath = (path: string): string =>
  path.toWellFormed().replace(/[^A-Za-z0-9\-._~!$&'()*+,;=:@/%]+/g, encodeURIComponent);
