import * as z from "zod/mini";
import { LIST_ITEMS_MAX, READ_MAX_CHARS, READ_MIN_CHARS } from "../bounds/agents.ts";
import { OPERATIONS, READ_FORMATS } from "./operation.ts";
import { fieldShape, listMembers, or } from "../shapes/query.ts";
import { exactly, explanationShape, titled } from "../shapes/shape.ts";

const given = <T extends z.ZodMiniType>(shape: T, title: string, description: string) =>
  z.exactOptional(titled(or(shape), title, description));

/** A parameter whose value comes only from the caller, never fixed in the manifest. */
const asked = (title: string, description: string) => z.exactOptional(titled(fieldShape, title, description));

export const operationShape = exactly({
  operation: z.exactOptional(
    titled(
      z.enum(OPERATIONS),
      "Operation",
      "list pages, search them, read one, resolve an address, describe the site, or give a form's schema. Without it: list.",
    ),
  ),
  ...listMembers(LIST_ITEMS_MAX),
  text: given(explanationShape, "Text", "search: the words to look for."),
  page: given(explanationShape, "Page", "read: the page, by its path, its address or its id."),
  format: given(z.enum(READ_FORMATS), "Format", "read: markdown, outline or json. Without it: markdown."),
  section: asked("Section", "read: the section to read, by the id the outline gives."),
  maxChars: given(
    z.int().check(z.minimum(READ_MIN_CHARS), z.maximum(READ_MAX_CHARS)),
    "Most characters",
    "read: how much of the text to give at once.",
  ),
  address: asked("Address", "resolve: the path or address to look up."),
  form: given(explanationShape, "Form", "form: the form, by its id. Without it: a list of all forms."),
  cursor: asked("Cursor", "The place to go on from: the nextCursor of the answer before."),
});

export type AgentOperation = z.infer<typeof operationShape>;
