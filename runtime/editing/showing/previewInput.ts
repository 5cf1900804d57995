/** The inputs of a preview, which stores nothing. */
import * as z from "zod/mini";
import { PRESETS_MAX } from "../../../manifests/bounds/manifest.ts";
import { described } from "../../commands/described.ts";
import { page, theme } from "../../documents/content/content.ts";
import { sectionType, variantName } from "../../documents/content/section.ts";

const sections = z.strictObject({
  sections: described(
    page.shape.sections.check(z.minLength(1)),
    "Whole sections to preview, valid or not. A section replaces the page's section with the same id, or comes last.",
  ),
});

const look = z.strictObject({
  theme: described(z.partial(theme), "The theme to preview. Members that are left out come from the present theme."),
});

const example = z.strictObject({
  example: described(sectionType, "A section type, to preview with its example."),
  variant: described(z.optional(variantName), "A variant of the type. Default: the variant of the example or preset."),
  preset: described(
    z.optional(z.int().check(z.gte(0), z.lt(PRESETS_MAX))),
    "Index of a preset of the type, from 0. The preset's fields replace the example's.",
  ),
});

export const previewInput = z.union([sections, look, example]);
export type PreviewInput = z.infer<typeof previewInput>;
export type ExampleInput = z.infer<typeof example>;
export type LookInput = z.infer<typeof look>;
