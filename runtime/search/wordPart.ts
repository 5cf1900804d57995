/**
 * One part of a site's search index, as text: the ids of its pages, then each word followed by its pages. Two capital
 * letters identify a page, a third one the word's frequency. Words have no capitals. So a search scans the text with
 * `indexOf`, and creates objects only for what it finds.
 */
import { countsInside, nearness } from "./nearness.ts";
import { entriesOf, gradeOf, isCapital } from "./wordList.ts";

export interface PageWords {
  readonly page: string;
  readonly words: string;
}

const A = 65;
const LETTERS = 26;
/** The number of pages that two letters can identify. */
export const PART_PAGES_LIMIT = LETTERS * LETTERS;
const POSTING = 3;

const named = (place: number): string => String.fromCharCode(A + Math.floor(place / LETTERS), A + (place % LETTERS));

/** Writes a part. Spaces separate its entries, because neither page ids nor words contain spaces. */
export function writePart(pages: readonly PageWords[]): string {
  const postings = new Map<string, string>();
  pages.forEach(({ words }, place) => {
    const name = named(place);
    for (const [word, letter] of entriesOf(words)) postings.set(word, (postings.get(word) ?? "") + name + letter);
  });
  const lines = [...postings].map(([word, places]) => ` ${word}${places}`);
  return `${pages.map(({ page }) => page).join(" ")}\n${lines.join("")} `;
}

/** Receives each match: the page, the word's index, the weight of the match, and its frequency from 0 to 3. */
export type HitListener = (page: string, word: number, near: number, grade: number) => void;

/** Searches until the limit of matches is reached. Returns how much of the limit is left. */
export function searchPart(part: string, words: readonly string[], most: number, found: HitListener): number {
  const start = part.indexOf("\n") + 1;
  const pages = part.slice(0, start - 1).split(" ");
  return words.reduce(
    (left, word, index) =>
      searchWord({ part, start, left }, word, (place, near, grade) => found(pages[place] ?? "", index, near, grade)),
    most,
  );
}

interface WordSearch {
  readonly part: string;
  readonly start: number;
  readonly left: number;
}

/** Matches that are too short to count use up the limit, too, because finding them takes as long. */
function searchWord(
  { part, start, left: most }: WordSearch,
  word: string,
  found: (place: number, near: number, grade: number) => void,
): number {
  const sought = countsInside(word) ? word : ` ${word}`;
  let left = most;
  for (let at = part.indexOf(sought, start); at !== -1 && left > 0;) {
    const begin = sought === word ? at : at + 1;
    const end = endOfWord(part, begin + word.length);
    const stop = part.indexOf(" ", end);
    if (stop === -1) return left;
    const near = nearness(word, part.charAt(begin - 1) === " ", end === begin + word.length);
    if (near > 0)
      for (let posting = end; posting < stop; posting += POSTING)
        found(placeAt(part, posting), near, gradeOf(part.charAt(posting + 2)));
    left -= 1 + (near > 0 ? (stop - end) / POSTING : 0);
    at = part.indexOf(sought, stop);
  }
  return Math.max(0, left);
}

const placeAt = (part: string, at: number): number => (part.charCodeAt(at) - A) * LETTERS + part.charCodeAt(at + 1) - A;

/** The end of a word. Stops at the part's end, because a damaged part may end inside a word. */
function endOfWord(part: string, from: number): number {
  let end = from;
  while (end < part.length && !isCapital(part.charCodeAt(end))) end++;
  return end;
}
