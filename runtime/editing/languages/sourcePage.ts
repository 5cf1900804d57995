/** The page of a group from which the others are translated. */
import { sourceTag, tagOf } from "../../documents/content/languages.ts";
import type { Settings } from "../../documents/content/settings.ts";
import type { DraftTranslation } from "../../documents/lists/translations.ts";

export const languageOfDraft = ({ language }: DraftTranslation, settings: Settings): string =>
  tagOf({ language: language ?? undefined }, settings);

/** The page of a group from which others are translated: the one in the first language, or the one that began the group. */
export function sourcePage<P extends DraftTranslation>(pages: readonly P[], settings: Settings): P | undefined {
  const source = sourceTag(settings);
  return (
    pages.find((page) => languageOfDraft(page, settings) === source) ??
    pages.find(({ translationOf }) => translationOf === null) ??
    pages[0]
  );
}
