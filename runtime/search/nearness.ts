import { isUnspaced } from "./words.ts";

/** The weights of a match: the word as it was asked for, the beginning of a longer word, or a part of one. */
export const WHOLE = 1;
const BEGINS = 0.6;
const INSIDE = 0.3;

/** Letters from which on a word may begin a longer one, and stand inside one: fewer are in nearly every text. */
const BEGINS_FROM = 3;
const INSIDE_FROM = 4;

/** Tells how near a find is to the asked word; 0 for mere letters in passing. */
export function nearness(word: string, begins: boolean, ends: boolean): number {
  if (begins && ends) return WHOLE;
  if (isUnspaced(word)) return word.length > 1 ? WHOLE : INSIDE;
  if (begins) return word.length >= BEGINS_FROM ? BEGINS : 0;
  return word.length >= INSIDE_FROM ? INSIDE : 0;
}

/** Tells whether a word counts elsewhere than at the beginning of another. */
export const countsInside = (word: string): boolean => word.length >= INSIDE_FROM || isUnspaced(word);

const LETTER = /[\p{L}\p{N}]/u;
const isLetter = (text: string, at: number): boolean => LETTER.test(text.charAt(at));

/** The nearest a folded text comes to a word; 0 when it does not have it. */
export function nearestIn(text: string, word: string): number {
  let best = 0;
  for (let at = text.indexOf(word); at !== -1 && best < WHOLE; at = text.indexOf(word, at + word.length)) {
    best = Math.max(best, nearness(word, !isLetter(text, at - 1), !isLetter(text, at + word.length)));
  }
  return best;
}
