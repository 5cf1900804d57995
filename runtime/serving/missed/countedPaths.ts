/** Decides which addresses in vain are counted: none that names a person, holds a secret, or would be a pattern. */
import { MISSED_ADDRESS_MAX_CHARS } from "../../../manifests/bounds/publicContent.ts";
import { normalPath } from "../../../manifests/shapes/normalPath.ts";
import { isStar, placeholderIn } from "../../documents/content/redirectSource.ts";

/** Addresses for which browsers and programs ask by themselves. */
const ASKED_BY_PROGRAMS = /^\/(?:\.well-known\/|favicon\.ico$|apple-touch-icon[^/]*\.png$|browserconfig\.xml$)/i;

/** Digits of a part of an address, as telephone and card numbers have. A date has fewer. */
const MANY_DIGITS = 10;
/** Changes between letters and digits in one word, as tokens have. */
const MANY_CHANGES = 3;
/** Changes from a small letter to a capital in one word, as tokens have. Names in camel case have fewer. */
const MANY_CAPITALS = 4;

const DECODED_MAX_TIMES = 5;

/** False for another spelling of an address, too: the site answers it by its own spelling, which is asked next. */
export function isCountedPath(path: string): boolean {
  if (path !== normalPath(path) || path.length > MISSED_ADDRESS_MAX_CHARS || ASKED_BY_PROGRAMS.test(path)) return false;
  return decoded(path)
    .split("/")
    .every((part) => !isStar(part) && placeholderIn(part) === undefined && !isPersonal(part));
}

/** Undoes each layer of percent-encoding. */
function decoded(path: string): string {
  let text = path;
  for (let times = 0; times < DECODED_MAX_TIMES && text.includes("%"); times += 1) {
    try {
      text = decodeURIComponent(text);
    } catch {
      return text;
    }
  }
  return text;
}

const isPersonal = (part: string): boolean =>
  part.includes("@") || timesIn(part, /\d/g) >= MANY_DIGITS || part.split(/[^\p{L}\d]+/u).some(isToken);

const isToken = (word: string): boolean =>
  timesIn(word, /\p{L}(?=\d)|\d(?=\p{L})/gu) >= MANY_CHANGES || timesIn(word, /\p{Ll}(?=\p{Lu})/gu) >= MANY_CAPITALS;

const timesIn = (text: string, sign: RegExp): number => text.match(sign)?.length ?? 0;
