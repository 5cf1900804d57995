/** The first words of a page without a description, for lists and feeds. */
import { OPENING_MAX_CHARS, OPENING_MIN_CHARS } from "../../../manifests/bounds/fields.ts";
import { valueSort } from "../../../manifests/fields/valueSort.ts";
import { isObject } from "../../../manifests/json/jsonObject.ts";
import type { DocumentBody } from "../content/content.ts";
import { shownSections } from "../content/entry.ts";

/** Characters of a text that are read. */
const READ_CHARS = 4_000;

/** Blocks of Markdown that are no prose: code, headings, pictures, tables, lines, tags and definitions. */
const NO_PROSE = /^(?:#{1,6}\s|!\[|\||[-*_]{3,}\s*$|<|\[[^\]]*\]:|:::|\$\$|={3,}$)/;

/** The types that draw the sections of a site's pages. A section without one is not shown. */
export interface DrawnSections {
  sectionType(type: string): { readonly fields: unknown } | undefined;
}

/** The types of a site at a moment. Default: those of the draft. */
export type SiteSections = (site: string, at?: number) => DrawnSections;

/**
 * The first words of its first Markdown with some prose. Undefined for a page without one. Other text may be code, an
 * address, or a message that visitors see only after they send a form.
 */
export function firstWords(page: DocumentBody<"page">, types: DrawnSections): string | undefined {
  for (const { type, fields } of shownSections(page))
    for (const name of proseFields(types.sectionType(type)?.fields)) {
      const value = Object.hasOwn(fields, name) ? fields[name] : undefined;
      const words = typeof value === "string" ? proseIn(value.slice(0, READ_CHARS)) : "";
      if (words.length >= OPENING_MIN_CHARS) return shortened(words);
    }
  return undefined;
}

function proseFields(schema: unknown): string[] {
  const properties = isObject(schema) && isObject(schema["properties"]) ? schema["properties"] : {};
  return Object.keys(properties).filter((name) => {
    const field = properties[name];
    return isObject(field) && valueSort(field) === "markdown";
  });
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

/** A mark that a plugin draws in a line: its name, its words, which stay, and its values. */
const MARK =
  /:[a-z\d-]+(?:\.[a-z\d-]+)+\/[a-z][a-z\d-]*(?:\[((?:[^[\]\\\n]|\\.|\[[^[\]\n]*\])*)\](?:\{(?:[^"{}\n]|"(?:[^"\\\n]|\\.)*")*\})?|\{(?:[^"{}\n]|"(?:[^"\\\n]|\\.)*")*\})/g;

/** A line of Markdown without its signs. */
const plain = (block: string): string =>
  block
    .replaceAll(MARK, "$1")
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
