import { isUnspaced } from "./words.ts";

/** The weights of a match: the whole word, the beginning of a longer word, or a part of one. */
export const WHOLE = 1;
const BEGINS = 0.6;
const INSIDE = 0.3;

/**
 * Least letters of a word to match the beginning or the inside of a longer word. Shorter ones are in nearly every text.
 */
const BEGINS_FROM = 3;
const INSIDE_FROM = 4;

/** The weight of a match, by whether a word begins and ends at it. 0 if the match is too short to count. */
export function nearness(word: string, begins: boolean, ends: boolean): number {
  if (begins && ends) return WHOLE;
  if (isUnspaced(word)) return word.length > 1 ? WHOLE : INSIDE;
  if (begins) return word.length >= BEGINS_FROM ? BEGINS : 0;
  return word.length >= INSIDE_FROM ? INSIDE : 0;
}

/** Tells whether a word also counts inside of longer words, not only at their beginning. */
export const countsInside = (word: string): boolean => word.length >= INSIDE_FROM || isUnspaced(word);

const LETTER = /[\p{L}\p{N}]/u;
const isLetter = (text: string, at: number): boolean => LETTER.test(text.charAt(at));

/** The place of the first match of any of the words in a folded text. -1 without one. */
export function firstNear(text: string, words: readonly string[]): number {
  let first = -1;
  for (const word of words)
    for (let at = text.indexOf(word); at !== -1 && (first === -1 || at < first); at = text.indexOf(word, at + 1))
      if (nearness(word, !isLetter(text, at - 1), !isLetter(text, at + word.length)) > 0) first = at;
  return first;
}

/** The best match of a word in a folded text. 0 without one. */
export function nearestIn(text: string, word: string): number {
  let best = 0;
  for (let at = text.indexOf(word); at !== -1 && best < WHOLE; at = text.indexOf(word, at + word.length)) {
    best = Math.max(best, nearness(word, !isLetter(text, at - 1), !isLetter(text, at + word.length)));
  }
  return best;
}
