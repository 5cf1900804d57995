import { OPENING_MAX_CHARS, OPENING_MIN_CHARS, OPENING_READ_CHARS } from "../../../manifests/bounds/fields.ts";
import { plainTextOfHtml } from "./textOfHtml.ts";

/**
 * The first words of a page's safe HTML, for search engines and previews. They are those of its first paragraphs, up to
 * the last whole word that fits. Empty without a paragraph.
 */
export function openingOf(html: string): string {
  let text = "";
  for (const paragraph of paragraphsIn(html.slice(0, OPENING_READ_CHARS))) {
    text = `${text} ${plainTextOfHtml(paragraph)}`.trim();
    if (text.length >= OPENING_MIN_CHARS) break;
  }
  return shortened(text);
}

/** The scope of a page's head with the first words of the page. */
export function withOpening<Scope extends { readonly page?: unknown }>(scope: Scope, html: string): Scope {
  const opening = openingOf(html);
  return opening === "" ? scope : { ...scope, page: { ...(scope.page as object), opening } };
}

const START = /<p(?: [^>]*)?>/g;

function* paragraphsIn(html: string): Generator<string> {
  for (const found of html.matchAll(START)) {
    const from = found.index + found[0].length;
    const end = html.indexOf("</p>", from);
    if (end === -1) return;
    yield html.slice(from, end);
  }
}

function shortened(text: string): string {
  if (text.length <= OPENING_MAX_CHARS) return text;
  const most = text
    .slice(0, OPENING_MAX_CHARS - 1)
    .toWellFormed()
    .replace(/\uFFFD$/, "");
  // Languages without spaces have no other end of a word.
  const words = most.replace(/\s+\S*$/, "");
  return `${words.length > OPENING_MIN_CHARS ? words : most}…`;
}
