/**
 * A site as pages of one language see it: their texts, their menus, and links and lists in their language. A site with
 * one language is the same object as before, so its pages keep each byte.
 */
import { absoluteUrl, addressFrom, hostOfPath } from "../documents/content/languageHosts.ts";
import {
  LANGUAGE_PARAMETER,
  type SiteLanguage,
  groupOf,
  isNotFoundPath,
  languageNamed,
  ownTag,
  sourceTag,
  tagOf,
} from "../documents/content/languages.ts";
import { addressForReaders } from "../documents/content/sourceInstead.ts";
import type { Page, PageQuery } from "../documents/content/content.ts";
import { asciiAddress } from "../../manifests/shapes/normalPath.ts";
import { resolveLink } from "../templates/links.ts";
import { isRightToLeft } from "./languages/direction.ts";
import type { ReachedPage, PageInput, SiteView, TranslatedPage } from "./view.ts";

const plain = <V extends SiteView>(site: V): SiteView => site.allLanguages ?? site;

/** The language of a page, or the site's own. */
export const languageOfPage = (site: SiteView, page?: Pick<Page, "language">): string =>
  tagOf(page ?? {}, plain(site).settings);

function targetIn(site: SiteView, id: string, tag: string): ReachedPage | undefined {
  const group = site.translations?.(id) ?? [];
  const found = group.find(({ language }) => language === tag);
  if (found) return { id: found.id, path: found.path };
  const source = group.find(({ language }) => language === sourceTag(site.settings)) ?? group[0];
  return source && { id: source.id, path: source.path, language: source.language };
}

/** A query that finds pages of one language, unless it names pages or asks for any. */
export function narrowed(
  { anyLanguage, ...query }: PageQuery,
  { settings }: Pick<SiteView, "settings">,
  tag: string,
): PageQuery {
  if (!settings.languages || query.ids || anyLanguage === true) return query;
  return { ...query, languages: tag === ownTag(settings) ? [tag, null] : [tag] };
}

/** The site for pages of a language. Applying it again with another language gives that language. */
export function localized<V extends SiteView>(view: V, tag: string): V {
  const site = plain(view);
  const { settings } = site;
  if (settings.languages === undefined && tag === settings.language) return view;
  const target = (id: string) => targetIn(site, id, tag);
  const texts = languageNamed(settings, tag)?.texts;
  return {
    ...view,
    allLanguages: site,
    settings: { ...settings, ...texts, language: tag },
    navigation: site.navigationIn?.(tag) ?? site.navigation,
    ...(settings.languages && { target, link: (id: string) => target(id)?.path }),
    query: (query) => site.query(narrowed(query, site, tag)),
    count: (query) => site.count(narrowed(query, site, tag)),
    months: (query, field) => site.months(narrowed(query, site, tag), field),
  };
}

/**
 * The address of a link as visitors of a page have it, in the page's language. It is a path at the page's own hostname,
 * and an absolute URL at another one. Undefined if the link leads to no page.
 */
export function addressOnPage(
  site: SiteView,
  { page, language }: { readonly page: string; readonly language: string },
  link: string,
): string | undefined {
  const shown = localized(site, language);
  const href = resolveLink(link, (id) => shown.link(id));
  return href === undefined ? undefined : addressFrom(hostOfPath(site, site.link(page) ?? ""), href, site);
}

/** The input of a page with the site as its language sees it. */
export const inOwnLanguage = <I extends PageInput>(input: I): I => {
  const site = localized(input.site, languageOfPage(input.site, input.page));
  return site === input.site ? input : { ...input, site };
};

/** The home page of a language that visitors see. Undefined if it has none. */
export const homeIn = (site: SiteView, tag: string): string | undefined => plain(site).homes?.get(tag);

/** Tells whether a page is the home page of the site or of its language. */
export const isHome = ({ page, site }: Pick<PageInput, "page" | "site">): boolean =>
  page.path === (homeIn(site, site.settings.language) ?? "/");

const siblingsOf = ({ id, page, site }: PageInput): readonly TranslatedPage[] =>
  plain(site).translations?.(groupOf(id, page)) ?? [];

/** The end of a switcher's address where a site remembers the language that a visitor chose. */
const choosing = ({ languageChoice }: SiteView["settings"], tag: string): string =>
  languageChoice === "browser" ? `?${LANGUAGE_PARAMETER}=${tag}` : "";

/** One language of a page's switcher. */
function choice(input: PageInput, siblings: readonly TranslatedPage[], language: SiteLanguage): object[] {
  const { page, site } = input;
  const { tag, name } = language;
  const isCurrent = tag === site.settings.language;
  const { settings, pageAt = () => undefined } = plain(site);
  const found = addressForReaders({ settings, at: pageAt }, siblings, language);
  const path = isCurrent ? page.path : (found ?? homeIn(site, tag));
  if (path === undefined) return [];
  const direction = isRightToLeft(tag) ? "rtl" : "ltr";
  const isTranslated = isCurrent || found !== undefined;
  return [
    {
      tag,
      name,
      dir: direction,
      path: asciiAddress(path) + choosing(settings, tag),
      url: absoluteUrl(path, site),
      current: isCurrent,
      translated: isTranslated,
    },
  ];
}

/** The published pages of a group that search engines may list, if there are several and this page is one of them. */
function alternates(id: string, site: SiteView, siblings: readonly TranslatedPage[]): readonly object[] {
  const listed = siblings.filter(({ isListed }) => isListed);
  if (listed.length < 2 || !listed.some((one) => one.id === id)) return [];
  const { settings, showsTitlesOf } = plain(site);
  const source = sourceTag(settings);
  return listed.map(({ language, title, path, id: other }) => ({
    language,
    /** Few templates show it, and a page that does must follow it. */
    get title() {
      showsTitlesOf?.(id);
      return title;
    },
    path,
    url: absoluteUrl(path, site),
    current: other === id,
    source: language === source,
  }));
}

/** The translations of every page, by its id, for files that list pages. */
export const translationsOfAll = (site: SiteView): Readonly<Record<string, readonly object[]>> =>
  Object.fromEntries(
    [...(plain(site).allTranslations?.() ?? [])].map(([id, group]) => [id, alternates(id, site, group)]),
  );

/** The language of a page and its translations for templates. Nothing on a site with one language. */
export function languageScope(input: PageInput): object {
  const { settings } = plain(input.site);
  if (!settings.languages) return {};
  const siblings = siblingsOf(input);
  const choices = settings.languages.flatMap((language) => choice(input, siblings, language));
  return {
    language: input.site.settings.language,
    home: isHome(input),
    translations: input.part || input.page.noindex ? [] : alternates(input.id, input.site, siblings),
    languages: choices.length > 1 ? choices : [],
    ...(isNotFoundPath(input.page.path, settings) && { noindex: true }),
  };
}
