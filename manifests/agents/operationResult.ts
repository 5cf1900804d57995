/**
 * The JSON Schema of each operation's answer. A tool's output schema may name a part of the answer, and the tool then
 * leaves out the rest. So authors cannot rename members, and promise only what the kernel delivers.
 */
import type { OperationName } from "./operation.ts";
import { describe } from "../refusals/pointer.ts";
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
  release: number("Number of the publication this was read from; two answers with the same number fit together."),
  publishedAt: text("When that publication was made."),
  notice: text("How this content is to be taken."),
};
const NEXT = text("Pass it as the cursor to go on. Absent at the end.");

const PAGE = {
  id: text("Id of the page; it stays when the path changes."),
  path: text("Path on the site."),
  url: text("Canonical address."),
  title: text("Title."),
  "description?": text("What the page is about."),
  "collection?": text("Collection it belongs to."),
  "date?": text("Its date, as the author gave it."),
  "author?": text("Who wrote it."),
  modified: text("Last change."),
};

const LINK: JsonSchema = object({
  label: text("What it says."),
  "url?": text("Where it leads."),
  "children?": { type: "array", items: { type: "object" }, description: "Links below it, of the same shape." },
});

const FORM = {
  id: text("Id of the form where it stands, as in the address it is sent to: /api/forms/{id}."),
  title: text("Title."),
  "description?": text("What it is for."),
  page: text("Address of the page it stands on."),
};

const OUTLINE = list(
  object({
    level: number("Depth, 1 to 6."),
    text: text("The heading."),
    "section?": text("Name to read what stands under it by."),
  }),
  "Headings, in order.",
);

export const RESULTS: Readonly<Record<OperationName, JsonSchema>> = {
  list: object({
    pages: list(object(PAGE), "Pages, in the order asked for."),
    total: number("Pages there are."),
    "nextCursor?": NEXT,
    ...SOURCE,
  }),
  search: object({
    results: list(
      object({
        ...PAGE,
        "excerpt?": text("Text around the words, or its beginning."),
        "section?": text("Section of the page the excerpt is from, to read by that name."),
        "matches?": list(text("A heading."), "Headings that match."),
      }),
      "Pages that match, best first.",
    ),
    total: number("Pages that match."),
    match: text("all: these pages have every word. some: no page has every word, these have some."),
    "missing?": list(text("A word."), "Words that are nowhere on the site."),
    "limited?": text("What could not be searched; something may be there although it was not found."),
    "nextCursor?": NEXT,
    ...SOURCE,
  }),
  read: object({
    ...PAGE,
    language: text("Language of the site."),
    format: text("markdown, outline or json."),
    text: text("The text, or this part of it."),
    chars: number("Characters of the whole text."),
    offset: number("Where in it this part begins."),
    "outline?": OUTLINE,
    "sections?": list(
      object({
        id: text("Id of the section."),
        text: text("Its Markdown, or this part of it."),
        "more?": { type: "boolean", description: "There is more of it, from nextCursor on." },
      }),
      "format json: the sections of the page.",
    ),
    "nextCursor?": NEXT,
    metadata: object({
      ...SOURCE,
      "author?": text("Who wrote it."),
      "date?": text("Its date."),
      modified: text("Last change."),
    }),
    ...SOURCE,
  }),
  resolve: object({
    address: text("What was asked for."),
    outcome: text("page, redirect, gone or not_found."),
    "status?": number("Status a visitor gets."),
    "url?": text("Where it leads."),
    "page?": object(PAGE),
    ...SOURCE,
  }),
  site: object({
    name: text("Name of the site."),
    "tagline?": text("What it says of itself in a line."),
    "description?": text("What it is about."),
    language: text("Its language."),
    url: text("Address of the home page."),
    pages: number("Pages that are published."),
    collections: list(object({ name: text("Name."), pages: number("Pages in it.") }), "Collections of pages."),
    navigation: object({ header: list(LINK, "Main menu."), footer: list(LINK, "Menu at the foot.") }),
    social: list(object({ label: text("Name."), url: text("Address.") }), "Elsewhere."),
    "organization?": object({
      "legalName?": text("Legal name."),
      "email?": text("Email address."),
      "telephone?": text("Telephone number."),
      "address?": text("Postal address."),
    }),
    forms: list(object(FORM), "Forms visitors can send."),
    ...SOURCE,
  }),
  form: object({
    forms: list(
      object({
        ...FORM,
        "schema?": { type: "object", description: "JSON Schema of what is sent. Only when one form is asked for." },
      }),
      "The form asked for, or all of them.",
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
        ? faults(schema, known[name], `${pointer}/properties/${name}`)
        : [
            {
              pointer: `${pointer}/properties/${name}`,
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
