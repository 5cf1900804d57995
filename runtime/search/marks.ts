import type { MarkedPiece } from "../rendering/searching/shown.ts";
import { nearness } from "./nearness.ts";
import { fold } from "./words.ts";

/** Letters that fold alone, in a row, or one letter with the marks and invisible signs that follow it. */
const LETTERS = /[\0-\x7f]+(?![\p{M}\p{Cf}])|[^\p{M}\p{Cf}][\p{M}\p{Cf}]*|[^]/gu;
const LETTER = /[\p{L}\p{N}]/u;

/** Splits a text at the words in it. A word is marked where it begins a word or counts inside of one. */
export function markedText(text: string, words: readonly string[]): MarkedPiece[] {
  const { folded, rows } = ASCII.test(text) ? { folded: text.toLowerCase(), rows: [] } : foldedLetters(text);
  const hits: HitAt[] = [];
  for (const word of words)
    for (let at = folded.indexOf(word); at !== -1; at = folded.indexOf(word, at + 1)) {
      const end = at + word.length;
      const isNear = nearness(word, !isLetter(folded, at - 1), !isLetter(folded, end)) > 0;
      if (isNear) hits.push([beginningIn(rows, at), endIn(rows, end)]);
    }
  return pieces(text, joined(hits));
}

/** The beginning and the end of a word in the text. */
type HitAt = readonly [from: number, end: number];

const ASCII = /^[\0-\x7f]*$/;

/** Letters of a text, and the place of what they fold to. */
interface Row {
  readonly at: number;
  readonly folded: number;
  /** The letters, of which each folds to one sign. Undefined for one letter that folds to any number of signs. */
  readonly length: number | undefined;
}

interface FoldedLetters {
  readonly folded: string;
  /** In the order of the text. None if each sign is a letter. */
  readonly rows: readonly Row[];
}

function foldedLetters(text: string): FoldedLetters {
  const rows: Row[] = [];
  let folded = "";
  for (const { 0: letters, index } of text.matchAll(LETTERS)) {
    const isRow = letters.charCodeAt(letters.length - 1) < 0x80;
    rows.push({ at: index, folded: folded.length, length: isRow ? letters.length : undefined });
    folded += fold(letters);
  }
  return { folded, rows: [...rows, { at: text.length, folded: folded.length, length: undefined }] };
}

/** The beginning of the letter that has this sign of the folded text. */
function beginningIn(rows: readonly Row[], place: number): number {
  const row = rows.findLast(({ folded }) => folded <= place);
  if (!row) return place;
  return row.length === undefined ? row.at : row.at + place - row.folded;
}

/** The end of the letter that has the last sign before this place of the folded text. */
function endIn(rows: readonly Row[], place: number): number {
  const number = rows.findLastIndex(({ folded }) => folded < place);
  const row = rows[number];
  if (!row) return place;
  return row.length === undefined ? (rows[number + 1]?.at ?? place) : row.at + place - row.folded;
}

const isLetter = (text: string, at: number): boolean => LETTER.test(text.charAt(at));

/** Hits in their order. Those that touch are one. */
function joined(hits: readonly HitAt[]): HitAt[] {
  const found: HitAt[] = [];
  for (const [from, end] of hits.toSorted((a, b) => a[0] - b[0])) {
    const [before = 0, last = -1] = found.at(-1) ?? [];
    if (from > last) found.push([from, end]);
    else found[found.length - 1] = [before, Math.max(last, end)];
  }
  return found;
}

function pieces(text: string, hits: readonly HitAt[]): MarkedPiece[] {
  const found: MarkedPiece[] = [];
  const add = (from: number, end: number, isHit: boolean): void => {
    if (end > from) found.push({ text: text.slice(from, end), isHit });
  };
  let at = 0;
  for (const [from, end] of hits) {
    add(at, from, false);
    add(from, end, true);
    at = end;
  }
  add(at, text.length, false);
  return found;
}
