/** The columns of a document by which queries find it without reading its body. */
import { instantOf } from "../../manifests/shapes/calendar.ts";
import type { DocumentBody, DocumentKind } from "./content/content.ts";
import { summaryOf } from "./lists/pageSummary.ts";

/** Path of the page shown for unknown addresses. Visitors cannot request it directly. */
export const NOT_FOUND_PATH = "/404";

interface Written {
  readonly kind: DocumentKind;
  readonly body: DocumentBody<DocumentKind> | null;
}

interface IndexColumns {
  path: string | null;
  title: string | null;
  collection: string | null;
  date: string | null;
  listed: number;
  /** The stored part of a PageSummary as JSON, so that listing 10,000 pages does not parse their sections. */
  summary: string | null;
  heldBack: number;
  /** The time in which visitors see the page, in milliseconds since the epoch. */
  from: number | null;
  until: number | null;
}

const NO_INDEX: IndexColumns = {
  path: null,
  title: null,
  collection: null,
  date: null,
  listed: 0,
  summary: null,
  heldBack: 0,
  from: null,
  until: null,
};

const momentOf = (text: string | undefined): number | null => (text === undefined ? null : (instantOf(text) ?? null));

/** The columns of a written document by which queries find it. */
export function indexColumns(write: Written): IndexColumns {
  if (write.kind !== "page" || write.body === null) return NO_INDEX;
  const page = write.body as DocumentBody<"page">;
  return {
    path: page.path,
    title: page.title,
    collection: page.collection ?? null,
    date: page.date ?? null,
    listed: page.noindex || page.path === NOT_FOUND_PATH ? 0 : 1,
    summary: JSON.stringify(summaryOf(page)),
    heldBack: page.held ? 1 : 0,
    from: momentOf(page.from) ?? (page.until === undefined ? null : 0),
    until: momentOf(page.until),
  };
}
