/** The languages that a write reaches, for members who are limited to some. */
import type { DocumentBody, Navigation, Page, Redirects } from "./content/content.ts";
import { type LanguageSettings, languageAt, ownTag, tagOf } from "./content/languages.ts";
import { type DocumentWrite, type Documents, ONLY } from "./documents.ts";
import { isStar, placeholderIn, redirectSource } from "./content/redirectSource.ts";

interface Reach {
  readonly documents: Documents;
  readonly site: string;
  readonly languages: readonly string[];
}

/** Tells whether a write changes nothing beyond some languages. */
export function isWithinLanguages(reach: Reach, { kind, id, body }: DocumentWrite): boolean {
  const settings = reach.documents.only(reach.site, "settings").body;
  if (kind === "page")
    return (
      isOwnPage(reach, id) &&
      (body === null || isOwn(reach, settings, body as Page)) &&
      areOwnValues(reach, settings, { id, body })
    );
  if (kind === "navigation") return areOwnMenus(reach, settings, body as Navigation);
  return kind === "redirects" && areOwnRedirects(reach, settings, body as DocumentBody<"redirects">);
}

/**
 * Tells whether a page has been in these languages alone: in the draft, or before its deletion, and for visitors. A new
 * page belongs to nobody.
 */
export function isOwnPage({ documents, site, languages }: Reach, id: string, shown?: number): boolean {
  const settings = documents.only(site, "settings").body;
  const last = documents.translations.lastLanguage(site, id);
  const published = shown === undefined ? undefined : documents.published(site, "page", id, shown)?.body;
  const tags = [
    ...(last ? [tagOf({ language: last.language ?? undefined }, settings)] : []),
    ...(published ? [tagOf(published, settings)] : []),
  ];
  return tags.every((tag) => languages.includes(tag));
}

/** A value that all languages share is no value of one of them alone. */
const areOwnValues = (
  { documents, site, languages }: Reach,
  settings: LanguageSettings,
  write: Pick<DocumentWrite, "id" | "body">,
): boolean =>
  documents.shared
    .languagesReached(site, write)
    .every((language) => languages.includes(tagOf({ language: language ?? undefined }, settings)));

const isOwn = ({ languages }: Reach, settings: LanguageSettings, page: Page): boolean =>
  languages.includes(tagOf(page, settings));

/** The menus of the site are shown in each language without menus of its own. */
function areOwnMenus({ documents, site, languages }: Reach, settings: LanguageSettings, body: Navigation): boolean {
  const before = documents.get(site, "navigation", ONLY)?.body;
  const named = new Set([...Object.keys(before?.languages ?? {}), ...Object.keys(body.languages ?? {})]);
  const changed = [...named].filter((tag) => differ(before?.languages?.[tag], body.languages?.[tag]));
  const tags = settings.languages?.map(({ tag }) => tag) ?? [ownTag(settings)];
  const sharing = differ(before?.menus, body.menus)
    ? tags.filter((tag) => before?.languages?.[tag] === undefined || body.languages?.[tag] === undefined)
    : [];
  return [...changed, ...sharing].every((tag) => languages.includes(tag));
}

const differ = (one: unknown, other: unknown): boolean => JSON.stringify(one) !== JSON.stringify(other);

/** Redirects of other languages' addresses must stay as they are, in their order. */
function areOwnRedirects({ documents, site, languages }: Reach, settings: LanguageSettings, body: Redirects): boolean {
  const others = ({ entries }: Redirects): Redirects["entries"] =>
    entries.filter(({ from }) => !languages.includes(languageOfRedirect(settings, from) ?? ""));
  return !differ(others(documents.only(site, "redirects").body), others(body));
}

/** The language of all addresses of a redirect. Undefined if they may be in several. */
function languageOfRedirect(settings: LanguageSettings, from: string): string | undefined {
  const { host, parts } = redirectSource(from);
  const open = parts.findIndex((part) => isStar(part) || placeholderIn(part) !== undefined);
  const found = languageAt(settings, `/${(open === -1 ? parts : parts.slice(0, open)).join("/")}`);
  const isOpen = (open !== -1 && found?.prefix === undefined) || host !== "";
  return isOpen && (settings.languages?.length ?? 0) > 1 ? undefined : (found?.tag ?? ownTag(settings));
}
