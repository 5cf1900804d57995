/** Pages that a changed prefix has left at their addresses, and their move below it. */
import * as z from "zod/mini";
import { WRITES_PER_COMMAND } from "../../../manifests/bounds/commands.ts";
import { Refusal } from "../../../manifests/refusals/refusal.ts";
import type { Command } from "../../area/command.ts";
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
import type { DraftTranslation } from "../../documents/lists/translations.ts";
import type { Releases } from "../../publishing/releases/releases.ts";
import type { Sites } from "../../tenancy/sites.ts";
import { editCommand } from "../edit.ts";
import { pageWrite, redirectsWrite } from "../pageMove.ts";
import type { WriteOutput, WriteParts } from "../writeCommand.ts";

export const gatherLanguage = z.strictObject({
  language: described(languageTag, "The language whose pages move."),
  redirect: described(z.optional(z.boolean()), "True leads visitors on from the old addresses."),
});

export interface GatherParts extends WriteParts {
  readonly releases: Releases;
  readonly sites: Sites;
}

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

/** Moves the pages of a language below its prefix, as many as one command may write. */
export function languageGather(
  parts: GatherParts,
): Command<z.infer<typeof gatherLanguage>, WriteOutput & { moved: object[]; left: number }> {
  return editCommand(parts, {
    input: gatherLanguage,
    edit(site, { language: tag, redirect }) {
      const settings = parts.documents.only(site, "settings").body;
      const language = languageNamed(settings, tag);
      if (!language) throw notOne(settings, tag);
      const outside = pagesOutside(parts.documents.translations.draft(site), settings, tag);
      const before = placeBefore(parts, site, tag);
      const moved = outside.slice(0, WRITES_PER_COMMAND - 1).map(({ id, path: from, version: expected }) => ({
        id,
        from,
        to: withPrefix(withoutPrefix(from, before), language),
        expected,
      }));
      const writes = moved.map(({ id, to, expected }) => pageWrite(parts, site, id, expected, to));
      return {
        writes: redirect === true && moved.length > 0 ? [...writes, redirectsWrite(parts, site, moved)] : writes,
        more: { moved: moved.map(({ from, to }) => ({ from, to })), left: outside.length - moved.length },
      };
    },
  });
}

/** The place of a language as visitors know it. */
function placeBefore(
  { documents, releases, sites }: GatherParts,
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
