import type { Page } from "../../documents/content/content.ts";
import { groupOf, tagOf } from "../../documents/content/languages.ts";
import type { PageReader } from "../../documents/content/sourceInstead.ts";
import type { Documents } from "../../documents/documents.ts";

export interface DraftedPage {
  readonly id: string;
  readonly body: Page;
}

/** The pages of a site's draft, as the decision about an address without a page reads them. */
export function draftPages(documents: Documents, site: string): PageReader<DraftedPage> {
  const settings = documents.only(site, "settings").body;
  return {
    settings,
    at: (path) => documents.pageAtPath(site, path, documents.change(site)),
    languageOf: ({ body }) => tagOf(body, settings),
    group: ({ id, body }) =>
      documents.translations
        .draftGroup(site, groupOf(id, body))
        .map(({ path, language }) => ({ path, language: tagOf({ language: language ?? undefined }, settings) })),
  };
}
