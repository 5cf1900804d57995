/** The columns of a document by which queries find it without reading its body. */
import { instantOf } from "../../manifests/shapes/calendar.ts";
import type { DocumentBody, DocumentKind } from "./content/content.ts";
import type { SqlValue } from "../powers/powers.ts";
import { NOT_FOUND_PATH } from "./content/languages.ts";
import type { DrawnSections } from "./lists/firstWords.ts";
import { summaryOf } from "./lists/pageSummary.ts";

interface Written {
  readonly kind: DocumentKind;
  readonly body: DocumentBody<DocumentKind> | null;
}

interface IndexColumns {
  path: string | null;
  title: string | null;
  collection: string | null;
  date: string | null;
  /** 1 for a page that lists show, 0 for one that they leave out, -1 for one that only its readers may find. */
  listed: number;
  /** The stored part of a PageSummary as JSON, so that listing 10,000 pages does not parse their sections. */
  summary: string | null;
  heldBack: number;
  /** The time in which visitors see the page, in milliseconds since the epoch. */
  from: number | null;
  until: number | null;
  language: string | null;
  translationOf: string | null;
  /** The page and version from which a translation was made. */
  madeFrom: string | null;
  madeFromVersion: number | null;
}

/** The columns in the order of their values. */
export const INDEX_COLUMNS =
  "path, title, collection, date, listed, summary, held_back, shown_from, shown_until, language, translation_of, made_from, made_from_version";

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
  language: null,
  translationOf: null,
  madeFrom: null,
  madeFromVersion: null,
};

const momentOf = (text: string | undefined): number | null => (text === undefined ? null : (instantOf(text) ?? null));

function listedOf(page: DocumentBody<"page">, isNotFound: (path: string) => boolean): number {
  if (page.audience && page.teaser !== true) return -1;
  return isUnlisted(page, isNotFound) ? 0 : 1;
}

const isUnlisted = ({ noindex, path }: DocumentBody<"page">, isNotFound: (path: string) => boolean): boolean =>
  noindex === true || path === NOT_FOUND_PATH || isNotFound(path);

interface OfSite {
  /** Judges a path by the site's languages. */
  isNotFound(path: string): boolean;
  readonly types: DrawnSections;
}

/** The columns of a written document by which queries find it. */
export function indexColumns(write: Written, { isNotFound, types }: OfSite): IndexColumns {
  if (write.kind !== "page" || write.body === null) return NO_INDEX;
  const page = write.body as DocumentBody<"page">;
  return {
    path: page.path,
    title: page.title,
    collection: page.collection ?? null,
    date: page.date ?? null,
    listed: listedOf(page, isNotFound),
    summary: JSON.stringify(summaryOf(page, types)),
    heldBack: page.held ? 1 : 0,
    from: momentOf(page.from) ?? (page.until === undefined ? null : 0),
    until: momentOf(page.until),
    ...languageColumns(page),
  };
}

const languageColumns = ({ language, translationOf, translatedFrom }: DocumentBody<"page">) => ({
  language: language ?? null,
  translationOf: translationOf ?? null,
  madeFrom: translatedFrom?.page ?? null,
  madeFromVersion: translatedFrom?.version ?? null,
});

/** The values of `INDEX_COLUMNS`. */
export const indexValues = (index: IndexColumns): SqlValue[] => [
  index.path,
  index.title,
  index.collection,
  index.date,
  index.listed,
  index.summary,
  index.heldBack,
  index.from,
  index.until,
  index.language,
  index.translationOf,
  index.madeFrom,
  index.madeFromVersion,
];
