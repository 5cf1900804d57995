/** Finds parts of the documentation by words: all of them must be in a part, in its headings or its text. */

export interface DocsPart {
  /** The page and the heading, as a link names them: `plugins/templates.md#directives`. */
  readonly at: string;
  /** The headings around the part, from the page's own. */
  readonly titles: readonly string[];
  readonly text: string;
}

/** A line that shows where the words are, in characters. */
const EXCERPT_MAX_CHARS = 160;
/** A word in the part's own heading tells more than many in its text. */
const TITLE_WORTH = 20;
const ABOVE_WORTH = 5;
const MOST_IN_TEXT = 10;

const HEADING = /^(#{1,4}) (.+)$/;
const FENCE = /^ {0,3}(?:```|~~~)/;

const plain = (heading: string): string => heading.replaceAll(/[`*]/g, "").replaceAll(/\[([^\]]*)\]\([^)]*\)/g, "$1");

const anchorOf = (heading: string): string =>
  plain(heading)
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N} _-]/gu, "")
    .replaceAll(" ", "-");

/** The parts of a page, each from its heading to the next. */
export function docsParts(path: string, markdown: string): DocsPart[] {
  const parts: { at: string; titles: string[]; lines: string[] }[] = [];
  const titles: string[] = [];
  let isCode = false;
  for (const line of markdown.split("\n")) {
    if (FENCE.test(line)) isCode = !isCode;
    const [, marks = "", heading = ""] = isCode ? [] : (HEADING.exec(line) ?? []);
    if (marks === "") {
      parts.at(-1)?.lines.push(line);
      continue;
    }
    titles.splice(marks.length - 1, Infinity, plain(heading));
    const at = marks.length === 1 ? path : `${path}#${anchorOf(heading)}`;
    parts.push({ at, titles: titles.filter((title) => title !== undefined), lines: [] });
  }
  return parts.map(({ lines, ...part }) => ({ ...part, text: lines.join("\n").trim() }));
}

const folded = (text: string): string => text.toLowerCase();

const wordsOf = (text: string): string[] => folded(text).match(/[\p{L}\p{N}_.-]+/gu) ?? [];

/** The number of times that a word begins in a text. */
function countIn(text: string, word: string): number {
  let count = 0;
  for (let at = text.indexOf(word); at >= 0 && count < MOST_IN_TEXT; at = text.indexOf(word, at + word.length))
    if (!/[\p{L}\p{N}]/u.test(text[at - 1] ?? "")) count += 1;
  return count;
}

function worthOf({ titles, text }: DocsPart, word: string): number {
  const inTitle = countIn(folded(titles.at(-1) ?? ""), word);
  const above = countIn(folded(titles.slice(0, -1).join(" ")), word);
  return inTitle * TITLE_WORTH + above * ABOVE_WORTH + countIn(folded(text), word);
}

/** The parts with all of the words, the most telling first. */
export function docsFound(parts: readonly DocsPart[], asked: string): DocsPart[] {
  const words = wordsOf(asked);
  if (words.length === 0) return [];
  return parts
    .map((part) => ({ part, worths: words.map((word) => worthOf(part, word)) }))
    .filter(({ worths }) => worths.every((worth) => worth > 0))
    .map(({ part, worths }) => ({ part, worth: worths.reduce((sum, worth) => sum + worth, 0) }))
    .toSorted((a, b) => b.worth - a.worth)
    .map(({ part }) => part);
}

/** The line of a part that has most of the words. */
export function excerptOf({ text }: DocsPart, asked: string): string {
  const words = wordsOf(asked);
  const worth = (line: string): number => words.filter((word) => countIn(folded(line), word) > 0).length;
  const lines = text.split("\n").filter((line) => line.trim() !== "");
  const [best = ""] = lines.toSorted((a, b) => worth(b) - worth(a));
  return best.length > EXCERPT_MAX_CHARS ? `${best.slice(0, EXCERPT_MAX_CHARS - 1)}…` : best;
}
