/**
 * The JSON Schema of each operation's answer. A tool's output schema may name a part of the answer, and the tool then
 * leaves out the rest. So authors cannot rename members, and promise only what the kernel delivers.
 */
import type { OperationName } from "./operation.ts";
import { describe, encodePointer } from "../refusals/pointer.ts";
import type { Issue } from "../refusals/refusal.ts";
import { isObject } from "../json/jsonObject.ts";
import type { JsonSchema } from "../shapes/shape.ts";

const text = (description: string): JsonSchema => ({ type: "string", description });
const number = (description: string): JsonSchema => ({ type: "integer", description });
const list = (items: JsonSchema, description: string): JsonSchema => ({ type: "array", items, description });

/** Builds an object schema. A name that ends in `?` is an optional member. */
function object(members: Readonly<Record<string, JsonSchema>>, description?: string): JsonSchema {
  const named = Object.entries(members).map(([name, schema]) => [name.replace("?", ""), schema]);
  return {
    type: "object",
    ...(description === undefined ? {} : { description }),
    properties: Object.fromEntries(named),
    required: Object.keys(members).filter((name) => !name.endsWith("?")),
    additionalProperties: false,
  };
}

/** Members of every answer that tell an agent where the content comes from and how far to trust it. */
const SOURCE = {
  release: number(
    "Number of the publication that this answer was read from. Answers with the same number belong to the same state.",
  ),
  publishedAt: text("When that publication was made."),
  notice: text("How to treat this content."),
};
const NEXT = text("Pass it as the cursor to read the next part. Absent at the end.");

const PAGE = {
  id: text("Id of the page. It does not change when the path changes."),
  path: text("Path on the site."),
  url: text("Canonical address."),
  title: text("Title."),
  "description?": text("What the page is about."),
  "collection?": text("Collection of the page."),
  "type?": text("Content type, if the page is an entry."),
  "values?": {
    type: "object",
    description: "The values of an entry by which lists filter. Pages are named by their ids.",
  },
  "date?": text("Date of the page, as the author wrote it."),
  "author?": text("Author."),
  "language?": text("Language of the page, on a site with several."),
  modified: text("Last change."),
};

const LINK: JsonSchema = object({
  label: text("Text of the link."),
  "url?": text("Address that it points to."),
  "children?": { type: "array", items: { type: "object" }, description: "Links below this link, of the same shape." },
});

const FORM = {
  id: text("Id of the form, as in the address that receives submissions: /api/forms/{id}."),
  title: text("Title."),
  "description?": text("Purpose of the form."),
  page: text("Address of the page with the form."),
};

const TYPE = {
  type: text("Name of the content type."),
  title: text("Title of one entry."),
  plural: text("Title of several."),
  entries: number("Number of published entries."),
};

const OUTLINE = list(
  object({
    level: number("Depth, 1 to 6."),
    text: text("Text of the heading."),
    "section?": text("Id to read the text below this heading."),
  }),
  "Headings, in the order of the page.",
);

export const RESULTS: Readonly<Record<OperationName, JsonSchema>> = {
  list: object({
    pages: list(object(PAGE), "Pages, in the requested order."),
    total: number("Number of pages in total."),
    "nextCursor?": NEXT,
    ...SOURCE,
  }),
  search: object({
    results: list(
      object({
        ...PAGE,
        "excerpt?": text("Text around the words found, or the beginning of the page."),
        "section?": text("Id of the section that the excerpt is from. Use it to read that section."),
        "matches?": list(text("A heading."), "Headings that contain the words."),
      }),
      "Pages that match, best first.",
    ),
    total: number("Number of pages that match."),
    match: text("all: these pages have every word. some: no page has every word, these have some."),
    "missing?": list(text("A word."), "Words that no page of the site contains."),
    "limited?": text("What was not searched. The words may be there although they were not found."),
    "nextCursor?": NEXT,
    ...SOURCE,
  }),
  read: object({
    ...PAGE,
    language: text("Language of the page."),
    format: text("markdown, outline or json."),
    text: text("The text, or a part of it."),
    chars: number("Characters of the whole text."),
    offset: number("Offset of this part in the whole text."),
    "outline?": OUTLINE,
    "sections?": list(
      object({
        id: text("Id of the section."),
        text: text("Markdown of the section, or a part of it."),
        "more?": { type: "boolean", description: "True if there is more text; read it with nextCursor." },
      }),
      "format json: the sections of the page.",
    ),
    "nextCursor?": NEXT,
    metadata: object({
      ...SOURCE,
      "author?": text("Author."),
      "date?": text("Date of the page."),
      modified: text("Last change."),
      "language?": text("Language of the page, on a site with several."),
    }),
    ...SOURCE,
  }),
  resolve: object({
    address: text("The requested path or address."),
    outcome: text("page, redirect, gone or not_found."),
    "status?": number("HTTP status that a visitor gets."),
    "url?": text("Address that it points to."),
    "page?": object(PAGE),
    ...SOURCE,
  }),
  site: object({
    name: text("Name of the site."),
    "tagline?": text("Short text beside the name."),
    "description?": text("Description."),
    language: text("Language of the site."),
    url: text("Address of the home page."),
    pages: number("Number of published pages."),
    "languages?": list(
      object({
        tag: text("Language tag."),
        name: text("Name of the language in itself."),
        url: text("Address of its home page."),
        "fallback?": text("source: pages without a translation are shown in the first language."),
        pages: number("Number of its published pages."),
      }),
      "Languages of a site with several, the source first.",
    ),
    collections: list(
      object({ name: text("Name."), pages: number("Number of pages in the collection.") }),
      "Collections of pages.",
    ),
    navigation: object({ header: list(LINK, "Main menu."), footer: list(LINK, "Footer menu.") }),
    social: list(object({ label: text("Name."), url: text("Address.") }), "Elsewhere."),
    "organization?": object({
      "legalName?": text("Legal name."),
      "email?": text("Email address."),
      "telephone?": text("Telephone number."),
      "address?": text("Postal address."),
    }),
    forms: list(object(FORM), "Forms visitors can send."),
    types: list(object(TYPE), "Content types of entries."),
    "timeZone?": text("Time zone of the site."),
    ...SOURCE,
  }),
  form: object({
    forms: list(
      object({
        ...FORM,
        "schema?": { type: "object", description: "JSON Schema of a submission. Only in the answer for one form." },
      }),
      "The requested form, or all forms.",
    ),
    "nextCursor?": NEXT,
    ...SOURCE,
  }),
  type: object({
    types: list(
      object({
        ...TYPE,
        "schema?": { type: "object", description: "JSON Schema of the values. Only in the answer for one type." },
        "filters?": list(text("Name of a field."), "Fields by which lists filter and order. Only for one type."),
      }),
      "The requested content type, or all of them.",
    ),
    "nextCursor?": NEXT,
    ...SOURCE,
  }),
};

/** Lists members of an output schema that the operation's answer does not have, or has with another type. */
export function resultIssues(output: JsonSchema, operation: OperationName, pointer: string): Issue[] {
  return faults(output, RESULTS[operation], pointer);
}

function faults(wanted: unknown, given: unknown, pointer: string): Issue[] {
  if (!isObject(wanted) || !isObject(given)) return [];
  if (wanted["type"] !== given["type"]) {
    return [{ pointer: `${pointer}/type`, found: describe(wanted["type"]), allowed: describe(given["type"]) }];
  }
  return [...memberFaults(wanted, given, pointer), ...faults(wanted["items"], given["items"], `${pointer}/items`)];
}

function memberFaults(wanted: JsonSchema, given: JsonSchema, pointer: string): Issue[] {
  const [asked, known] = [wanted["properties"], given["properties"]];
  if (!isObject(asked) || !isObject(known)) return [];
  const promised = Array.isArray(wanted["required"]) ? wanted["required"] : [];
  const kept = Array.isArray(given["required"]) ? given["required"] : [];
  return [
    ...Object.entries(asked).flatMap(([name, schema]) =>
      Object.hasOwn(known, name)
        ? faults(schema, known[name], pointer + encodePointer(["properties", name]))
        : [
            {
              pointer: pointer + encodePointer(["properties", name]),
              found: describe(name),
              allowed: `one of ${Object.keys(known).join(", ")}`,
            },
          ],
    ),
    ...promised.flatMap((name, index) =>
      kept.includes(name)
        ? []
        : [{ pointer: `${pointer}/required/${index}`, found: describe(name), allowed: `one of ${kept.join(", ")}` }],
    ),
  ];
}
