/** Words of an index that differ from a sought word by one letter: another, one more, one less, or two that changed places. */
import { SEARCH_SPELLINGS_LOOKED, SEARCH_SPELLINGS_MAX, SEARCH_TYPO_MIN_CHARS } from "../../manifests/bounds/search.ts";
import { isUnspaced } from "./words.ts";
import type { WordPart } from "./wordPart.ts";

/** Words by the sought word for which they stand. */
export type Spellings = ReadonlyMap<string, readonly string[]>;

/** A part, and which of its pages may be found. */
export interface OpenPart {
  readonly part: WordPart;
  readonly open: Uint8Array;
}

/** The spellings of words that no page has. Only long words have any, because short ones have too many neighbours. */
export function spellingsOf(words: readonly string[], parts: readonly OpenPart[]): Spellings {
  const found = words.flatMap((word): [string, string[]][] => {
    if (word.length < SEARCH_TYPO_MIN_CHARS || isUnspaced(word)) return [];
    const others = commonest(neighboursOf(word, parts), parts);
    return others.length === 0 ? [] : [[word, others]];
  });
  return new Map(found);
}

/** The word that a visitor may have meant by one that is too short to be looked up otherwise. */
export function meantBy(word: string, parts: readonly OpenPart[]): string | undefined {
  if (word.length < MEANT_MIN_CHARS || isUnspaced(word)) return undefined;
  return commonest(neighboursOf(word, parts), parts)[0];
}

/** In a shorter word, one other letter is half of it. */
const MEANT_MIN_CHARS = 3;

/**
 * A word with one wrong letter has its first half or its second one right. So only words that begin with one half or
 * contain the other are compared.
 */
function neighboursOf(word: string, parts: readonly OpenPart[]): Set<string> {
  const half = word.length >> 1;
  // Two letters that changed places may be one of each half.
  const swapped = word.slice(0, half - 1) + word.charAt(half) + word.charAt(half - 1) + word.slice(half + 1);
  const found = new Set([swapped]);
  let left = SEARCH_SPELLINGS_LOOKED;
  for (const other of withHalf(word, half, parts)) {
    if ((left -= 1) < 0) break;
    if (isOneApart(word, other)) found.add(other);
  }
  return found;
}

function* withHalf(word: string, half: number, parts: readonly OpenPart[]): Generator<string> {
  for (const { part } of parts) {
    yield* part.wordsWith(word.slice(0, half), false);
    yield* part.wordsWith(word.slice(half), true);
  }
}

/** The words that most pages have. A word that no visible page has is none. */
function commonest(words: ReadonlySet<string>, parts: readonly OpenPart[]): string[] {
  return [...words]
    .map((word) => ({ word, pages: parts.reduce((sum, one) => sum + pagesWith(one, word), 0) }))
    .filter(({ pages }) => pages > 0)
    .toSorted((a, b) => b.pages - a.pages || (a.word < b.word ? -1 : 1))
    .slice(0, SEARCH_SPELLINGS_MAX)
    .map(({ word }) => word);
}

function pagesWith({ part, open }: OpenPart, word: string): number {
  let pages = 0;
  part.exactly(word, (place) => (pages += open[place] ?? 0));
  return pages;
}

/** Tells whether two different words are the same but for one letter, or for two neighbours that changed places. */
export function isOneApart(one: string, other: string): boolean {
  const [short, long] = one.length <= other.length ? [one, other] : [other, one];
  if (long.length - short.length > 1 || one === other) return false;
  let at = 0;
  while (at < short.length && short[at] === long[at]) at += 1;
  if (long.length > short.length) return short.slice(at) === long.slice(at + 1);
  if (short.slice(at + 1) === long.slice(at + 1)) return true;
  return short[at] === long[at + 1] && short[at + 1] === long[at] && short.slice(at + 2) === long.slice(at + 2);
}
