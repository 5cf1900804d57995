/** The shapes of a section. The canvas loads them to read its clipboard, without those of whole documents. */
import * as z from "zod/mini";
import { DOCUMENT_ID_MAX_CHARS, PAGE_MAX_SECTIONS } from "../../../manifests/bounds/documents.ts";
import { described } from "../../commands/described.ts";

/** Ids of pages and sections: they appear as HTML ids and in `page:<id>` links. */
export const documentId = z
  .string()
  .check(z.maxLength(DOCUMENT_ID_MAX_CHARS), z.regex(/^[a-z0-9][a-z0-9-]*$/, "lower-case letters, digits and hyphens"));

export interface Section {
  id: string;
  /** Qualified type: `<plugin id>/<section name>`. */
  type: string;
  variant?: string | undefined;
  fields: Record<string, unknown>;
  /** Nested sections by slot name. */
  children?: Record<string, Section[]> | undefined;
}

export const sectionType = z
  .string()
  .check(z.maxLength(160), z.regex(/^[a-z0-9-]+(?:\.[a-z0-9-]+)+\/[a-z0-9-]+$/, "<plugin id>/<section name>"));
export const slotName = z.string().check(z.maxLength(64), z.regex(/^[a-z][a-z0-9-]*$/, "a slot name"));
export const variantName = z.string().check(z.maxLength(64));

/**
 * Makes the section's members anew for each shape. In generated descriptions a section must refer to itself, and not to
 * a nameless part of another shape.
 */
const sectionMembers = () => ({
  type: described(sectionType, "<plugin id>/<section name>."),
  variant: described(z.optional(variantName), "A variant of the section's type. Default: the first."),
  fields: described(
    z.record(z.string(), z.unknown()),
    "Values by field name, as the schema of the section's type describes.",
  ),
  children: described(
    z.optional(
      z.record(slotName, z.array(z.lazy((): z.ZodMiniType<Section> => section)).check(z.maxLength(PAGE_MAX_SECTIONS))),
    ),
    "Nested sections, by slot of the section's type.",
  ),
});

export const section: z.ZodMiniType<Section> = z.strictObject({
  id: described(documentId, "Id of the section, unique in the page."),
  ...sectionMembers(),
});

/** A section to add. Without an id, it gets one made from its type. */
export type NewSection = Omit<Section, "id"> & { id?: string | undefined };
export const newSection: z.ZodMiniType<NewSection> = z.strictObject({
  id: described(z.optional(documentId), "Default: an id made from the type."),
  ...sectionMembers(),
});
