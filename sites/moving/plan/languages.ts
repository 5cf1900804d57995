/** The languages of pages, where the site has them, and which of them are one page in several languages. */
import { countOf } from "../../../manifests/refusals/countOf.ts";
import type { Page } from "../../../runtime/documents/content/content.ts";
import {
  canonicalTag,
  languageAt,
  languageNamed,
  type LanguageSettings,
  ownTag,
  sourceTag,
  withoutPrefix,
  withPrefix,
} from "../../../runtime/documents/content/languages.ts";
import { movedPath } from "../tree/addresses.ts";
import type { MoveLoss, MovedPage } from "../tree/moved.ts";

export type InLanguage = Pick<Page, "language" | "translationOf">;

/** A page of the source with its language at the site, and the path that it wants there. */
export interface SpokenPage {
  readonly page: MovedPage;
  readonly tag: string;
  /** False for a page that cannot have its language at the site. */
  readonly isKnown: boolean;
  readonly wanted: string;
}

/** Something that is told once for each language, with its first place. */
class LanguageLosses {
  readonly #found = new Map<string, { place: string; count: number }>();

  add(tag: string, place: string): void {
    const known = this.#found.get(tag);
    this.#found.set(tag, { place: known?.place ?? place, count: (known?.count ?? 0) + 1 });
  }

  losses = (says: (tag: string, pages: string) => string): MoveLoss[] =>
    [...this.#found].map(([tag, { place, count }]) => ({
      place,
      what: says(tag, countOf(count, "page")),
    }));
}

/** Each page with its language. A page of another language than its address says gets a path below its own prefix. */
export function spokenPages(
  pages: readonly MovedPage[],
  settings: LanguageSettings,
  losses: MoveLoss[],
): readonly SpokenPage[] {
  const [missing, moved] = [new LanguageLosses(), new LanguageLosses()];
  const spoken = pages.map((page) => {
    const address = movedPath(page.address);
    const there = languageAt(settings, address)?.tag ?? ownTag(settings);
    const isHere = page.language === undefined || sameLanguage(page.language, there);
    const called = isHere ? there : languageCalled(settings, page.language ?? "");
    if (called === undefined) missing.add(page.language ?? "", page.place);
    const known = called ?? laterTag(page, settings);
    const tag = known ?? there;
    const wanted = pathInLanguage(address, tag, foreignPrefix(page), settings);
    if (wanted !== address) moved.add(tag, page.place);
    return { page, tag, isKnown: known !== undefined, wanted };
  });
  losses.push(
    ...missing.losses(
      (tag, count) =>
        `the language ${tag} of ${count}: the site has no such language. ` +
        `Add it to the languages of the site${settings.languages ? ", and import again" : ""}`,
    ),
    ...moved.losses(
      (tag, count) =>
        `the addresses of ${count} in ${tag}, which the site has ${whereOf(tag, settings)}; the old ones lead there`,
    ),
  );
  return spoken;
}

/** A page of a site without languages may have any, and keeps it when the site gets languages. */
const laterTag = ({ language = "" }: MovedPage, settings: LanguageSettings): string | undefined =>
  settings.languages ? undefined : canonicalTag(language.replaceAll("_", "-"));

const whereOf = (tag: string, settings: LanguageSettings): string => {
  const prefix = languageNamed(settings, tag)?.prefix;
  return prefix === undefined ? "outside of the prefixes of other languages" : `below ${prefix}`;
};

/** The path below which the source has the language of a page. */
export function foreignPrefix({ language, languagePath }: MovedPage): string | undefined {
  const path = languagePath ?? (language === undefined ? undefined : `/${language.replaceAll("_", "-")}`);
  return path?.toLowerCase();
}

/** A path where the site has a language. `foreign` is the prefix of the source, which the path may have. */
export function pathInLanguage(
  path: string,
  tag: string,
  foreign: string | undefined,
  settings: LanguageSettings,
): string {
  const at = languageAt(settings, path);
  if (!settings.languages || at?.tag === tag) return path;
  const prefix = at?.prefix ?? foreign;
  return withPrefix(withoutPrefix(path, { prefix }), languageNamed(settings, tag) ?? {});
}

/** True for a tag and the same one without its region, such as de and de-AT. */
function sameLanguage(one: string, other: string): boolean {
  const [plain, known] = [canonicalTag(one.replaceAll("_", "-")), canonicalTag(other)];
  return plain !== undefined && (plain === known || plain.split("-")[0] === known || plain === known?.split("-")[0]);
}

/** The tag of the site's language that a source calls so. Undefined if the site has none. */
export function languageCalled(settings: LanguageSettings, name: string): string | undefined {
  const tags = [ownTag(settings), ...(settings.languages ?? []).map(({ tag }) => tag)];
  const exact = canonicalTag(name.replaceAll("_", "-"));
  return tags.find((tag) => tag === exact) ?? tags.find((tag) => sameLanguage(name, tag));
}

/** A page to be, with what it shares with its translations. */
export interface Grouped {
  readonly source: string;
  readonly id: string;
  readonly tag: string;
  /** Undefined for a page without translations. */
  readonly group: string | undefined;
}

/** The members for the language of each page, by its source. A page in the language of the site has none. */
export function languageMembers(
  pages: readonly Grouped[],
  settings: LanguageSettings,
): ReadonlyMap<string, InLanguage> {
  const groups = Map.groupBy(
    pages.filter(({ group }) => group !== undefined),
    ({ group }) => group,
  );
  const originals = new Map([...groups.values()].flatMap((group) => originalsOf(group, settings)));
  return new Map(
    pages.map(({ source, tag }): [string, InLanguage] => {
      const translationOf = originals.get(source);
      if (translationOf !== undefined) return [source, { language: tag, translationOf }];
      return [source, tag === ownTag(settings) ? {} : { language: tag }];
    }),
  );
}

/** The original of each translation in a group, by the translation's source. One page of a language is in a group. */
function originalsOf(group: readonly Grouped[], settings: LanguageSettings): [source: string, original: string][] {
  const first = group.find(({ tag }) => tag === sourceTag(settings)) ?? group[0];
  const seen = new Set([first?.tag]);
  return group.flatMap(({ source, tag }): [string, string][] => {
    if (!first || seen.has(tag)) return [];
    seen.add(tag);
    return [[source, first.id]];
  });
}
