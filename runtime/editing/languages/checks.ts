/** Faults of a page's language and of a site's languages, with regard to the other pages. */
import { PREFIX_PATHS_NAMED } from "../../../manifests/bounds/documents.ts";
import type { Issue } from "../../../manifests/refusals/refusal.ts";
import { isReservedPath } from "../../../manifests/shapes/reservedPath.ts";
import type { Page } from "../../documents/content/content.ts";
import type { Settings } from "../../documents/content/settings.ts";
import {
  type LanguageSettings,
  type SiteLanguage,
  groupOf,
  languageAt,
  languageNamed,
  ownTag,
  tagOf,
} from "../../documents/content/languages.ts";
import { type Documents, ONLY } from "../../documents/documents.ts";
import { LATEST_CHANGE } from "../../documents/content/forever.ts";
import type { GroupPage } from "../../documents/lists/translations.ts";
import { pathAllowed } from "../../documents/unreachable.ts";

interface DraftOfSite {
  readonly documents: Documents;
  readonly site: string;
}

type InLanguage = Pick<Page, "path" | "language" | "translationOf">;

/** Faults of a page that it has by itself. `before` is the page as it is now, whose language and path may stay. */
export function ownLanguageIssues(page: InLanguage, settings: LanguageSettings, before?: InLanguage): Issue[] {
  const { language, translationOf } = page;
  if (translationOf !== undefined && language === undefined)
    return [{ pointer: "/language", found: "no language", allowed: "the language of the translation" }];
  return settings.languages ? placeIssues(page, settings, before) : [];
}

function placeIssues(page: InLanguage, settings: LanguageSettings, before: InLanguage | undefined): Issue[] {
  const { language, path } = page;
  const tag = tagOf(page, settings);
  const named = languageNamed(settings, tag);
  const isOther = before?.language !== language;
  if (!named) return isOther ? [{ pointer: "/language", found: tag, allowed: `one of ${tagsOf(settings)}` }] : [];
  if (before?.path === path && !isOther) return [];
  const isWithin = languageAt(settings, path)?.tag === tag;
  return isWithin ? [] : [{ pointer: "/path", found: path, allowed: placeOf(named, settings) }];
}

const tagsOf = ({ languages = [] }: LanguageSettings): string => languages.map(({ tag }) => tag).join(", ");

function placeOf({ tag, prefix }: SiteLanguage, { languages = [] }: LanguageSettings): string {
  if (prefix !== undefined) return `${prefix} or a path below it, because the page is in ${tag}`;
  const others = languages.flatMap((one) => one.prefix ?? []).join(", ");
  return `a path outside of ${others}, because the page is in ${tag}`;
}

/** Faults of a page in its group: one page for each language, and no group in a group. */
export function groupIssues(
  { documents, site }: DraftOfSite,
  id: string,
  page: InLanguage,
  settings: LanguageSettings,
): Issue[] {
  const { translations } = documents;
  const group = groupOf(id, page);
  const pages = translations.pages(site, group, LATEST_CHANGE).filter((one) => one.id !== id);
  return [
    ...(page.translationOf === undefined ? [] : nestedIssues({ documents, site }, id, group)),
    ...twice(pages, page, settings),
  ];
}

function nestedIssues({ documents, site }: DraftOfSite, id: string, group: string): Issue[] {
  const pointer = "/translationOf";
  if (group === id) return [{ pointer, found: id, allowed: "another page" }];
  const above = documents.translations.group(site, group, LATEST_CHANGE);
  if (above !== undefined && above !== group)
    return [{ pointer, found: group, allowed: `${above}, which ${group} translates` }];
  const below = documents.translations.pages(site, id, LATEST_CHANGE).some((one) => one.id !== id);
  return below ? [{ pointer, found: group, allowed: "no page, because other pages translate this one" }] : [];
}

function twice(pages: readonly GroupPage[], page: InLanguage, settings: LanguageSettings): Issue[] {
  const tag = tagOf(page, settings);
  const other = pages.find(({ language }) => tagOf({ language: language ?? undefined }, settings) === tag);
  if (!other) return [];
  return [
    {
      pointer: "/language",
      found: tag,
      allowed: `a language that no other page of the group has: ${other.path} has it`,
    },
  ];
}

/** Faults of a site's languages: a prefix that leads elsewhere, the page of another language, or a hostname of others. */
export function languagesIssues(draft: DraftOfSite, settings: Settings, hostnames: readonly string[]): Issue[] {
  return [
    ...ownIssues(draft, settings),
    ...prefixIssues(draft, settings),
    ...hostnameIssues(draft, settings, hostnames),
  ];
}

/**
 * A language gets a verified hostname alone. One that it has already may stay, because it may be verified again. Until
 * then it is not used.
 */
function hostnameIssues({ documents, site }: DraftOfSite, settings: Settings, hostnames: readonly string[]): Issue[] {
  const [main, ...further] = hostnames;
  const before = documents.get(site, "settings", ONLY)?.body ?? { language: "" };
  return (settings.languages ?? []).flatMap(({ tag, hostname }, index) => {
    if (hostname === undefined || further.includes(hostname)) return [];
    if (hostname !== main && languageNamed(before, tag)?.hostname === hostname) return [];
    const allowed =
      hostname === main
        ? "no hostname, because pages without one are at the main hostname of the site"
        : `a further hostname of the site that the operator has verified${further.length === 0 ? "" : `: ${further.join(", ")}`}`;
    return [{ pointer: `/languages/${index}/hostname`, found: hostname, allowed }];
  });
}

/** Pages without a language have the language of the site, so none of them may have a translation in it. */
function ownIssues({ documents, site }: DraftOfSite, settings: Settings): Issue[] {
  const other = settings.languages && documents.translations.beside(site, ownTag(settings));
  if (other === undefined) return [];
  const allowed = `a language in which pages without a language have no translation. ${other} is one`;
  return [{ pointer: "/language", found: settings.language, allowed }];
}

function prefixIssues({ documents, site }: DraftOfSite, settings: Settings): Issue[] {
  return (settings.languages ?? []).flatMap((language, index) => {
    if (language.prefix === undefined) return [];
    const allowed = prefixAllowed(language.prefix) ?? freeOf({ documents, site }, language, settings);
    return allowed === undefined ? [] : [{ pointer: `/languages/${index}/prefix`, found: language.prefix, allowed }];
  });
}

/** The prefixes that are allowed if the platform, or a file of the site, has this one. */
export function prefixAllowed(prefix: string): string | undefined {
  if (isReservedPath(prefix)) return "a path that the platform does not use itself";
  return pathAllowed(prefix);
}

function freeOf(
  { documents, site }: DraftOfSite,
  { tag, prefix = "" }: SiteLanguage,
  settings: Settings,
): string | undefined {
  const besides = tag === ownTag(settings) ? null : tag;
  const paths = documents.translations.pathsWithin(site, prefix, [tag, besides], PREFIX_PATHS_NAMED);
  if (paths.length === 0) return undefined;
  return `a path without pages of other languages: ${paths.join(", ")}. Set the language of these pages first`;
}
