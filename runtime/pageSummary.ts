import type { DocumentBody, PageSummary } from "./content.ts";

/** What is kept beside a page for queries. The rest of a PageSummary is known anyway, or of the moment. */
export type Summary = Omit<PageSummary, "id" | "path" | "url">;

/** What queries would show of a page, also of one they do not list. */
export const pageSummary = (id: string, page: DocumentBody<"page">, origin: string): PageSummary =>
  ({ id, path: page.path, url: origin + page.path, ...summaryOf(page) });

export function summaryOf(page: DocumentBody<"page">): Summary {
  const { title, description, collection, date, updated, author, image } = page;
  return {
    title, description: description ?? null, collection: collection ?? null, date: date ?? null,
    updated: updated ?? null, author: author ?? null, image: image ?? null,
  };
}
