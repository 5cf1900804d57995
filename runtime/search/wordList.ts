import { SEARCH_PAGE_MAX_WORDS } from "../../manifests/bounds/search.ts";
import { searchWords } from "./words.ts";

/** The different words of one page, each followed by a capital letter for its frequency. */
export interface WordList {
  readonly text: string;
  /** False if the page has more different words than the index takes. */
  readonly isWhole: boolean;
}

/**
 * The frequency letters: once, twice, four times, eight times or more. Folded words have no capital letters, so a
 * letter also ends its word.
 */
const GRADES = "ABCD";
export const gradeOf = (letter: string): number => GRADES.indexOf(letter);
const graded = (times: number): string => GRADES.charAt(Math.min(GRADES.length - 1, Math.floor(Math.log2(times))));

export function wordListOf(text: string): WordList {
  const counts = new Map<string, number>();
  let isWhole = true;
  for (const word of searchWords(text)) {
    const known = counts.get(word);
    if (known !== undefined || counts.size < SEARCH_PAGE_MAX_WORDS) counts.set(word, (known ?? 0) + 1);
    else isWhole = false;
  }
  return { text: [...counts].map(([word, times]) => word + graded(times)).join(""), isWhole };
}

/**
 * The words of a list with their letters. A hand-written loop is used for speed: a page has hundreds of words, and a
 * part hundreds of pages.
 */
export function* entriesOf(list: string): Generator<readonly [word: string, letter: string]> {
  let start = 0;
  for (let at = 0; at < list.length; at++) {
    if (!isCapital(list.charCodeAt(at))) continue;
    yield [list.slice(start, at), list.charAt(at)];
    start = at + 1;
  }
}

const A = 65;
const Z = 90;
export const isCapital = (code: number): boolean => code >= A && code <= Z;
