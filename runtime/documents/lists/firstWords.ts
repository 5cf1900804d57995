/** The first words of a page without a description, for lists and feeds. */
import { OPENING_MAX_CHARS, OPENING_MIN_CHARS } from "../../../manifests/bounds/fields.ts";
import type { DocumentBody } from "../content/content.ts";
import { shownSections } from "../content/entry.ts";

/** Characters of a text that are read. */
const READ_CHARS = 4_000;

/** Blocks of Markdown that are no prose: code, headings, pictures, tables, lines, tags and definitions. */
const NO_PROSE = /^(?:#{1,6}\s|!\[|\||[-*_]{3,}\s*$|<|\[[^\]]*\]:|:::|\$\$|={3,}$)/;

/** The first words of its first text with some prose. Undefined for a page without one. */
export function firstWords(page: DocumentBody<"page">): string | undefined {
  for (const { fields } of shownSections(page))
    for (const value of Object.values(fields)) {
      const words = typeof value === "string" ? proseIn(value.slice(0, READ_CHARS)) : "";
      if (words.length >= OPENING_MIN_CHARS) return shortened(words);
    }
  return undefined;
}

/** The words of the first paragraphs of a text, as far as they are needed. */
function proseIn(markdown: string): string {
  let words = "";
  for (const block of markdown.replaceAll(/^ {0,3}(`{3,}|~{3,})[^]*?(?:^ {0,3}\1|$(?![^]))/gm, "").split(/\n\s*\n/)) {
    if (words.length >= OPENING_MAX_CHARS) break;
    if (!NO_PROSE.test(block.trimStart())) words = `${words} ${plain(block)}`.trim();
  }
  return words;
}

/** A line of Markdown without its signs. */
const plain = (block: string): string =>
  block
    .replaceAll(/!\[[^[\]]*\]\([^()]*\)|<!--[^<>]*-->|<\/?[a-z][^<>]*>|\[\^[^[\]]+\]/gi, "")
    .replaceAll(/\[([^[\]]*)\](?:\([^()]*\)|\[[^[\]]*\])/g, "$1")
    .replaceAll(/^\s*(?:>|[-*+]|\d+[.)])\s+|\\$/gm, "")
    .replaceAll(/\\([!-/:-@[-`{-~])|[*`]+|==|(?<![\p{L}\p{N}])_+|_+(?![\p{L}\p{N}])/gu, "$1")
    .replaceAll(/\s+/g, " ")
    .trim();

function shortened(words: string): string {
  if (words.length <= OPENING_MAX_CHARS) return words;
  const most = words.slice(0, OPENING_MAX_CHARS - 1).replace(/[\uD800-\uDBFF]$/, "");
  // Languages without spaces have no other end of a word.
  const whole = most.replace(/\s+\S*$/, "");
  return `${whole.length > OPENING_MIN_CHARS ? whole : most}…`;
}
