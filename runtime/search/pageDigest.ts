import { INDEX_EXCERPT_MAX_CHARS, INDEX_HEADINGS_MAX, INDEX_HEADINGS_MAX_CHARS } from "../../manifests/bounds.ts";
import type { PageText } from "../rendering/pageText.ts";
import { plainText } from "./plainText.ts";

/** What of a page's text stands in the index, so that looking for pages opens none. */
export interface PageDigest {
  readonly headings: readonly string[];
  readonly excerpt: string;
  /** When this version of the page was written. */
  readonly modified: string;
}

export function digestOf({ markdown, outline, sections }: PageText, modified: string): PageDigest {
  const headings: string[] = [];
  let room = INDEX_HEADINGS_MAX_CHARS;
  for (const { text } of outline.slice(0, INDEX_HEADINGS_MAX)) {
    room -= text.length;
    if (room < 0) break;
    headings.push(text);
  }
  const start = sections[0]?.start ?? 0;
  return { headings, excerpt: plainStart(markdown.slice(start, start + EXCERPT_SOURCE_CHARS)), modified };
}

/** What the sections of a page say. */
export const bodyOf = ({ markdown, sections }: PageText): string => plainText(markdown.slice(sections[0]?.start ?? markdown.length));

/** Enough Markdown to find an excerpt's worth of words in. */
const EXCERPT_SOURCE_CHARS = 4 * INDEX_EXCERPT_MAX_CHARS;

/** The first words of a text, without headings, pictures, marks and the addresses of links. */
const plainStart = (markdown: string): string =>
  plainText(markdown.replace(/^ {0,3}#.*$/gm, "").replace(/!\[[^\]]*\]\([^)]*\)?/g, ""))
    .replace(/\s+/g, " ")
    .trim()
    .slice(0, INDEX_EXCERPT_MAX_CHARS)
    .toWellFormed();
