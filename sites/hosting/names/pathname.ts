import { PATH_MAX_CHARS } from "../../../manifests/bounds/documents.ts";

/**
 * Characters a path may hold as they are (RFC 3986 `pchar` and the slash). Everything else arrives percent-encoded
 * or not at all, so that a path can stand in a header or a redirect without further escaping.
 */
const PATH = /^\/(?:[A-Za-z0-9\-._~!$&'()*+,;=:@/]|%[0-9A-Fa-f]{2})*$/;
const UNRESERVED = /[A-Za-z0-9\-._~]/;
/** Control characters, and the encoded slashes that one part of a system reads as a separator and another does not. */
const REFUSED = /[\u0000-\u001f\u007f\\]|%2f/i;
/** Addresses whose last part is a digest or a file name: their case means something. */
const EXACT = /^\/(?:_assets|media)\//;

export interface Pathname {
  /** The path as it was asked for: well-formed, perhaps oddly spelt. */
  readonly asked: string;
  /** The one spelling under which the same thing is published. */
  readonly canonical: string;
}

/** Reads the path of a request. Undefined for paths that nothing can ever be published under. */
export function readPathname(asked: string): Pathname | undefined {
  if (asked.length > PATH_MAX_CHARS || !PATH.test(asked) || !isDecodable(asked)) return undefined;
  const spelt = asked.replace(/%[0-9A-Fa-f]{2}/g, plainest);
  if (spelt.split("/").some((part) => part === "." || part === "..")) return undefined;
  const cased = EXACT.test(spelt) ? spelt : lowerCased(spelt);
  return { asked, canonical: withoutSpareSlashes(cased) };
}

function isDecodable(path: string): boolean {
  if (/%2f/i.test(path)) return false;
  try {
    return !REFUSED.test(decodeURIComponent(path));
  } catch {
    // The path is not UTF-8, as every published path is.
    return false;
  }
}

/** An encoded letter or digit is written as itself, everything else with capital hex digits. */
function plainest(encoded: string): string {
  const character = String.fromCharCode(Number.parseInt(encoded.slice(1), 16));
  return UNRESERVED.test(character) ? character : encoded.toUpperCase();
}

const lowerCased = (path: string): string =>
  path.replace(/%[0-9A-F]{2}|[A-Z]+/g, (found) => (found.startsWith("%") ? found : found.toLowerCase()));

const withoutSpareSlashes = (path: string): string => path.replace(/\/{2,}/g, "/").replace(/(?<=.)\/$/, "");

const QUERY = /^\?(?:[A-Za-z0-9\-._~!$&'()*+,;=:@/?]|%[0-9A-Fa-f]{2})*$/;

/** The query string when it can be repeated in a header as it is, otherwise nothing. */
export const safeQuery = (search: string): string => (QUERY.test(search) ? search : "");
