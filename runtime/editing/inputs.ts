/**
 * The inputs of the editing commands. `expected` is the version that a change builds on, `expectedTheme` the theme's.
 * If either is no longer current, the command is refused.
 */
import * as z from "zod/mini";
import { PROPOSAL_MAX_CHARS } from "../../manifests/bounds/editor.ts";
import { STRUCTURE_MAX_OPERATIONS } from "../../manifests/bounds/documents.ts";
import {
  documentId,
  navigation,
  newSection,
  page,
  redirects,
  settings,
  slotName,
  theme,
  variantName,
} from "../documents/content.ts";
import { described } from "../commands/described.ts";

const version = z.int().check(z.gte(1));
/** A version, or 0 if the document does not exist. */
const versionOrNone = z.int().check(z.gte(0));

const pageId = described(documentId, "Id of the page.");
const sectionId = described(documentId, "Id of the section.");
const expectedTheme = described(
  z.optional(version),
  "Version of the theme it was made for: refused when that has changed. Absent: any.",
);
const onPage = { page: pageId, expected: version, expectedTheme };

const index = described(z.optional(z.int().check(z.gte(0))), "Place among its siblings, from 0; the last when absent.");

const place = z
  .strictObject({
    parent: described(z.optional(documentId), "Section to put it into; absent: the page itself."),
    slot: described(z.optional(slotName), "Slot of the parent; only with parent."),
    index,
  })
  .check(
    z.refine(
      ({ parent, slot }) => (parent === undefined) === (slot === undefined),
      "a parent together with one of its slots, or neither",
    ),
  );
const slot = z.strictObject({
  parent: described(documentId, "Section to put it into."),
  slot: described(slotName, "Slot of the parent."),
  index,
});

const operation = z.discriminatedUnion("op", [
  z.strictObject({
    op: described(z.literal("insert"), "Adds a section."),
    section: described(newSection, "The new section."),
    at: described(place, "The new place."),
  }),
  z.strictObject({
    op: described(z.literal("move"), "Puts a section elsewhere."),
    section: sectionId,
    to: described(place, "The new place, counted once it is taken out."),
  }),
  z.strictObject({
    op: described(z.literal("nest"), "Puts a section into another."),
    section: sectionId,
    into: described(slot, "The new place."),
  }),
  z.strictObject({ op: described(z.literal("duplicate"), "Puts a copy behind a section."), section: sectionId }),
  z.strictObject({ op: described(z.literal("remove"), "Removes a section with all in it."), section: sectionId }),
]);

const { path, title, description, collection, date, updated, author, image, noindex } = page.shape;
const removable = <T extends z.ZodMiniType>(member: T) => z.optional(z.nullable(member));

const pageChanges = z
  .strictObject({
    path: z.optional(path),
    title: z.optional(title),
    description: removable(description),
    collection: removable(collection),
    date: removable(date),
    updated: removable(updated),
    author: removable(author),
    image: removable(image),
    noindex: removable(noindex),
  })
  .check(z.refine((changes) => Object.keys(changes).length > 0, "at least one member to change"));

export const createPage = z.strictObject({
  id: described(z.optional(documentId), "Made from the path when absent."),
  body: described(z.extend(page, { sections: z.optional(page.shape.sections) }), "The page."),
  expectedTheme,
});

export const updatePage = z.strictObject({
  ...onPage,
  changes: described(pageChanges, "Members to change; null takes one away, the others stay."),
  redirect: described(z.optional(z.boolean()), "True leads visitors from the old path to the new one."),
});
export const deletePage = z.strictObject(onPage);
export const movePage = z.strictObject({
  ...onPage,
  path: described(path, "The new path; pages below it keep the rest of their paths."),
  redirect: described(z.optional(z.boolean()), "True leads visitors from each old path to the new one."),
  alone: described(z.optional(z.boolean()), "True leaves the pages below it where they are."),
});
export const duplicatePage = z.strictObject({
  ...onPage,
  path: described(path, "The path of the copy."),
  title: described(z.optional(title), "The title of the copy; as the page when absent."),
});
export const addSection = z.strictObject({
  ...onPage,
  section: described(newSection, "The new section."),
  at: described(z.optional(place), "The new place; the end when absent."),
});
export const updateSection = z.strictObject({
  ...onPage,
  section: sectionId,
  fields: described(
    z.record(z.string(), z.unknown()),
    "Each replaces the field of its name, null takes it away, the others stay.",
  ),
});
export const chooseVariant = z.strictObject({
  ...onPage,
  section: sectionId,
  variant: described(z.nullable(variantName), "One of the section's type; null for its first."),
});
export const changeStructure = z.strictObject({
  ...onPage,
  operations: described(
    z.array(operation).check(z.minLength(1), z.maxLength(STRUCTURE_MAX_OPERATIONS)),
    "Done one after the other, all or none.",
  ),
});

/** Without a proof, or if the written values differ from the proposal, audit names the member alone. */
export const proof = described(
  z.optional(z.string().check(z.maxLength(PROPOSAL_MAX_CHARS))),
  "Proof of an action's proposal, so that the log names it.",
);

const fieldValues = z.record(z.string(), z.unknown());
const WAS_SAYS = "The value you saw there; refused when another is there by now.";

const pageOperation = z.discriminatedUnion("op", [
  z.strictObject({
    op: described(z.literal("set"), "Changes fields of a section."),
    section: sectionId,
    fields: described(fieldValues, "Each replaces the field of its name, null takes it away, the others stay."),
    was: described(z.optional(fieldValues), WAS_SAYS),
  }),
  z.strictObject({
    op: described(z.literal("variant"), "Chooses the variant of a section."),
    section: sectionId,
    variant: described(z.nullable(variantName), "One of the section's type; null for its first."),
    was: described(z.optional(z.nullable(variantName)), WAS_SAYS),
  }),
  z.strictObject({
    op: described(z.literal("page"), "Changes members of the page itself."),
    changes: described(pageChanges, "Members to change; null takes one away, the others stay."),
    was: described(z.optional(fieldValues), WAS_SAYS),
    redirect: described(z.optional(z.boolean()), "True leads visitors from the old path to the new one."),
  }),
  ...operation.def.options,
]);

/**
 * `expected` is the version that the caller saw. If a later one exists, the edit still succeeds unless the values that
 * it touches have changed since.
 */
export const editPage = z.strictObject({
  ...onPage,
  operations: described(
    z.array(pageOperation).check(z.minLength(1), z.maxLength(STRUCTURE_MAX_OPERATIONS)),
    "Done one after the other, all or none.",
  ),
  proof,
});

/** `expected` is 0 for a deleted page, which restoring brings back. */
export const restoreRevision = z.strictObject({
  ...onPage,
  expected: versionOrNone,
  version: described(version, "The earlier version, as the list of versions has it."),
});

/** `expected` is 0 for a deleted page, which returns as visitors see it. */
export const discardPage = z.strictObject({ ...onPage, expected: versionOrNone });
export const discardDocument = z.strictObject({ expected: version });
export const restoreDocument = z.strictObject({ expected: version, version });

const whole = <T extends z.ZodMiniType>(body: T) =>
  z.strictObject({ expected: version, body: described(body, "The whole document, which replaces the one there is.") });
export const putNavigation = whole(navigation);
export const putRedirects = whole(redirects);
export const putTheme = whole(theme);
export const putSettings = whole(settings);
