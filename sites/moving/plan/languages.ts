/** The languages of pages, and which of them are one page in several languages. */
import type { Page } from "../../../runtime/documents/content/content.ts";
import {
  canonicalTag,
  languageAt,
  type LanguageSettings,
  ownTag,
  sourceTag,
} from "../../../runtime/documents/content/languages.ts";
import type { MoveLoss, MovedPage } from "../tree/moved.ts";
import type { Named } from "./names.ts";

export type InLanguage = Pick<Page, "language" | "translationOf">;

interface Placed {
  readonly page: MovedPage;
  readonly at: Named;
}

/** The members for the language of each page, by its source. A page in the language of the site has none. */
export function pageLanguages(
  pages: readonly Placed[],
  settings: LanguageSettings,
  losses: MoveLoss[],
): ReadonlyMap<string, InLanguage> {
  const missing = new Map<string, { place: string; count: number }>();
  const spoken = pages.map((one) => ({ ...one, tag: tagOf(one, settings, missing) }));
  const groups = Map.groupBy(
    spoken.filter(({ page, tag }) => page.translation !== undefined && tag !== undefined),
    ({ page }) => page.translation,
  );
  const originals = new Map([...groups.values()].flatMap((group) => originalsOf(group, settings)));
  losses.push(...[...missing].map(([tag, { place, count }]) => ({ place, what: missingSays(tag, count) })));
  return new Map(
    spoken.map(({ page, tag }) => {
      const translationOf = originals.get(page.source);
      const isOwn = tag === ownTag(settings) && translationOf === undefined;
      return [
        page.source,
        isOwn || tag === undefined ? {} : { language: tag, ...(translationOf === undefined ? {} : { translationOf }) },
      ];
    }),
  );
}

const missingSays = (tag: string, count: number): string =>
  `the language ${tag} of ${count} page${count === 1 ? "" : "s"}: the site has no such language with these addresses. ` +
  `Add it to the languages of the site, and import again`;

/** The language of the site that a page has. Undefined for a page that can have none. */
function tagOf(
  { page, at }: Placed,
  settings: LanguageSettings,
  missing: Map<string, { place: string; count: number }>,
): string | undefined {
  const here = settings.languages ? (languageAt(settings, at.path)?.tag ?? ownTag(settings)) : ownTag(settings);
  if (page.language === undefined || sameLanguage(page.language, here)) return here;
  const known = missing.get(page.language);
  missing.set(page.language, { place: known?.place ?? page.place, count: (known?.count ?? 0) + 1 });
  return undefined;
}

/** True for a tag and the same one without its region, such as de and de-AT. */
function sameLanguage(one: string, other: string): boolean {
  const [plain, known] = [canonicalTag(one.replaceAll("_", "-")), canonicalTag(other)];
  return plain !== undefined && (plain === known || plain.split("-")[0] === known || plain === known?.split("-")[0]);
}

/** The tag of the site's language that a source calls so. Undefined if the site has none. */
export const languageCalled = (settings: LanguageSettings, name: string): string | undefined =>
  [ownTag(settings), ...(settings.languages ?? []).map(({ tag }) => tag)].find((tag) => sameLanguage(name, tag));

type Spoken = Placed & { readonly tag: string | undefined };

/** The original of each translation in a group, by the translation's source. One page of a language is in a group. */
function originalsOf(group: readonly Spoken[], settings: LanguageSettings): [source: string, original: string][] {
  const first = group.find(({ tag }) => tag === sourceTag(settings)) ?? group[0];
  const seen = new Set([first?.tag]);
  return group.flatMap(({ page, tag }): [string, string][] => {
    if (!first || seen.has(tag)) return [];
    seen.add(tag);
    return [[page.source, first.at.id]];
  });
}
