/**
 * One part of the index of a site's texts, as text: the ids of its pages, then each word followed by its pages. Two
 * capital letters name a page, a third how often the word is there. Words have no capitals. So a search reads the part
 * from front to back, as fast as the machine can, and makes only what it finds.
 */
import { countsInside, nearness } from "./nearness.ts";
import { entriesOf, gradeOf, isCapital } from "./wordList.ts";

export interface PageWords {
  readonly page: string;
  readonly words: string;
}

const A = 65;
const LETTERS = 26;
/** Two letters name so many pages. */
export const PART_PAGES_LIMIT = LETTERS * LETTERS;
const POSTING = 3;

const named = (place: number): string => String.fromCharCode(A + Math.floor(place / LETTERS), A + (place % LETTERS));

/** Ids of pages hold no spaces, and neither do words. */
export function writePart(pages: readonly PageWords[]): string {
  const postings = new Map<string, string>();
  pages.forEach(({ words }, place) => {
    const name = named(place);
    for (const [word, letter] of entriesOf(words)) postings.set(word, (postings.get(word) ?? "") + name + letter);
  });
  const lines = [...postings].map(([word, places]) => ` ${word}${places}`);
  return `${pages.map(({ page }) => page).join(" ")}\n${lines.join("")} `;
}

/** Tells of each page that has one of the words: how near it comes, and how often it is there (0 to 3). */
export type HitListener = (page: string, word: number, near: number, grade: number) => void;

/** Looks until it has found as much as may be found; answers how much of that is left. */
export function lookIn(part: string, words: readonly string[], most: number, found: HitListener): number {
  const start = part.indexOf("\n") + 1;
  const pages = part.slice(0, start - 1).split(" ");
  return words.reduce(
    (left, word, index) =>
      look({ part, start, left }, word, (place, near, grade) => found(pages[place] ?? "", index, near, grade)),
    most,
  );
}

interface Looking {
  readonly part: string;
  readonly start: number;
  readonly left: number;
}

/** Letters in passing count as work, too, because finding them took as long. */
function look(
  { part, start, left: most }: Looking,
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

/** Also stops at the part's end, because a damaged part may end inside a word. */
function endOfWord(part: string, from: number): number {
  let end = from;
  while (end < part.length && !isCapital(part.charCodeAt(end))) end++;
  return end;
}
