/** The menus and home pages that all pages of a site with several languages share at one moment. */
import { type LanguageSettings, type SiteLanguage, homeOf, tagOf } from "../documents/content/languages.ts";
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

/** A page of a menu's group as the digest of what all pages share names it. One that is listed has its address alone. */
const groupPlace = ({ path, language, listed }: GroupPage): unknown[] =>
  listed === 1 ? [path, language] : [path, language, listed];

export interface LanguagesAt {
  readonly view: Pick<SiteView, "homes" | "navigationIn">;
  /** The menus of the languages that have their own. */
  readonly menus: readonly Navigation[];
  /** The home pages, and where the menus' pages are in all languages. Each page shows them. */
  shared(menuPages: readonly string[]): unknown;
}

interface HomesAt {
  readonly documents: Documents;
  readonly site: string;
  readonly at: number;
  readonly pageless: PathsAt["pageless"];
}

/** The home pages of the languages that have one, by tag. */
function homesOf(
  { documents, site, at, pageless }: HomesAt,
  settings: LanguageSettings,
  languages: readonly SiteLanguage[],
): ReadonlyMap<string, string> {
  const found = documents.translations.atPaths(site, languages.map(homeOf), at);
  const pages = new Map(found.map((page) => [page.path, page]));
  return new Map(
    languages.flatMap((language) => {
      const home = pages.get(homeOf(language));
      const isHome =
        home &&
        pathOfPage(home, pageless) !== undefined &&
        tagOf({ language: home.language ?? undefined }, settings) === language.tag;
      return isHome ? [[language.tag, home.path] as const] : [];
    }),
  );
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
  const homes = homesOf({ documents, site, at, pageless }, settings, languages);
  const menus = new Map(Object.entries(navigation.languages ?? {}).map(([tag, own]) => [tag, { menus: own }]));
  return {
    view: { homes, navigationIn: (tag) => menus.get(tag) },
    menus: [...menus.values()],
    shared: (menuPages) => [
      [...homes],
      menuPages.map((id) => {
        const group = documents.translations.group(site, id, at) ?? id;
        return documents.translations.pages(site, group, at).map(groupPlace);
      }),
    ],
  };
}
