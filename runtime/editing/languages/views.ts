/** Answers about the translations of a site. The API's description is generated from them. */
import * as z from "zod/mini";
import { described } from "../../commands/described.ts";
import { documentId } from "../../documents/content/section.ts";
import { count, version } from "../../documents/content/viewShapes.ts";
import { differenceView } from "../comparing/views.ts";

/** The state of one language of a group. `draft` is a translation that visitors do not see in this version. */
export const TRANSLATION_STATES = ["missing", "outdated", "draft", "done"] as const;
export type TranslationState = (typeof TRANSLATION_STATES)[number];

const state = z.enum(TRANSLATION_STATES);
const counts = z.strictObject({ missing: count, outdated: count, draft: count, done: count });
const titled = { id: documentId, path: z.string(), title: z.string() };

const language = z.strictObject({
  tag: z.string(),
  name: described(z.string(), "The name of the language in itself."),
  prefix: described(z.nullable(z.string()), "The path below which its pages are."),
  outside: described(count, "The number of its pages that are not at the prefix or below it."),
  counts: described(counts, "The number of groups in each state, over all groups of the site."),
});

const translation = z.strictObject({
  language: z.string(),
  state,
  isSource: described(z.boolean(), "True for the page from which the others are translated."),
  page: described(z.nullable(z.strictObject({ ...titled, version })), "Null if the language has no page."),
  from: described(
    z.nullable(z.strictObject({ page: documentId, version })),
    "The page and version from which the translation was made.",
  ),
});

/** The groups of a site by the path of their source, each with every language of the site. */
export const translationsView = z.strictObject({
  source: described(z.string(), "The language from which the others are translated."),
  languages: z.array(language),
  items: z.array(
    z.strictObject({
      group: described(documentId, "Id of the page that the group began with."),
      ...titled,
      language: described(z.string(), "The language of the source."),
      translations: z.array(translation),
    }),
  ),
  next: z.nullable(z.string()),
  total: described(count, "The number of matching groups."),
});
export type TranslationsView = z.infer<typeof translationsView>;

const sectionRef = z.strictObject({ id: documentId, type: z.string() });

/**
 * The changes of a translation's source since the translation was made, or was found to be still right. `was` and `is`
 * are the values of the source.
 */
export const sourceChangesView = z.strictObject({
  source: described(
    z.nullable(z.strictObject({ ...titled, language: z.string(), version: count })),
    "The page that was translated. Version 0 if it is deleted. Null if this page is no translation.",
  ),
  from: described(z.nullable(version), "The version from which the translation was made. Null if nobody noted it."),
  known: described(z.boolean(), "False if that version is no longer stored, so that its differences are unknown."),
  outdated: z.boolean(),
  sections: z.strictObject({
    added: z.array(sectionRef),
    removed: z.array(sectionRef),
    moved: z.array(sectionRef),
  }),
  ...differenceView.shape,
});
export type SourceChangesView = z.infer<typeof sourceChangesView>;
