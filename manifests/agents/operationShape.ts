import * as z from "zod/mini";
import { LANGUAGE_TAG_MAX_CHARS } from "../bounds/documents.ts";
import { LIST_ITEMS_MAX, READ_MAX_CHARS, READ_MIN_CHARS } from "../bounds/agents.ts";
import { OPERATIONS, READ_FORMATS } from "./operation.ts";
import { agentEntryMembers, fieldShape, listMembers, or, withType } from "../shapes/query.ts";
import { exactly, explanationShape, titled } from "../shapes/shape.ts";

const given = <T extends z.ZodMiniType>(shape: T, title: string, description: string) =>
  z.exactOptional(titled(or(shape), title, description));

/** A parameter whose value comes only from the caller, never fixed in the manifest. */
const asked = (title: string, description: string) => z.exactOptional(titled(fieldShape, title, description));

const languageRange = z
  .string()
  .check(z.maxLength(LANGUAGE_TAG_MAX_CHARS), z.regex(/^[A-Za-z0-9]+(?:-[A-Za-z0-9]+)*$/, "a language such as de"));

export const operationShape = withType(
  exactly({
    operation: z.exactOptional(
      titled(
        z.enum(OPERATIONS),
        "Operation",
        "list pages, search pages, read a page, resolve an address, describe the site, or return the schema of a form or content type. Default: list.",
      ),
    ),
    ...listMembers(LIST_ITEMS_MAX),
    ...agentEntryMembers(),
    language: given(
      languageRange,
      "Language",
      "list and search: only pages in this language, such as de. A language has its regional ones.",
    ),
    text: given(explanationShape, "Text", "search: the words to look for."),
    page: given(explanationShape, "Page", "read: path, address or id of the page."),
    format: given(z.enum(READ_FORMATS), "Format", "read: markdown, outline or json. Default: markdown."),
    section: asked("Section", "read: id of the section to read, from the outline."),
    maxChars: given(
      z.int().check(z.minimum(READ_MIN_CHARS), z.maximum(READ_MAX_CHARS)),
      "Most characters",
      "read: maximum number of characters in one answer.",
    ),
    address: asked("Address", "resolve: the path or address to look up."),
    form: given(explanationShape, "Form", "form: id of the form. Default: a list of all forms."),
    cursor: asked("Cursor", "The cursor: nextCursor from the previous answer."),
  }),
);

export type AgentOperation = z.infer<typeof operationShape>;
