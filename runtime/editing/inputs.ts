/**
 * What each editing command takes. `expected` is the version of the document a change builds on, and `expectedTheme`,
 * where given, the version of the theme it was made with: when either is no longer current, nothing is changed.
 */
import * as z from "zod/mini";
import { LABEL_MAX_CHARS, STRUCTURE_MAX_OPERATIONS, WRITES_PER_COMMAND } from "../../manifests/bounds.ts";
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
} from "../content.ts";

const version = z.int().check(z.gte(1));
/** Of a document that may not exist: 0 says that it does not. */
const versionOrNone = z.int().check(z.gte(0));

const onPage = { page: documentId, expected: version, expectedTheme: z.optional(version) };

const place = z
  .strictObject({
    parent: z.optional(documentId),
    slot: z.optional(slotName),
    index: z.optional(z.int().check(z.gte(0))),
  })
  .check(
    z.refine(
      ({ parent, slot }) => (parent === undefined) === (slot === undefined),
      "a parent together with one of its slots, or neither",
    ),
  );
const slot = z.strictObject({ parent: documentId, slot: slotName, index: z.optional(z.int().check(z.gte(0))) });

const operation = z.discriminatedUnion("op", [
  z.strictObject({ op: z.literal("insert"), section: newSection, at: place }),
  z.strictObject({ op: z.literal("move"), section: documentId, to: place }),
  z.strictObject({ op: z.literal("nest"), section: documentId, into: slot }),
  z.strictObject({ op: z.literal("duplicate"), section: documentId }),
  z.strictObject({ op: z.literal("remove"), section: documentId }),
]);

const { path, title, description, collection, date, updated, author, image, noindex } = page.shape;
const removable = <T extends z.ZodMiniType>(member: T) => z.optional(z.nullable(member));

/** null takes a member away. */
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
  /** Made from the path when absent. */
  id: z.optional(documentId),
  body: z.extend(page, { sections: z.optional(page.shape.sections) }),
  expectedTheme: z.optional(version),
});

/** `redirect` leads visitors from the old path to the new one, when the path changes. */
export const updatePage = z.strictObject({ ...onPage, changes: pageChanges, redirect: z.optional(z.boolean()) });
export const deletePage = z.strictObject(onPage);
export const addSection = z.strictObject({ ...onPage, section: newSection, at: z.optional(place) });
/** Each field given replaces the one of that name, null takes it away, the others stay. */
export const updateSection = z.strictObject({
  ...onPage,
  section: documentId,
  fields: z.record(z.string(), z.unknown()),
});
/** null chooses the first variant of the section's type, whichever that is. */
export const chooseVariant = z.strictObject({ ...onPage, section: documentId, variant: z.nullable(variantName) });
export const changeStructure = z.strictObject({
  ...onPage,
  operations: z.array(operation).check(z.minLength(1), z.maxLength(STRUCTURE_MAX_OPERATIONS)),
});
/** `expected` is 0 when the page is deleted: restoring brings it back. */
export const restoreRevision = z.strictObject({ ...onPage, expected: versionOrNone, version });

export const putNavigation = z.strictObject({ expected: version, body: navigation });
export const putRedirects = z.strictObject({ expected: version, body: redirects });
export const putTheme = z.strictObject({ expected: version, body: theme });
export const putSettings = z.strictObject({ expected: version, body: settings });

const label = z
  .string()
  .check(z.minLength(1), z.maxLength(LABEL_MAX_CHARS), z.regex(/^[^\p{Cc}]*$/u, "no control characters"));
const seen = z.strictObject({
  kind: z.enum(["page", "navigation", "redirects", "theme", "settings"]),
  id: documentId,
  version,
});

export const createSchedule = z.strictObject({
  at: z.int().check(z.describe("Milliseconds since 1970.")),
  label: z.optional(label),
  /**
   * Versions the caller means to have published; each must be the current one. The whole draft is pinned in any case.
   */
  versions: z.optional(z.array(seen).check(z.maxLength(WRITES_PER_COMMAND))),
});
export const cancelSchedule = z.strictObject({ schedule: z.string().check(z.minLength(1), z.maxLength(64)) });
