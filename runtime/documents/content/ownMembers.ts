import type { Page } from "./content.ts";

/** Members of a page that say where and when visitors see it. A translation has its own, so they make it not outdated. */
export const OWN_MEMBERS = [
  "path",
  "noindex",
  "held",
  "from",
  "until",
  "updated",
  "language",
  "translationOf",
  "translatedFrom",
  "source",
  "imported",
] as const;

const OWN: ReadonlySet<string> = new Set(OWN_MEMBERS);

/** The members of a page that all its translations share. */
export const withoutOwnMembers = (page: Page): Omit<Page, (typeof OWN_MEMBERS)[number]> =>
  Object.fromEntries(Object.entries(page).filter(([name]) => !OWN.has(name))) as Omit<
    Page,
    (typeof OWN_MEMBERS)[number]
  >;
