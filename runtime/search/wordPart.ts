/**
 * One part of a site's search index. As text: the ids of its pages, then each word followed by its pages. Two capital
 * letters identify a page, a third one the word's place in it and its frequency. Words have no capitals.
 */
import { LetterGroups } from "./letterGroups.ts";
import { countsInside, nearness } from "./nearness.ts";
import { TAG_SIGN } from "./tags.ts";
import { eachEntry, isCapital } from "./wordList.ts";

export interface PageWords {
  readonly page: string;
  readonly words: string;
}

const A = 65;
const LETTERS = 26;
/** The number of pages that two letters can identify. */
export const PART_PAGES_LIMIT = LETTERS * LETTERS;
const POSTING = 3;

/** Writes a part. Spaces separate its entries, because neither page ids nor words contain spaces. */
export function writePart(pages: readonly PageWords[]): string {
  const postings = new Map<string, string[]>();
  pages.forEach(({ words }, place) => {
    // A page has a thousand postings and at most 26 different ones. One text for each takes half of the time.
    const named = postingsOf(place);
    eachEntry(words, (word, letter) => {
      const known = postings.get(word);
      const posting = named[letter - A] ?? "";
      if (known) known.push(posting);
      else postings.set(word, [posting]);
    });
  });
  const lines = [...postings].map(([word, places]) => ` ${word}${places.join("")}`);
  return `${pages.map(({ page }) => page).join(" ")}\n${lines.join("")} `;
}

/** The postings of a page for each capital letter. */
const postingsOf = (place: number): string[] =>
  Array.from({ length: LETTERS }, (_, letter) =>
    String.fromCharCode(A + Math.floor(place / LETTERS), A + (place % LETTERS), A + letter),
  );

/** A sought word inside of one of the part: its place, the beginning and the end of the longer word, and its number. */
interface Inside {
  readonly word: string;
  readonly at: number;
  readonly from: number;
  readonly end: number;
  readonly index: number;
}

/** Receives each match: the page's place in the part, the weight of the match, and the posting's letter as a code. */
export type MatchListener = (place: number, near: number, letter: number) => void;

/**
 * A part in memory, for searching: its entries in order, and its words alone. A word and its longer forms stand
 * together, and words with a text inside are found in a sixth of the text.
 */
export class WordPart {
  readonly pages: readonly string[];
  /** Bytes in memory. V8 stores one byte for each character, or two if the text has any outside of Latin-1. */
  readonly bytes: number;
  readonly #entries: string;
  /** The beginning of each entry, in the order of the entries as texts. */
  readonly #starts: Uint32Array;
  /** The words of all entries but tags, each after a space, and the beginning of each. */
  readonly #words: string;
  readonly #wordStarts: Uint32Array;
  readonly #groups: LetterGroups;
  /** The number of tags, which come before all words. */
  readonly #tags: number;

  constructor(text: string) {
    const end = text.indexOf("\n");
    this.pages = text.slice(0, Math.max(0, end)).split(" ");
    const entries = text
      .slice(end + 1)
      .split(" ")
      .filter((entry) => entry !== "");
    // Without a function, the engine orders by code units, which is faster.
    entries.sort();
    this.#starts = startsOf(entries);
    this.#entries = `${entries.join(" ")} `;
    this.#tags = firstOf(entries.length, (at) => (entries[at] ?? "") >= AFTER_TAGS);
    const words = entries.slice(this.#tags).map((entry) => entry.slice(0, endOfWord(entry, 0)));
    this.#wordStarts = startsOf(words);
    this.#words = `${words.join(" ")} `;
    this.#groups = new LetterGroups(this.#words, this.#wordStarts);
    const chars = this.#entries.length + this.#words.length;
    const texts = (/^[\0-\xff]*$/.test(this.#words) ? 1 : 2) * chars;
    this.bytes = texts + 4 * (this.#starts.length + words.length) + this.#groups.bytes;
  }

  /** Finds a word until the limit of matches is reached. Returns how much of the limit is left. */
  search(word: string, most: number, found: MatchListener): number {
    const left = this.#beginning(word, most, found);
    return countsInside(word) ? this.#inside(word, left, found) : left;
  }

  /** Calls `found` for each page with exactly this word or tag. */
  exactly(word: string, found: (place: number, letter: number) => void): void {
    const at = this.#firstFrom(`${word}A`);
    const start = this.#starts[at];
    if (start === undefined || !this.#entries.startsWith(word, start)) return;
    const end = start + word.length;
    if (isCapital(this.#entries.charCodeAt(end))) this.#postings(end, found);
  }

  /** The tags that begin so, each with its pages. */
  tags(beginning: string, found: (tag: string, place: number) => void): void {
    for (let at = this.#firstFrom(beginning); at < this.#tags; at += 1) {
      const start = this.#starts[at] ?? 0;
      if (!this.#entries.startsWith(beginning, start)) return;
      const end = endOfWord(this.#entries, start);
      const tag = this.#entries.slice(start, end);
      this.#postings(end, (place) => found(tag, place));
    }
  }

  /** The words that begin so, or have such a text anywhere. */
  *wordsWith(text: string, isAnywhere: boolean): Generator<string> {
    if (!isAnywhere) {
      for (let at = this.#firstFrom(text); at < this.#starts.length; at += 1) {
        const start = this.#starts[at] ?? 0;
        if (!this.#entries.startsWith(text, start)) return;
        yield this.#entries.slice(start, endOfWord(this.#entries, start));
      }
      return;
    }
    for (let at = this.#words.indexOf(text); at !== -1;) {
      const end = this.#words.indexOf(" ", at);
      yield this.#words.slice(this.#words.lastIndexOf(" ", at) + 1, end);
      at = this.#words.indexOf(text, end);
    }
  }

  /** The word itself, and words that begin with it. */
  #beginning(word: string, most: number, found: MatchListener): number {
    let left = most;
    for (let at = this.#firstFrom(word); at < this.#starts.length && left > 0; at += 1) {
      const start = this.#starts[at] ?? 0;
      if (!this.#entries.startsWith(word, start)) break;
      const end = endOfWord(this.#entries, start + word.length);
      left -= this.#matched(end, nearness(word, true, end === start + word.length), found);
    }
    return Math.max(0, left);
  }

  /** Words that have the word after their first letter. One that also begins with it was found already. */
  #inside(word: string, most: number, found: MatchListener): number {
    const candidates = this.#groups.with(word);
    if (!candidates) return this.#anywhere(word, most, found);
    let left = most;
    for (let n = 0; n < candidates.length && left > 0; n += 1) {
      const index = candidates[n] ?? 0;
      const from = this.#wordStarts[index] ?? 0;
      const end = (this.#wordStarts[index + 1] ?? this.#words.length) - 1;
      const at = this.#placeIn(word, from, end);
      if (at > from) left -= this.#matchedInside({ word, at, from, end, index }, found);
    }
    return Math.max(0, left);
  }

  /** The place of a text in the word between two places. -1 if the word lacks it. */
  #placeIn(text: string, from: number, end: number): number {
    for (let at = from; at + text.length <= end; at += 1) if (this.#words.startsWith(text, at)) return at;
    return -1;
  }

  /** The same for a word that is shorter than a group. */
  #anywhere(word: string, most: number, found: MatchListener): number {
    let left = most;
    for (let at = this.#words.indexOf(word); at !== -1 && left > 0;) {
      const end = this.#words.indexOf(" ", at + word.length);
      const index = firstOf(this.#wordStarts.length, (one) => (this.#wordStarts[one] ?? 0) > at) - 1;
      const from = this.#wordStarts[index] ?? 0;
      if (at > from) left -= this.#matchedInside({ word, at, from, end, index }, found);
      at = this.#words.indexOf(word, end);
    }
    return Math.max(0, left);
  }

  #matchedInside({ word, at, from, end, index }: Inside, found: MatchListener): number {
    const start = this.#starts[this.#tags + index] ?? 0;
    return this.#matched(start + end - from, nearness(word, false, end === at + word.length), found);
  }

  /** Matches that are too short to count use up the limit, too, because finding them takes as long. */
  #matched(end: number, near: number, found: MatchListener): number {
    if (near === 0) return 1;
    return 1 + this.#postings(end, (place, letter) => found(place, near, letter));
  }

  #postings(from: number, found: (place: number, letter: number) => void): number {
    const entries = this.#entries;
    let at = from;
    for (; isCapital(entries.charCodeAt(at)); at += POSTING) {
      const place = (entries.charCodeAt(at) - A) * LETTERS + entries.charCodeAt(at + 1) - A;
      if (place >= 0 && place < this.pages.length) found(place, entries.charCodeAt(at + 2));
    }
    return (at - from) / POSTING;
  }

  /** The index of the first entry that is not before a text. */
  #firstFrom(text: string): number {
    return firstOf(this.#starts.length, (at) => this.#compare(this.#starts[at] ?? 0, text) >= 0);
  }

  /** Compares as many signs of an entry as the text has. An entry ends at a space, which is before all other signs. */
  #compare(start: number, text: string): number {
    for (let at = 0; at < text.length; at += 1) {
      const difference = this.#entries.charCodeAt(start + at) - text.charCodeAt(at);
      if (difference !== 0) return difference;
    }
    return 0;
  }
}

/** The text after the sign of tags in the order of code units. */
const AFTER_TAGS = String.fromCharCode(TAG_SIGN.charCodeAt(0) + 1);

function startsOf(texts: readonly string[]): Uint32Array {
  const starts = new Uint32Array(texts.length);
  let at = 0;
  for (const [index, { length }] of texts.entries()) {
    starts[index] = at;
    at += length + 1;
  }
  return starts;
}

/** The first of so many numbers from 0 for which a condition holds. It holds for all later ones, too. */
function firstOf(count: number, holds: (at: number) => boolean): number {
  let low = 0;
  let high = count;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (holds(middle)) high = middle;
    else low = middle + 1;
  }
  return low;
}

/** The end of a word. Stops at the text's end, because a damaged part may end inside a word. */
function endOfWord(text: string, from: number): number {
  let end = from;
  while (end < text.length && !isCapital(text.charCodeAt(end))) end += 1;
  return end;
}
