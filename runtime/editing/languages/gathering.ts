/** Pages that a changed prefix has left at their addresses, and their move below it. */
import * as z from "zod/mini";
import { Refusal } from "../../../manifests/refusals/refusal.ts";
import { described } from "../../commands/described.ts";
import {
  type LanguageSettings,
  type SiteLanguage,
  NOT_FOUND_PATH,
  isAtOrBelow,
  languageAt,
  languageNamed,
  languageTag,
  tagOf,
  withPrefix,
  withoutPrefix,
} from "../../documents/content/languages.ts";
import type { Documents } from "../../documents/documents.ts";
import type { History } from "../../documents/history.ts";
import type { DraftTranslation } from "../../documents/lists/translations.ts";

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

export interface FormerSettings {
  readonly documents: Documents;
  readonly history: History;
}

/** A page and the path to which it moves. */
export interface MovingPage {
  readonly id: string;
  readonly from: string;
  readonly to: string;
  readonly expected: number;
}

/** The pages of a language outside of its prefix, each with its path below it. Throws for an unknown language. */
export function gatheredPages(parts: FormerSettings, site: string, tag: string): MovingPage[] {
  const settings = parts.documents.only(site, "settings").body;
  const language = languageNamed(settings, tag);
  if (!language) throw notOne(settings, tag);
  const former = parts.history.languagePrefixes(site, tag).filter((prefix) => prefix !== (language.prefix ?? null));
  return pagesOutside(parts.documents.translations.draft(site), settings, tag).map(({ id, path: from, version }) => ({
    id,
    from,
    to: withPrefix(withoutPrefix(from, placeBefore(former, from)), language),
    expected: version,
  }));
}

/** The last of a language's former places that a path is in. */
function placeBefore(former: readonly (string | null)[], path: string): Pick<SiteLanguage, "prefix"> {
  const prefix = former.find((one) => one === null || isAtOrBelow(path, one));
  return prefix ? { prefix } : {};
}

const notOne = ({ languages = [] }: LanguageSettings, found: string): Refusal =>
  new Refusal("INVALID_REQUEST", {
    issues: [{ pointer: "/language", found, allowed: `one of ${languages.map(({ tag }) => tag).join(", ")}` }],
  });
