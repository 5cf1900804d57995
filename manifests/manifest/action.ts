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

export const sectionTargetShape = exactly({
  types: optional(
    z.array(qualifiedNameShape).check(z.minLength(1), z.maxLength(ACTION_NAMES_MAX)),
    "Types",
    "Types of sections it is for, as <plugin id>/<name>. Without it: every type.",
  ),
  reads: fieldsOf("Reads", "Names of the fields that the action receives; * for all."),
  proposes: fieldsOf("Proposes", "Names of the fields that the action may propose new values for; * for all."),
});

const pageTargetShape = exactly({
  reads: someOf(PAGE_READS, "Reads", "Members of the page that the action receives."),
  proposes: someOf(PAGE_PROPOSES, "Proposes", "Members of the page that the action may propose new values for."),
  sections: optional(
    sectionTargetShape,
    "Sections",
    "Fields of the page's sections that the action receives, and may propose new values for.",
  ),
});

const pictureTargetShape = exactly({
  reads: someOf(
    PICTURE_READS,
    "Reads",
    "Facts of the picture that the action receives: size is type, width and height; bytes is the picture itself.",
  ),
  proposes: someOf(PICTURE_PROPOSES, "Proposes", "Facts of the picture that the action may propose new values for."),
});

const targetsShape = exactly({
  section: optional(sectionTargetShape, "Section", "Offers the action at a section."),
  page: optional(pageTargetShape, "Page", "Offers the action at a page."),
  picture: optional(pictureTargetShape, "Picture", "Offers the action at a picture in the media files."),
});

export const actionShape = exactly({
  name: nameField("action"),
  title: titleField("action"),
  description: descriptionOf("action"),
  input: optional(
    jsonSchemaShape,
    "Input",
    "JSON Schema of the form that a member fills in before the action runs. Default: no form.",
  ),
  on: titled(targetsShape, "On", "Places that offer the action, each with the data that the action receives there."),
});

export const actionsShape = manyOf(actionShape);
export type ActionContribution = z.infer<typeof actionShape>;
export type SectionTarget = z.infer<typeof sectionTargetShape>;
export type ActionTargets = z.infer<typeof targetsShape>;
