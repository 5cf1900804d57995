/**
 * The regular expressions that an author may write. A few characters can keep a backtracking engine busy for years. So
 * groups are never repeated, at most one repetition is unbounded, and few alternatives can match the same text. Such
 * patterns match in linear time.
 */
import { PATTERN_MAX_CHARS, PATTERN_MAX_WAYS } from "../bounds/json.ts";

export const PATTERN_SAYS =
  `a pattern of at most ${PATTERN_MAX_CHARS} characters from ^ to $, after ^$| where empty text is allowed too. ` +
  "It has characters, classes such as [a-z0-9], groups (a|b) that are not repeated, and at most one * or +. " +
  "It has no look-around and no back-references";

/** The prefix with which an author allows an empty field. */
const OR_EMPTY = "^$|";

const CLASS = String.raw`\[\^?(?:[^\\\]\[\u0000-\u001f]|\\[dswDSW\\\]\[^-])+\]`;
const ESCAPE = String.raw`\\[dswDSW.*+?^$(){}|\/\\\[\]-]`;
const PLAIN = String.raw`[^\\.*+?^$(){}|\[\]\u0000-\u001f]`;
const REPEAT = String.raw`[*+?]|\{\d{1,4}(?:,\d{0,4})?\}`;
const GROUP = String.raw`\((?:\?:|(?!\?))|\|`;
const TOKEN = new RegExp(`(${GROUP})|(\\)\\??(?![*+?{]))|(?:${CLASS}|${ESCAPE}|${PLAIN}|\\.)(${REPEAT})?`, "uy");

/** The number of ways to satisfy a repetition: 1 for {3}, 2 for ?, Infinity for * and +. */
function waysOf(repeat: string): number {
  if (repeat === "?") return 2;
  if (repeat === "*" || repeat === "+") return Infinity;
  const [least = "0", most = least] = repeat.slice(1, -1).split(",");
  return most === "" ? Infinity : Number(most) - Number(least) + 1;
}

/** Counts in how many ways the parts of a pattern can match a text. */
class Sharing {
  readonly #repeats: number[] = [];
  readonly #open: number[] = [];
  #choices = 1;

  /** Reads one token. False if the token is not allowed here. */
  take([, opener, closer, repeat]: RegExpExecArray): boolean {
    if (opener === "|") return this.#alternative();
    if (opener) this.#open.push(1);
    if (closer) return this.#close(closer);
    if (repeat) this.#repeats.push(waysOf(repeat));
    return true;
  }

  #alternative(): boolean {
    const alternatives = this.#open.pop();
    if (alternatives !== undefined) this.#open.push(alternatives + 1);
    return alternatives !== undefined;
  }

  #close(closer: string): boolean {
    const alternatives = this.#open.pop();
    this.#choices *= (alternatives ?? 1) + (closer === ")?" ? 1 : 0);
    return alternatives !== undefined;
  }

  /** One repetition alone splits a text in only one way, so the largest one does not count. */
  ways(): number {
    const shared = this.#repeats.toSorted((a, b) => b - a).slice(1);
    return this.#open.length > 0 ? Infinity : shared.reduce((ways, count) => ways * Math.max(1, count), this.#choices);
  }
}

function waysIn(body: string): number {
  const sharing = new Sharing();
  TOKEN.lastIndex = 0;
  for (let at = 0; at < body.length; at = TOKEN.lastIndex) {
    const token = TOKEN.exec(body);
    if (!token || !sharing.take(token)) return Infinity;
  }
  return sharing.ways();
}

function compiles(pattern: string): boolean {
  try {
    return new RegExp(pattern, "u").source !== "";
  } catch {
    return false;
  }
}

export function isSafePattern(pattern: string): boolean {
  const filled = pattern.startsWith(OR_EMPTY) ? pattern.slice(OR_EMPTY.length) : pattern;
  const framed = pattern.length <= PATTERN_MAX_CHARS && /^\^.*\$$/su.test(filled);
  return framed && waysIn(filled.slice(1, -1)) <= PATTERN_MAX_WAYS && compiles(pattern);
}
