import {
  INDEX_EXCERPT_MAX_CHARS,
  INDEX_HEADINGS_MAX,
  INDEX_HEADINGS_MAX_CHARS,
} from "../../manifests/bounds/search.ts";
import type { PageText, TextForm } from "../rendering/markdown/pageText.ts";
import { plainText } from "./plainText.ts";

/** The parts of a page's text that the index contains, so that a search need not open pages. */
export interface PageDigest {
  readonly headings: readonly string[];
  readonly excerpt: string;
  /** The forms on the page. Absent without forms, and in publications made before this field existed. */
  readonly forms?: readonly TextForm[];
  /** The time at which this version of the page was written. */
  readonly modified: string;
}

export function digestPage({ markdown, outline, sections, forms }: PageText, modified: string): PageDigest {
  const headings: string[] = [];
  let room = INDEX_HEADINGS_MAX_CHARS;
  for (const { text } of outline.slice(0, INDEX_HEADINGS_MAX)) {
    room -= text.length;
    if (room < 0) break;
    headings.push(text);
  }
  const start = sections[0]?.start ?? 0;
  return {
    headings,
    excerpt: plainStart(markdown.slice(start, start + EXCERPT_SOURCE_CHARS)),
    ...(forms && { forms }),
    modified,
  };
}

/** The text of a page's sections. */
export const bodyOf = ({ markdown, sections }: PageText): string =>
  plainText(markdown.slice(sections[0]?.start ?? markdown.length));

/** Characters of Markdown that are enough for an excerpt. */
const EXCERPT_SOURCE_CHARS = 4 * INDEX_EXCERPT_MAX_CHARS;

/** The first words of a text, without headings, pictures, formatting and URLs. */
const plainStart = (markdown: string): string =>
  plainText(markdown.replace(/^ {0,3}#.*$/gm, "").replace(/!\[[^\]]*\]\([^)]*\)?/g, ""))
    .replace(/\s+/g, " ")
    .trim()
    .slice(0, INDEX_EXCERPT_MAX_CHARS)
    .toWellFormed();
