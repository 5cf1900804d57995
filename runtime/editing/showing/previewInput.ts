/** The inputs of a preview, which stores nothing. */
import * as z from "zod/mini";
import { PRESETS_MAX } from "../../../manifests/bounds/manifest.ts";
import { described } from "../../commands/described.ts";
import { page, sectionType, theme, variantName } from "../../documents/content.ts";

const sections = z.strictObject({
  sections: described(
    page.shape.sections.check(z.minLength(1)),
    "Whole sections as they would be, valid or not. Each stands for the page's section of its id, or comes last.",
  ),
});

const look = z.strictObject({
  theme: described(z.partial(theme), "The theme as it would be; members left out are the present theme's."),
});

const example = z.strictObject({
  example: described(sectionType, "A section type, to show with its example."),
  variant: described(z.optional(variantName), "One of the type's variants; the example's or preset's own when absent."),
  preset: described(
    z.optional(z.int().check(z.gte(0), z.lt(PRESETS_MAX))),
    "Place of a preset in the type's list, from 0; its fields instead of the example's.",
  ),
});

export const previewInput = z.union([sections, look, example]);
export type PreviewInput = z.infer<typeof previewInput>;
export type ExampleInput = z.infer<typeof example>;
export type LookInput = z.infer<typeof look>;
