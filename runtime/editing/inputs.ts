/**
 * The inputs of the editing commands. `expected` is the version that a change builds on, `expectedTheme` the theme's.
 * If either is no longer current, the command is refused.
 */
import { BATCH_MAX_ITEMS } from "../../manifests/bounds/api.ts";
import * as z from "zod/mini";
import { PROPOSAL_MAX_CHARS } from "../../manifests/bounds/editor.ts";
import { REDIRECTS_MAX_ENTRIES, STRUCTURE_MAX_OPERATIONS } from "../../manifests/bounds/documents.ts";
import { navigation, page, redirect, redirects, theme } from "../documents/content/content.ts";
import { settings } from "../documents/content/settings.ts";
import { documentId, newSection, slotName, variantName } from "../documents/content/section.ts";
import { ownTypesShape } from "../../manifests/ownTypes/ownTypes.ts";
import { ENTRY } from "../documents/content/entry.ts";
import { shownSectionId } from "../documents/content/viewShapes.ts";
import { described } from "../commands/described.ts";

const version = z.int().check(z.gte(1));
/** A version, or 0 if the document does not exist. */
const versionOrNone = z.int().check(z.gte(0));

const pageId = described(documentId, "Id of the page.");
const sectionId = described(documentId, "Id of the section.");
const settableId = described(shownSectionId, `Id of the section, or ${ENTRY} for the values of an entry.`);
const expectedTheme = described(z.optional(version), "Required version of the theme. Default: any.");
const onPage = { page: pageId, expected: version, expectedTheme };

const index = described(z.optional(z.int().check(z.gte(0))), "Position among its siblings, from 0. Default: last.");

const place = z
  .strictObject({
    parent: described(z.optional(documentId), "Id of the parent section. Default: the page itself."),
    slot: described(z.optional(slotName), "Slot of the parent. Only allowed with parent."),
    index,
  })
  .check(
    z.refine(
      ({ parent, slot }) => (parent === undefined) === (slot === undefined),
      "a parent together with one of its slots, or neither",
    ),
  );
const slot = z.strictObject({
  parent: described(documentId, "Id of the parent section."),
  slot: described(slotName, "Slot of the parent."),
  index,
});

const operation = z.discriminatedUnion("op", [
  z.strictObject({
    op: described(z.literal("insert"), "Adds a section."),
    section: described(newSection, "The new section."),
    at: described(place, "The new position."),
  }),
  z.strictObject({
    op: described(z.literal("move"), "Moves a section."),
    section: sectionId,
    to: described(place, "The new position, counted without the moved section."),
  }),
  z.strictObject({
    op: described(z.literal("nest"), "Moves a section into another section."),
    section: sectionId,
    into: described(slot, "The new position."),
  }),
  z.strictObject({ op: described(z.literal("duplicate"), "Inserts a copy after a section."), section: sectionId }),
  z.strictObject({
    op: described(z.literal("remove"), "Removes a section and all nested sections."),
    section: sectionId,
  }),
]);

const { path, title, description, collection, date, updated, author, image, noindex, held, from, until } = page.shape;
const { audience, teaser } = page.shape;
const { language, translationOf, translatedFrom, type, values } = page.shape;
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
    audience: removable(audience),
    teaser: removable(teaser),
    held: removable(held),
    from: removable(from),
    until: removable(until),
    language: removable(language),
    translationOf: removable(translationOf),
    translatedFrom: removable(translatedFrom),
    type: removable(type),
    values: removable(values),
  })
  .check(z.refine((changes) => Object.keys(changes).length > 0, "at least one member to change"));

const SET_SAYS =
  "New values by field name, or by JSON pointer into a field, such as /items/0/title. null removes a field; others stay.";

export const createPage = z.strictObject({
  id: described(z.optional(documentId), "Default: an id made from the path."),
  body: described(
    z.extend(page, { path: z.optional(page.shape.path), sections: z.optional(page.shape.sections) }),
    "The page. An entry without a path gets a free one by its type's address.",
  ),
  expectedTheme,
});

export const createPageAnywhere = z.extend(createPage, {
  anyPath: described(
    z.optional(z.boolean()),
    "True takes the next free path if another page has this one, such as /about-2.",
  ),
});

export const updatePage = z.strictObject({
  ...onPage,
  changes: described(pageChanges, "Members to change. null removes a member; members that are left out stay."),
  redirect: described(z.optional(z.boolean()), "True adds a redirect from the old path to the new path."),
});
export const deletePage = z.strictObject({
  ...onPage,
  unused: described(
    z.optional(z.boolean()),
    "True refuses to delete a page that others link or refer to, and names them.",
  ),
});
export const movePage = z.strictObject({
  ...onPage,
  path: described(path, "The new path. Pages below it keep the rest of their paths."),
  redirect: described(z.optional(z.boolean()), "True adds a redirect from each old path to its new path."),
  alone: described(z.optional(z.boolean()), "True does not move the pages below it."),
});
export const duplicatePage = z.strictObject({
  ...onPage,
  path: described(path, "The path of the copy."),
  title: described(z.optional(title), "The title of the copy. Default: the title of the page."),
  language: described(
    z.optional(language),
    "Makes the copy the page's translation into this language. Links need no change.",
  ),
});
export const confirmTranslation = z.strictObject({
  ...onPage,
  source: described(version, "The version of the page that was translated, for which this page is right."),
});
export const addSection = z.strictObject({
  ...onPage,
  section: described(newSection, "The new section."),
  at: described(z.optional(place), "The position. Default: the end."),
});
export const updateSection = z.strictObject({
  ...onPage,
  section: sectionId,
  fields: described(z.record(z.string(), z.unknown()), SET_SAYS),
});
export const chooseVariant = z.strictObject({
  ...onPage,
  section: sectionId,
  variant: described(z.nullable(variantName), "A variant of the section's type. null selects the first."),
});
export const changeStructure = z.strictObject({
  ...onPage,
  operations: described(
    z.array(operation).check(z.minLength(1), z.maxLength(STRUCTURE_MAX_OPERATIONS)),
    "Operations, applied in this order: all or none.",
  ),
});

/** Without a proof, or if the written values differ from the proposal, audit names the member alone. */
export const proof = described(
  z.optional(z.string().check(z.maxLength(PROPOSAL_MAX_CHARS))),
  "Proof of an action's proposal, for the audit log.",
);

const fieldValues = z.record(z.string(), z.unknown());
const WAS_SAYS = "The value that you read. Refused if it has changed.";

const someRedirects = <T extends z.ZodMiniType>(item: T) => z.array(item).check(z.maxLength(REDIRECTS_MAX_ENTRIES));
const redirectsBack = z.strictObject({
  remove: someRedirects(redirect),
  put: someRedirects(z.strictObject({ index: z.int().check(z.gte(0)), redirect })),
});

const pageOperation = z.discriminatedUnion("op", [
  z.strictObject({
    op: described(z.literal("set"), "Changes fields of a section, or values of an entry."),
    section: settableId,
    fields: described(fieldValues, SET_SAYS),
    was: described(z.optional(fieldValues), WAS_SAYS),
  }),
  z.strictObject({
    op: described(z.literal("variant"), "Sets the variant of a section."),
    section: sectionId,
    variant: described(z.nullable(variantName), "A variant of the section's type. null selects the first."),
    was: described(z.optional(z.nullable(variantName)), WAS_SAYS),
  }),
  z.strictObject({
    op: described(z.literal("page"), "Changes members of the page itself."),
    changes: described(pageChanges, "Members to change. null removes a member; members that are left out stay."),
    was: described(z.optional(fieldValues), WAS_SAYS),
    redirect: described(z.optional(z.boolean()), "True adds a redirect from the old path to the new path."),
    redirects: described(z.optional(redirectsBack), "Redirects to restore, as an `inverse` has them."),
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
    "Operations, applied in this order: all or none.",
  ),
  proof,
});

const seen = { page: pageId, expected: described(version, "The version that you read.") };
const batchItem = z.discriminatedUnion("do", [
  z.strictObject({
    do: described(z.literal("create"), "Adds a page."),
    id: createPage.shape.id,
    body: createPage.shape.body,
    anyPath: createPageAnywhere.shape.anyPath,
  }),
  z.strictObject({
    do: described(z.literal("replace"), "Writes a page anew."),
    ...seen,
    body: described(page, "The whole page. It replaces the present page."),
  }),
  z.strictObject({
    do: described(z.literal("edit"), "Edits a page."),
    ...seen,
    operations: described(editPage.shape.operations, "Operations as for one page, without redirects."),
  }),
  z.strictObject({ do: described(z.literal("delete"), "Deletes a page."), ...seen }),
]);

export const batchPages = z.strictObject({
  items: described(
    z.array(batchItem).check(z.minLength(1), z.maxLength(BATCH_MAX_ITEMS)),
    "Changes of different pages: all are made, or none.",
  ),
  expectedTheme,
});

/** `expected` is 0 for a deleted page, which restoring brings back. */
export const restoreRevision = z.strictObject({
  ...onPage,
  expected: versionOrNone,
  version: described(version, "The earlier version, from the list of versions."),
});

export const restoreRevisionAt = z.extend(restoreRevision, {
  path: described(z.optional(path), "Another path for the page. Default: the path of the version."),
});

/** `expected` is 0 for a deleted page, which returns as visitors see it. */
export const discardPage = z.strictObject({ ...onPage, expected: versionOrNone });
export const discardDocument = z.strictObject({ expected: version });
export const restoreDocument = z.strictObject({ expected: version, version });

const whole = <T extends z.ZodMiniType>(body: T, expected = version) =>
  z.strictObject({ expected, body: described(body, "The whole document. It replaces the present document.") });
export const putNavigation = whole(navigation);
export const putRedirects = whole(redirects);
export const putTheme = whole(theme);
export const putSettings = whole(settings);
/** `expected` is 0 before the first type. */
export const putTypes = whole(ownTypesShape, versionOrNone);
