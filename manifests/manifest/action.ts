/**
 * The declaration of an editor action: which parts of a section, a page or a picture it gets, and which it may change.
 */
import * as z from "zod/mini";
import { ACTION_NAMES_MAX } from "../bounds/editor.ts";
import {
  descriptionOf,
  exactly,
  fieldNameShape,
  jsonSchemaShape,
  manyOf,
  nameField,
  optional,
  qualifiedNameShape,
  titleField,
  titled,
} from "../shapes/shape.ts";

/**
 * Members of a page that an action may get, and those it may propose. The path is not among the latter, because it
 * decides the page's address.
 */
export const PAGE_READS = ["title", "description", "path", "collection", "date", "author"] as const;
export const PAGE_PROPOSES = ["title", "description", "author"] as const;
/** Facts of a picture that an action may get. `bytes` is the picture itself. */
export const PICTURE_READS = ["alt", "focal", "name", "size", "bytes"] as const;
export const PICTURE_PROPOSES = ["alt", "focal"] as const;

/** Means every field of a section. */
export const EVERY_FIELD = "*";

const someOf = <const T extends readonly [string, ...string[]]>(names: T, title: string, description: string) =>
  titled(z.array(z.enum(names)).check(z.maxLength(names.length)), title, description);

const fieldsOf = (title: string, description: string) =>
  titled(
    z.array(z.union([z.literal(EVERY_FIELD), fieldNameShape])).check(z.maxLength(ACTION_NAMES_MAX)),
    title,
    description,
  );

const sectionTargetShape = exactly({
  types: optional(
    z.array(qualifiedNameShape).check(z.minLength(1), z.maxLength(ACTION_NAMES_MAX)),
    "Types",
    "Types of sections it is for, as <plugin id>/<name>. Without it: every type.",
  ),
  reads: fieldsOf("Reads", "Names of the fields it is handed; * for all."),
  proposes: fieldsOf("Proposes", "Names of the fields it may propose other values for; * for all."),
});

const pageTargetShape = exactly({
  reads: someOf(PAGE_READS, "Reads", "Members of the page that it is handed."),
  proposes: someOf(PAGE_PROPOSES, "Proposes", "Members of the page that it may propose other values for."),
  sections: optional(
    sectionTargetShape,
    "Sections",
    "Fields of the page's sections that it is handed, and may propose.",
  ),
});

const pictureTargetShape = exactly({
  reads: someOf(
    PICTURE_READS,
    "Reads",
    "Facts of the picture that it is handed; size is type, width and height, bytes is the picture itself.",
  ),
  proposes: someOf(PICTURE_PROPOSES, "Proposes", "Facts of the picture that it may propose other values for."),
});

const targetsShape = exactly({
  section: optional(sectionTargetShape, "Section", "Offered at a section."),
  page: optional(pageTargetShape, "Page", "Offered at a page."),
  picture: optional(pictureTargetShape, "Picture", "Offered at a picture among the media files."),
});

const actionShape = exactly({
  name: nameField("action"),
  title: titleField("action"),
  description: descriptionOf("action"),
  input: optional(jsonSchemaShape, "Input", "JSON Schema of the form a member fills in before. Without it: no form."),
  on: titled(targetsShape, "On", "Places where it is offered, each with what it is handed there."),
});

export const actionsShape = manyOf(actionShape);
export type ActionContribution = z.infer<typeof actionShape>;
export type SectionTarget = z.infer<typeof sectionTargetShape>;
export type ActionTargets = z.infer<typeof targetsShape>;
