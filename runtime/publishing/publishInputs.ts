/** The inputs of commands that publish, and the choice of documents in them. */
import * as z from "zod/mini";
import { PUBLISH_CHOSEN_MAX } from "../../manifests/bounds/publishing.ts";
import { described } from "../commands/described.ts";
import { languageTag } from "../documents/content/languages.ts";
import { documentId } from "../documents/content/section.ts";

const some = <T extends z.ZodMiniType>(item: T) =>
  z.optional(z.array(item).check(z.minLength(1), z.maxLength(PUBLISH_CHOSEN_MAX)));

export const choice = z
  .strictObject({
    pages: described(some(documentId), "Ids of pages, also of deleted ones."),
    documents: described(
      some(z.enum(["navigation", "redirects", "theme", "settings", "types"])),
      "Documents that a site has once.",
    ),
    languages: described(some(languageTag), "Languages: all of their changed pages."),
    groups: described(some(documentId), "Ids of pages, each with all of its translations."),
  })
  .check(
    z.refine(
      ({ pages, documents, languages, groups }) => (pages ?? documents ?? languages ?? groups) !== undefined,
      "at least one page, document, language or group",
    ),
  );
export type Choice = z.infer<typeof choice>;

/** Members that choose the documents of a publication. At most one of them may be given. */
export const chosenMembers = {
  only: described(z.optional(choice), "The documents to publish. Default: the whole draft, but no page held back."),
  except: described(z.optional(choice), "The documents to leave out, beside pages held back."),
};
/** A member of every command that publishes. */
export const pastReview = described(
  z.optional(z.literal(true)),
  "True publishes without the approval that the site demands. Only owners may, and audit says so.",
);

export interface ChosenMembers {
  readonly only?: Choice | undefined;
  readonly except?: Choice | undefined;
}

/**
 * `change` is the change counter that the caller saw. If it is given, the command publishes exactly that, or refuses.
 */
export const publishInput = z.strictObject({
  pastReview,
  change: z.optional(z.int().check(z.gte(0))),
  ...chosenMembers,
});
export type PublishInput = z.infer<typeof publishInput>;
export const restoreInput = z.strictObject({
  release: described(z.int().check(z.gte(1)), "Number of the release."),
  pastReview,
});
export type ReleaseRestoreInput = z.infer<typeof restoreInput>;
export const deleteInput = z.omit(restoreInput, { pastReview: true });
