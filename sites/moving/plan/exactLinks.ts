/**
 * Links of texts to a page in another language, such as one that says "English". A link by the id of a page leads each
 * reader to the page of their language, so such a link gets the address.
 */
import type { PlannedPage } from "./plan.ts";
import { TEXT_TYPE } from "./sections.ts";

const LINK = /(\]\(<?|^\[[^\]]+\]:\s*<?)page:([\w~-]+)/gm;

export function withExactLinks(pages: readonly PlannedPage[]): PlannedPage[] {
  const byId = new Map(pages.map((page) => [page.id, page]));
  const spoken = new Set(pages.map((page) => keyOf(page, page)));
  return pages.map((page) => {
    const exact = (all: string, before: string, id: string): string => {
      const target = byId.get(id);
      const isOther = target !== undefined && target.body.language !== page.body.language;
      return isOther && spoken.has(keyOf(target, page)) ? before + destination(target.body.path) : all;
    };
    const sections = page.body.sections.map((section) => {
      const { type, fields } = section;
      const text = type === TEXT_TYPE ? String(fields["body"] ?? "") : "";
      return text.includes("page:")
        ? { ...section, fields: { ...fields, body: text.replaceAll(LINK, exact) } }
        : section;
    });
    return { ...page, body: { ...page.body, sections } };
  });
}

/** The translations of one page, in the language of another. */
const keyOf = (one: PlannedPage, other: PlannedPage): string =>
  `${one.body.translationOf ?? one.id} ${other.body.language ?? ""}`;

const destination = (path: string): string => encodeURI(path).replaceAll("(", "%28").replaceAll(")", "%29");
