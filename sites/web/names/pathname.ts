import { PATH_MAX_CHARS } from "../../../manifests/bounds/documents.ts";
import { asciiPath, normalPath } from "../../../manifests/shapes/normalPath.ts";

/**
 * Characters that a path may contain (RFC 3986 `pchar` and the slash). Everything else must be percent-encoded, so that
 * a path is safe in headers and redirects.
 */
const PATH = /^\/(?:[A-Za-z0-9\-._~!$&'()*+,;=:@/]|%[0-9A-Fa-f]{2})*$/;
const UNRESERVED = /[A-Za-z0-9\-._~]/;
/**
 * Control characters, backslashes and encoded slashes. One system reads such slashes as separators, and another does
 * not.
 */
const REFUSED = /[\u0000-\u001f\u007f\\]|%2f/i;
/** Paths that end in a digest or a file name, and are therefore case-sensitive. */
const EXACT = /^\/(?:_assets|media)\//;

/** Longest path as a URL has it: a letter beyond ASCII takes up to nine signs. */
const ESCAPED_MAX_CHARS = 9 * PATH_MAX_CHARS;

export interface Pathname {
  /** The path as requested: well-formed, but perhaps in an unusual spelling. */
  readonly asked: string;
  /** The spelling under which the content is published. */
  readonly canonical: string;
}

/** Parses the path of a request; undefined if nothing can be published there. */
export function readPathname(asked: string): Pathname | undefined {
  if (asked.length > ESCAPED_MAX_CHARS || !PATH.test(asked) || !isDecodable(asked)) return undefined;
  const spelt = asked.replace(/%[0-9A-Fa-f]{2}/g, plainest);
  if (spelt.split("/").some((part) => part === "." || part === "..")) return undefined;
  const normal = EXACT.test(spelt) ? withoutSpareSlashes(spelt) : normalPath(spelt);
  return normal.length > PATH_MAX_CHARS ? undefined : { asked, canonical: asciiPath(normal) };
}

/** Tells whether a path is text. Letters in Latin-1 are, because its normal form has them in UTF-8. */
function isDecodable(path: string): boolean {
  if (/%2f/i.test(path)) return false;
  try {
    return !REFUSED.test(decodeURIComponent(asciiPath(normalPath(path))));
  } catch {
    return false;
  }
}

/** Decodes unreserved characters, and writes other escapes with upper-case hex digits. */
function plainest(encoded: string): string {
  const character = String.fromCharCode(Number.parseInt(encoded.slice(1), 16));
  return UNRESERVED.test(character) ? character : encoded.toUpperCase();
}

const withoutSpareSlashes = (path: string): string => path.replace(/\/{2,}/g, "/").replace(/(?<=.)\/$/, "");

/** Characters that a query may not contain as they are (RFC 3986), and percent signs that encode nothing. */
const TO_ENCODE = /%(?![0-9A-Fa-f]{2})|[^A-Za-z0-9\-._~!$&'()*+,;=:@/?%]+/g;

/** A query with its question mark, made safe in a header. Browsers send some characters that RFC 3986 does not allow. */
export const safeQuery = (search: string): string =>
  search.startsWith("?") ? search.toWellFormed().replace(TO_ENCODE, encodeURIComponent) : "";
