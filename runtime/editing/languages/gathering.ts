/** Pages that a changed prefix has left at their addresses, and their move below it. */
import * as z from "zod/mini";
import { Refusal } from "../../../manifests/refusals/refusal.ts";
import { described } from "../../commands/described.ts";
import {
  type LanguageSettings,
  type SiteLanguage,
  NOT_FOUND_PATH,
  languageAt,
  languageNamed,
  languageTag,
  tagOf,
  withPrefix,
  withoutPrefix,
} from "../../documents/content/languages.ts";
import type { Documents } from "../../documents/documents.ts";
import type { DraftTranslation } from "../../documents/lists/translations.ts";
import type { Releases } from "../../publishing/releases/releases.ts";
import type { Sites } from "../../tenancy/sites.ts";

export const gatherLanguage = z.strictObject({
  language: described(languageTag, "The language whose pages move."),
  redirect: described(z.optional(z.boolean()), "True leads visitors on from the old addresses."),
});

/** The pages of a language that are not where its prefix is. The page for unknown addresses stays where it is. */
export function pagesOutside(
  pages: readonly DraftTranslation[],
  settings: LanguageSettings,
  tag: string,
): DraftTranslation[] {
  if (!languageNamed(settings, tag)) return [];
  return pages.filter(
    ({ path, language }) =>
      tagOf({ language: language ?? undefined }, settings) === tag &&
      path !== NOT_FOUND_PATH &&
      languageAt(settings, path)?.tag !== tag,
  );
}

export interface ShownSettings {
  readonly documents: Documents;
  readonly releases: Releases;
  readonly sites: Sites;
}

/** A page and the path to which it moves. */
export interface MovingPage {
  readonly id: string;
  readonly from: string;
  readonly to: string;
  readonly expected: number;
}

/** The pages of a language outside of its prefix, each with its path below it. Throws for an unknown language. */
export function gatheredPages(parts: ShownSettings, site: string, tag: string): MovingPage[] {
  const settings = parts.documents.only(site, "settings").body;
  const language = languageNamed(settings, tag);
  if (!language) throw notOne(settings, tag);
  const before = placeBefore(parts, site, tag);
  return pagesOutside(parts.documents.translations.draft(site), settings, tag).map(({ id, path: from, version }) => ({
    id,
    from,
    to: withPrefix(withoutPrefix(from, before), language),
    expected: version,
  }));
}

/** The place of a language as visitors know it. */
function placeBefore(
  { documents, releases, sites }: ShownSettings,
  site: string,
  tag: string,
): Pick<SiteLanguage, "prefix"> {
  const shown = releases.find(site, sites.get(site).release);
  const published = shown && documents.only(site, "settings", shown.change).body;
  return (published && languageNamed(published, tag)) ?? {};
}

const notOne = ({ languages = [] }: LanguageSettings, found: string): Refusal =>
  new Refusal("INVALID_REQUEST", {
    issues: [{ pointer: "/language", found, allowed: `one of ${languages.map(({ tag }) => tag).join(", ")}` }],
  });
