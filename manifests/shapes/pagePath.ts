/** The addresses that pages may have, and the one that a title gives. */
import { PATH_MAX_CHARS } from "../bounds/documents.ts";
import { normalPath } from "./normalPath.ts";
import { isOfOneScript, isSeen } from "./plainText.ts";

/** A part begins with a letter or digit and ends with one, or with a sign that no program takes off. */
const PART = /^[\p{L}\p{N}](?:[\p{L}\p{M}\p{N}\u200c-\u200d_~.-]*[\p{L}\p{M}\p{N}_~-])?$/u;

/** The paths of most pages, which need no further look. */
const PLAIN = /^\/(?:[a-z0-9][a-z0-9_~-]*(?:\/[a-z0-9][a-z0-9_~-]*)*)?$/;

/** More marks on one letter than any script has. They hide what stands around them. */
const PILED = /\p{M}{5}/u;

export const PAGE_PATH_SAYS = "a path such as /services/roofs";

/** Tells whether a path is the one spelling of a page's address: a normal path of words. */
export const isPagePath = (path: string): boolean =>
  (PLAIN.test(path) && path.length <= PATH_MAX_CHARS) ||
  (path.length <= PATH_MAX_CHARS && path === normalPath(path) && path.slice(1).split("/").every(isPart));

const isPart = (part: string): boolean =>
  PART.test(part) && !part.includes("..") && !PILED.test(part) && isSeen(part) && isOfOneScript(part);

/** The spelling of a page's address that people wrote in another one. Any other text stays as it is, such as `//host`. */
export function asPagePath(written: string): string {
  if (PLAIN.test(written) || !/^\/(?!\/)/.test(written) || written.length > 9 * PATH_MAX_CHARS) return written;
  const path = normalPath(written);
  return isPagePath(path) ? path : written;
}

/** Letters of full width and ligatures, which people take for the plain ones. */
const STYLED = /[\uff01-\uff5e\ufb00-\ufb06]+/g;

/** A title as the last part of an address, in its own letters. `otherwise` for a title without letters and digits. */
export function slugOf(title: string, otherwise = "page"): string {
  const words = title
    .toWellFormed()
    .replace(STYLED, (letters) => letters.normalize("NFKC"))
    .normalize("NFC")
    .toLowerCase()
    .normalize("NFC")
    .split(/[^\p{L}\p{M}\p{N}\u200c-\u200d]+/u)
    .map((word) => word.replace(/^\p{M}+/u, ""))
    .filter((word) => word !== "" && isPart(word));
  return words.join("-") || otherwise;
}
