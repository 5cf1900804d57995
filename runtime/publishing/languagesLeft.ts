/** Translations that a selection leaves beside another page of their language, which it publishes in their group. */
import { LATEST_CHANGE } from "../documents/content/forever.ts";
import { tagOf } from "../documents/content/languages.ts";
import type { DocumentRef, Documents } from "../documents/documents.ts";
import type { LeftTranslation } from "./valuesLeft.ts";

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

/** The group of a page at a moment, and its language. Undefined if the page did not exist then. */
function placeAt(
  { documents, site }: Reading,
  id: string,
  at: number,
): { group: string; language: string } | undefined {
  const place = documents.translations.place(site, id, at);
  if (!place) return undefined;
  return { group: place.translationOf ?? id, language: languageOf({ documents, site }, place.language) };
}

const languageOf = ({ documents, site }: Omit<Reading, "shown">, language: string | null): string =>
  tagOf({ language: language ?? undefined }, documents.only(site, "settings").body);

/** The other pages of a group in a language at a moment. */
const besides = (reading: Reading, id: string, place: { group: string; language: string }, at: number) =>
  reading.documents.translations
    .pages(reading.site, place.group, at)
    .filter((other) => other.id !== id && languageOf(reading, other.language) === place.language);

/** Published pages that stay beside a chosen page. Only a page that is new in its place can have one. */
function besideChosen(reading: Reading, id: string, isTaken: (ref: DocumentRef) => boolean): LeftTranslation[] {
  const [now, before] = [LATEST_CHANGE, reading.shown].map((at) => placeAt(reading, id, at));
  if (!now || (before?.group === now.group && before.language === now.language)) return [];
  return besides(reading, id, now, reading.shown)
    .filter((other) => !isTaken({ kind: "page", id: other.id }))
    .map((other) => ({ id: other.id, title: other.title, path: other.path, for: id }));
}

/** A page that stays as visitors see it, beside a page of the draft that is published. */
function besideDraft(reading: Reading, id: string, isTaken: (ref: DocumentRef) => boolean): LeftTranslation[] {
  const place = placeAt(reading, id, reading.shown);
  const left = place && reading.documents.published(reading.site, "page", id, reading.shown)?.body;
  if (!left) return [];
  return besides(reading, id, place, LATEST_CHANGE)
    .filter((other) => isTaken({ kind: "page", id: other.id }))
    .map((other) => ({ id, title: left.title, path: left.path, for: other.id }));
}

/** Lists the published pages that a selection leaves in a place of a group that another page takes. */
export function languagesLeft(
  reading: Reading,
  { named, isExcept }: Left,
  isTaken: (ref: DocumentRef) => boolean,
): LeftTranslation[] {
  if (!reading.documents.only(reading.site, "settings").body.languages) return [];
  const find = isExcept ? besideDraft : besideChosen;
  return named.flatMap(({ kind, id }) => (kind === "page" ? find(reading, id, isTaken) : []));
}
