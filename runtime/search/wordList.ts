import { SEARCH_PAGE_MAX_WORDS } from "../../manifests/bounds/search.ts";
import { searchWords } from "./words.ts";

/** The different words of one page, each followed by a capital letter for its place and frequency. */
export interface WordList {
  readonly text: string;
  /** False if the page has more different words than the index takes. */
  readonly isWhole: boolean;
}

/** The places of a word in a page, the least important first. */
export const WORD_PLACES = ["text", "path", "description", "headings", "title"] as const;
export type WordPlace = (typeof WORD_PLACES)[number];

/** The texts of a page's places other than its text. */
export type PlacedTexts = Readonly<Record<Exclude<WordPlace, "text">, string>>;

/**
 * The letters: four for each place, for once, twice, four times, eight times or more. Folded words have no capital
 * letters, so a letter also ends its word.
 */
const GRADES = 4;
const A = 65;
const Z = 90;

const letterOf = (place: number, times: number): string =>
  String.fromCharCode(A + GRADES * place + Math.min(GRADES - 1, Math.floor(Math.log2(times))));

/** The frequency of a posting, from 0 to 3. */
export const gradeOf = (letter: number): number => (letter - A) % GRADES;
/** The most important place of a posting, as its index in WORD_PLACES. */
export const wordPlaceOf = (letter: number): number => Math.floor((letter - A) / GRADES);

export const isCapital = (code: number): boolean => code >= A && code <= Z;

/** A capital letter for a number from 0 to 25. A higher number counts as 25. */
export const numberLetter = (number: number): string => String.fromCharCode(Math.min(Z, A + number));
export const letterNumber = (letter: number): number => letter - A;

interface Counted {
  place: number;
  times: number;
}

/** Lists the words of a text, those of a page's other places, and tags, which are complete entries with a letter. */
export function wordListOf(text: string, placed?: PlacedTexts, tags: readonly string[] = []): WordList {
  const counts = new Map<string, Counted>();
  let isWhole = true;
  for (let place = WORD_PLACES.length - 1; place >= 0; place -= 1) {
    const name = WORD_PLACES[place] ?? "text";
    for (const word of searchWords(name === "text" ? text : (placed?.[name] ?? ""))) {
      const known = counts.get(word);
      if (known) known.times += 1;
      else if (counts.size < SEARCH_PAGE_MAX_WORDS) counts.set(word, { place, times: 1 });
      else isWhole = false;
    }
  }
  const words = [...counts].map(([word, { place, times }]) => word + letterOf(place, times));
  return { text: [...tags, ...words].join(""), isWhole };
}

/**
 * Takes the words of a list with the codes of their letters. A hand-written loop is used for speed: a page has hundreds
 * of words, and a part hundreds of pages.
 */
export function eachEntry(list: string, take: (word: string, letter: number) => void): void {
  let start = 0;
  for (let at = 0; at < list.length; at++) {
    const letter = list.charCodeAt(at);
    if (!isCapital(letter)) continue;
    take(list.slice(start, at), letter);
    start = at + 1;
  }
}
