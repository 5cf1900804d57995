import * as z from "zod/mini";
import { DIRECTIVE_WORDS_MAX_CHARS } from "../bounds/fields.ts";
import { HOSTS_MAX } from "../bounds/manifest.ts";
import { ORIGIN_SAYS, isOrigin } from "../shapes/host.ts";
import {
  descriptionOf,
  exactly,
  fileOf,
  jsonSchemaShape,
  manyOf,
  nameField,
  titleField,
  titled,
  valuesShape,
} from "../shapes/shape.ts";

export const directiveShape = exactly({
  name: nameField("directive"),
  title: titleField("directive"),
  description: descriptionOf("directive"),
  as: titled(
    z.enum(["mark", "block", "note"]),
    "As",
    "mark: words in a line. block: blocks of text between two lines of colons. note: words in a line that stand behind the text, under a number.",
  ),
  template: fileOf("Template", "Liquid template of the directive. It prints the text inside as `{{ content }}`."),
  markdown: fileOf("Markdown", "Liquid template of the directive as Markdown, for agents, feeds and search."),
  css: z.exactOptional(fileOf("CSS", "Style sheet. It only applies to this directive.")),
  frames: z.exactOptional(
    titled(
      z.array(z.string().check(z.refine(isOrigin, ORIGIN_SAYS))).check(z.maxLength(HOSTS_MAX)),
      "Frames",
      "Origins that the template of a block may embed in an iframe.",
    ),
  ),
  fields: titled(
    jsonSchemaShape,
    "Fields",
    "JSON Schema of the values that a member gives: texts, links, numbers, choices, and true or false.",
  ),
  example: titled(
    exactly({
      fields: titled(valuesShape, "Fields", "Values that show the directive well. They must be valid."),
      content: titled(
        z.string().check(z.maxLength(DIRECTIVE_WORDS_MAX_CHARS)),
        "Content",
        "The text inside, as Markdown.",
      ),
    }),
    "Example",
    "The directive that the editor inserts.",
  ),
});

/** The form in which a text has a directive. */
export const writtenAs = (as: DirectiveContribution["as"]): "mark" | "block" => (as === "block" ? "block" : "mark");

export const directivesShape = manyOf(directiveShape);
export type DirectiveContribution = z.infer<typeof directiveShape>;
