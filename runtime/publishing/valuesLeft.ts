/** Translations that would lose the values that they share, because their source leaves the site without them. */
import type { Page } from "../documents/content/content.ts";
import type { DocumentRef, Documents } from "../documents/documents.ts";

/** A published translation that must be published together with its source. */
export interface LeftTranslation {
  readonly id: string;
  readonly title: string;
  readonly path: string;
  /** The source. */
  readonly for: string;
}

interface Reading {
  readonly documents: Documents;
  readonly site: string;
  /** The moment that visitors see. */
  readonly shown: number;
}

interface Left {
  readonly named: readonly DocumentRef[];
  readonly isExcept: boolean;
}

const publishedPage = ({ documents, site, shown }: Reading, id: string): Page | undefined =>
  documents.published(site, "page", id, shown)?.body;

/** True if the draft's page keeps no values of the published entry any more. */
function isLeaving(reading: Reading, id: string): boolean {
  const before = publishedPage(reading, id);
  const now = reading.documents.get(reading.site, "page", id)?.body;
  return before?.type !== undefined && (now?.type !== before.type || now.translationOf !== undefined);
}

function leftBehind(reading: Reading, source: string, isTaken: (ref: DocumentRef) => boolean): LeftTranslation[] {
  const { documents, site, shown } = reading;
  return documents.translations.pages(site, source, shown).flatMap(({ id }): LeftTranslation[] => {
    const page = id === source || isTaken({ kind: "page", id }) ? undefined : publishedPage(reading, id);
    if (page?.translationOf !== source || !documents.shared.of(site, page, shown)) return [];
    return [{ id, title: page.title, path: page.path, for: source }];
  });
}

/** Lists the translations that a selection leaves behind. */
export function valuesLeft(
  reading: Reading,
  { named, isExcept }: Left,
  isTaken: (ref: DocumentRef) => boolean,
): LeftTranslation[] {
  const pages = named.filter(({ kind }) => kind === "page").map(({ id }) => id);
  const sources = isExcept ? pages.flatMap((id) => publishedPage(reading, id)?.translationOf ?? []) : pages;
  return [...new Set(sources)]
    .filter((id) => isTaken({ kind: "page", id }) && isLeaving(reading, id))
    .flatMap((id) => leftBehind(reading, id, isTaken));
}
