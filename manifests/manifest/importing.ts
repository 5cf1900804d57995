/** Rows of a plugin for the import of other software's sites: what becomes of a shortcode, a tag or a block. */
import * as z from "zod/mini";
import { IMPORT_NAME_MAX_CHARS, IMPORT_NAMES_MAX, IMPORT_TEXT_MAX_CHARS } from "../bounds/manifest.ts";
import { exactly, manyOf, nameField, nameShape, optional, titled } from "../shapes/shape.ts";

const FOREIGN_SAYS = "a name as the other software writes it, such as pricing or acme/pricing";
const foreignName = z
  .string()
  .check(z.maxLength(IMPORT_NAME_MAX_CHARS), z.regex(/^[A-Za-z0-9_][A-Za-z0-9_./-]*$/, FOREIGN_SAYS));

const importShape = exactly({
  name: nameField("row"),
  of: titled(
    z.array(foreignName).check(z.minLength(1), z.maxLength(IMPORT_NAMES_MAX)),
    "Of",
    "Names of shortcodes, tags or blocks, as the other software writes them.",
  ),
  markdown: optional(
    z.string().check(z.minLength(1), z.maxLength(IMPORT_TEXT_MAX_CHARS)),
    "Markdown",
    "Markdown with {name} for each value. {a|b} takes the first one that is there, {0} one without a name, {content} what it encloses. A line whose values are all missing is left out.",
  ),
  section: optional(
    exactly({
      type: titled(nameShape, "Type", "Name of a section of this plugin."),
      fields: titled(
        z.record(z.string(), z.json()),
        "Fields",
        "Fields of the section. A text may have {name} for a value, which gets the kind that the field has.",
      ),
    }),
    "Section",
    "A section of this plugin, instead of Markdown.",
  ),
});

export const importsShape = manyOf(importShape);
