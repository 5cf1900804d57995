/** The group of a page, and the places of translations that it does not have. */
import { expectValue } from "../../../../runtime/commands/answer.ts";
import type { Settings } from "../../../../runtime/documents/content/settings.ts";
import {
  languageAt,
  languageNamed,
  type SiteLanguage,
  withoutPrefix,
  withPrefix,
} from "../../../../runtime/documents/content/languages.ts";
import type { SourceChangesView, TranslationsView } from "../../../../runtime/editing/languages/views.ts";
import type { Desk } from "../desk/desk.ts";

export type TranslatedGroup = TranslationsView["items"][number];
export type GroupTranslation = TranslatedGroup["translations"][number];

/** The group of a page. Undefined if the page was deleted meanwhile. */
export async function groupOfPage({ workspace, member }: Desk, page: string): Promise<TranslatedGroup | undefined> {
  return expectValue(await workspace.read("translations", member.site, { page })).items[0];
}

export const changesOfSource = async ({ workspace, member }: Desk, page: string): Promise<SourceChangesView> =>
  expectValue(await workspace.read("page.sourceChanges", member.site, { page }));

const plainLanguage = (tag: string): SiteLanguage => ({ tag, name: tag });

/** A path in another language: the same path below the other prefix. */
export function pathIn(settings: Settings, path: string, tag: string): string {
  const from = languageAt(settings, path) ?? plainLanguage(tag);
  return withPrefix(withoutPrefix(path, from), languageNamed(settings, tag) ?? plainLanguage(tag));
}

/**
 * The path that a translation is likely to have: below the translation of the page above it, or else the same path
 * below the prefix.
 */
export async function likelyPath(desk: Desk, settings: Settings, path: string, tag: string): Promise<string> {
  const plain = pathIn(settings, path, tag);
  const end = path.lastIndexOf("/");
  if (end <= 0) return plain;
  const { workspace, member } = desk;
  const [above] = expectValue(await workspace.read("linkedPages", member.site, { links: [path.slice(0, end)] }));
  const group = above?.page ? await groupOfPage(desk, above.page.id) : undefined;
  const found = group?.translations.find(({ language }) => language === tag)?.page?.path;
  return found === undefined ? plain : `${found === "/" ? "" : found}${path.slice(end)}`;
}
