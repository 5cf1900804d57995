import type { MarkedPiece } from "../rendering/searching/shown.ts";
import { nearness } from "./nearness.ts";
import { fold } from "./words.ts";

/** A letter with the marks and invisible signs that follow it. */
const LETTERS = /[^\p{M}\p{Cf}][\p{M}\p{Cf}]*|[^]/gu;
const LETTER = /[\p{L}\p{N}]/u;

/** Splits a text at the words in it. A word is marked where it begins a word or counts inside of one. */
export function markedText(text: string, words: readonly string[]): MarkedPiece[] {
  const isHit = new Uint8Array(text.length);
  const { folded, starts, ends } = ASCII.test(text) ? { folded: text.toLowerCase() } : foldedLetters(text);
  for (const word of words)
    for (let at = folded.indexOf(word); at !== -1; at = folded.indexOf(word, at + 1)) {
      const last = at + word.length - 1;
      const isNear = nearness(word, !isLetter(folded, at - 1), !isLetter(folded, last + 1)) > 0;
      if (isNear) isHit.fill(1, starts?.[at] ?? at, ends?.[last] ?? last + 1);
    }
  return pieces(text, isHit);
}

const ASCII = /^[\0-\x7f]*$/;

interface FoldedLetters {
  readonly folded: string;
  /** For each sign of the folded text, where its letter begins and ends. Absent if folding moved none. */
  readonly starts?: readonly number[];
  readonly ends?: readonly number[];
}

function foldedLetters(text: string): FoldedLetters {
  const starts: number[] = [];
  const ends: number[] = [];
  let folded = "";
  for (const { 0: letter, index } of text.matchAll(LETTERS)) {
    const units = fold(letter);
    for (let unit = 0; unit < units.length; unit += 1) {
      starts.push(index);
      ends.push(index + letter.length);
    }
    folded += units;
  }
  return { folded, starts, ends };
}

const isLetter = (text: string, at: number): boolean => LETTER.test(text.charAt(at));

function pieces(text: string, isHit: Uint8Array): MarkedPiece[] {
  const found: MarkedPiece[] = [];
  for (let start = 0; start < text.length;) {
    let end = start + 1;
    while (end < text.length && isHit[end] === isHit[start]) end += 1;
    found.push({ text: text.slice(start, end), isHit: isHit[start] === 1 });
    start = end;
  }
  return found;
}
