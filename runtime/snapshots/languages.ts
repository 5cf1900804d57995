/** The menus and home pages that all pages of a site with several languages share at one moment. */
import { type LanguageSettings, homeOf, tagOf } from "../documents/content/languages.ts";
import type { Navigation } from "../documents/content/content.ts";
import { pathOfPage } from "../documents/lists/pagelessTypes.ts";
import type { PathsAt } from "../documents/lists/pageSelections.ts";
import type { Documents } from "../documents/documents.ts";
import type { GroupPage } from "../documents/lists/translations.ts";
import type { SiteView, TranslatedPage } from "../rendering/view.ts";

/** A page of a group in the language that its site gives it. `isLater` tells whether its date is of the future. */
export const groupMember = (
  { id, path, title, language, listed }: GroupPage,
  settings: LanguageSettings,
  isLater: boolean,
): TranslatedPage => ({
  id,
  path,
  title,
  language: tagOf({ language: language ?? undefined }, settings),
  isListed: listed === 1 && !isLater,
  isToCome: listed === 1 && isLater,
});

export interface LanguagesAt {
  readonly view: Pick<SiteView, "homes" | "navigationIn">;
  /** The menus of the languages that have their own. */
  readonly menus: readonly Navigation[];
  /** The home pages, and the paths of the menus' pages in all languages. Each page shows them. */
  shared(menuPages: readonly string[]): unknown;
}

/** The languages of a site at a moment. Undefined for a site with one. */
export function languagesAt(
  documents: Documents,
  { site, change: at, pageless }: PathsAt & { readonly site: string },
  settings: LanguageSettings,
  navigation: Navigation,
): LanguagesAt | undefined {
  const { languages } = settings;
  if (!languages) return undefined;
  const homes = new Map<string, string>();
  for (const language of languages) {
    const home = documents.pageAtPath(site, homeOf(language), at);
    if (home && pathOfPage(home.body, pageless) !== undefined && tagOf(home.body, settings) === language.tag)
      homes.set(language.tag, home.body.path);
  }
  const menus = new Map(Object.entries(navigation.languages ?? {}).map(([tag, own]) => [tag, { menus: own }]));
  return {
    view: { homes, navigationIn: (tag) => menus.get(tag) },
    menus: [...menus.values()],
    shared: (menuPages) => [
      [...homes],
      menuPages.map((id) => {
        const group = documents.translations.group(site, id, at) ?? id;
        return documents.translations.pages(site, group, at).map(({ path, language }) => [path, language]);
      }),
    ],
  };
}
