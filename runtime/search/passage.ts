import { SEARCH_PASSAGE_CHARS, SEARCH_PASSAGE_LOOKED_CHARS } from "../../manifests/bounds/search.ts";
import { WHOLE, firstNear, nearestIn } from "./nearness.ts";
import { plainText } from "./plainText.ts";
import { fold } from "./words.ts";

export interface Passage {
  readonly text: string;
  /** The offset of its line in the Markdown. */
  readonly at: number;
}

interface Line {
  readonly text: string;
  readonly at: number;
  readonly worth: number;
}

/** The weight of a heading. It is low, because results list headings anyway. */
const HEADING = 0.5;

/** The first line with the most of the words, cut around the first one. Undefined if no line has any. */
export function passageOf(markdown: string, from: number, words: readonly string[]): Passage | undefined {
  const best = bestLine(markdown, from, words);
  return best && { text: around(plainText(best.text).replace(/\s+/g, " ").trim(), words), at: best.at };
}

/** The same of a text without formatting. */
export function passageIn(text: string, words: readonly string[]): string | undefined {
  const best = bestLine(text, 0, words);
  return best && around(best.text.trim(), words);
}

function bestLine(markdown: string, from: number, words: readonly string[]): Line | undefined {
  let best: Line | undefined;
  let at = from;
  for (const text of markdown.slice(from, from + SEARCH_PASSAGE_LOOKED_CHARS).split("\n")) {
    const worth = worthOf(text, words);
    if (worth > (best?.worth ?? 0)) best = { text, at, worth };
    // No later line has more than all words.
    if (worth === words.length * WHOLE) break;
    at += text.length + 1;
  }
  return best;
}

function worthOf(line: string, words: readonly string[]): number {
  if (line === "") return 0;
  const folded = fold(line);
  const sum = words.reduce((worth, word) => worth + nearestIn(folded, word), 0);
  return sum > 0 && /^ {0,3}#/.test(line) ? sum * HEADING : sum;
}

const hasOne = (folded: string, words: readonly string[]): boolean => words.some((word) => nearestIn(folded, word) > 0);

/** The place of the first match in a line. The beginning of the piece around it, if folding changes the number of letters. */
function hitIn(line: string, words: readonly string[]): number {
  const folded = fold(line);
  if (folded.length === line.length) return Math.max(0, firstNear(folded, words));
  return [...line.matchAll(/\S+/g)].find(([piece]) => hasOne(fold(piece), words))?.index ?? 0;
}

/** Cuts a line so that a third of the shown text comes before the first match. */
function around(line: string, words: readonly string[]): string {
  if (line.length <= SEARCH_PASSAGE_CHARS) return line;
  const hit = hitIn(line, words);
  const wanted = Math.max(0, Math.min(hit - Math.floor(SEARCH_PASSAGE_CHARS / 3), line.length - SEARCH_PASSAGE_CHARS));
  const start = wanted === 0 ? 0 : line.indexOf(" ", wanted - 1) + 1 || wanted;
  const shown = line.slice(start, start + SEARCH_PASSAGE_CHARS).toWellFormed();
  const end = start + SEARCH_PASSAGE_CHARS >= line.length ? shown.length : shown.lastIndexOf(" ");
  return `${start > 0 ? "… " : ""}${shown.slice(0, end > 0 ? end : undefined)}${start + shown.length < line.length || end < shown.length ? " …" : ""}`;
}
