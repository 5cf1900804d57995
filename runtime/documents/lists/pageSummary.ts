import type { DocumentBody, PageSummary } from "../content/content.ts";
import { type DrawnSections, firstWords } from "./firstWords.ts";
import { type PublicPlace, absoluteUrl } from "../content/languageHosts.ts";

/** The part of a PageSummary that is stored for queries. The rest is known, indexed, or depends on the moment. */
export type StoredSummary = Omit<PageSummary, "id" | "path" | "url" | "values">;

/** Makes the summary of a page, even of one that queries do not list. */
export const pageSummary = (
  id: string,
  page: DocumentBody<"page">,
  place: PublicPlace,
  types: DrawnSections,
): PageSummary => ({
  id,
  path: page.path,
  url: absoluteUrl(page.path, place),
  ...summaryOf(page, types),
});

/** The pages of a list with the addresses that visitors have. */
export const withUrls = (pages: readonly PageSummary[], place: PublicPlace): readonly PageSummary[] =>
  place.hosts
    ? pages.map((page) => (page.path === null ? page : { ...page, url: absoluteUrl(page.path, place) }))
    : pages;

/** A page of a list. A teaser has no values, because they are the page's content. */
export const teased = (page: PageSummary): PageSummary => (page.teaser ? { ...page, values: {} } : page);

/** The first words of a page without a description. Those of a page for readers are for its readers alone. */
const openingOf = (page: DocumentBody<"page">, types: DrawnSections): string | undefined =>
  page.description !== undefined || page.audience ? undefined : firstWords(page, types);

export function summaryOf(page: DocumentBody<"page">, types: DrawnSections): StoredSummary {
  const { title, description, collection, date, updated, author, image, type, audience, teaser } = page;
  const opening = openingOf(page, types);
  return {
    title,
    description: description ?? null,
    ...(opening === undefined ? {} : { opening }),
    collection: collection ?? null,
    date: date ?? null,
    updated: updated ?? null,
    author: author ?? null,
    image: image ?? null,
    ...(type === undefined ? {} : { type }),
    ...(audience && teaser ? { teaser: true as const } : {}),
  };
}
