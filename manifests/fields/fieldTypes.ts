/**
 * The field types that every plugin may reference, a row each. They tell the editor which control to show, such as a
 * picture chooser, and refuse dangerous values for all plugins. `x-type` names the type in an expanded schema. `x-rule`
 * names the rule that a non-matching value breaks, or is that rule's sentence. Authors can write neither.
 */
import { DOCUMENT_ID_MAX_CHARS } from "../bounds/documents.ts";
import {
  IMAGE_MAX_SIDE,
  LINK_MAX_CHARS,
  MARKDOWN_MAX_CHARS,
  PLAIN_TEXT_MAX_CHARS,
  REFERENCES_MAX,
  SHOWN_VALUES_MAX,
} from "../bounds/fields.ts";
import { INDEXED_TEXT_MAX_CHARS, NAME_MAX_CHARS, WHERE_MAX_FIELDS } from "../bounds/manifest.ts";
import { COMPARISONS } from "../shapes/comparison.ts";
import { type MediaRole, mediaRow, mediaTypesOf } from "../shapes/mediaTypes.ts";
import type { JsonSchema } from "../shapes/shape.ts";

const text: JsonSchema = {
  "x-type": "drawbridge:text",
  type: "string",
  maxLength: PLAIN_TEXT_MAX_CHARS,
  pattern: "^[^\\u0000-\\u001f\\u007f\\u2028\\u2029]*$",
  "x-rule": "line",
};

const markdown: JsonSchema = {
  "x-type": "drawbridge:markdown",
  type: "string",
  maxLength: MARKDOWN_MAX_CHARS,
  pattern: "^[^\\u0000-\\u0008\\u000b\\u000c\\u000e-\\u001f\\u007f]*$",
  "x-rule": "markdown",
};

export const ENTRIES_TYPE = "drawbridge:entries";

/**
 * A character that cannot end an attribute, hide a scheme or change the origin in a path: no space, quote, < > or \.
 */
const PLAIN = "[^\\s\\u0000-\\u001f\\u007f\"'<>\\\\`]";

const LINKS = [
  "page:[a-z0-9][a-z0-9-]{0,63}(?:#[A-Za-z0-9_-]{1,64})?",
  `/(?!/)${PLAIN}*`,
  `https://[A-Za-z0-9]${PLAIN}*`,
  `mailto:[A-Za-z0-9]${PLAIN}*`,
  "tel:\\+?[0-9][0-9().-]*",
  "#[A-Za-z0-9_-]{1,64}",
];

const link: JsonSchema = {
  "x-type": "drawbridge:link",
  type: "string",
  maxLength: LINK_MAX_CHARS,
  pattern: `^(?:${LINKS.join("|")})$`,
  "x-rule": "link",
};

const MEDIA_PATH = "/media/(?!\\.)[A-Za-z0-9_-][A-Za-z0-9._-]*(?:/[A-Za-z0-9_-][A-Za-z0-9._-]*)*$";

const source: JsonSchema = {
  type: "string",
  title: "Source",
  maxLength: LINK_MAX_CHARS,
  pattern: `^${MEDIA_PATH}`,
  "x-rule": "media",
};

const side = (title: string): JsonSchema => ({ type: "integer", title, minimum: 1, maximum: IMAGE_MAX_SIDE });

const share = (title: string): JsonSchema => ({ type: "number", title, minimum: 0, maximum: 1 });

const focal: JsonSchema = {
  type: "object",
  title: "Point to keep when the picture is cropped",
  properties: { x: share("From the left, 0 to 1"), y: share("From the top, 0 to 1") },
  required: ["x", "y"],
  additionalProperties: false,
};

const image: JsonSchema = {
  "x-type": "drawbridge:image",
  type: "object",
  properties: {
    src: source,
    alt: { ...text, title: "Description for people who do not see the picture" },
    decorative: { type: "boolean", title: "The picture only decorates, so an empty description is correct" },
    width: side("Width in pixels"),
    height: side("Height in pixels"),
    focal,
    caption: { ...text, title: "Caption" },
    credit: { ...text, title: "Maker or owner of the picture" },
  },
  required: ["src", "alt", "width", "height"],
  additionalProperties: false,
};

const endingsOf = (role: MediaRole): readonly string[] => mediaTypesOf(role).map((type) => mediaRow(type).ending);

/**
 * A media file that is no picture. Its ending shows the type, because the kernel sets the ending after inspecting the
 * bytes.
 */
function fileOf(name: string, role: MediaRole): JsonSchema {
  const endings = endingsOf(role);
  return {
    "x-type": name,
    type: "object",
    properties: {
      src: {
        ...source,
        pattern: `^(?=.*\\.(?:${endings.join("|")})$)${MEDIA_PATH}`,
        "x-rule": `the path of a file under /media/ that ends in .${endings.join(", .")}`,
      },
      title: { ...text, minLength: 1, title: "Name for visitors" },
      ...(role === "film" && { width: side("Width in pixels"), height: side("Height in pixels") }),
    },
    required: ["src", "title"],
    additionalProperties: false,
  };
}

const action: JsonSchema = {
  "x-type": "drawbridge:action",
  type: "object",
  properties: { label: { ...text, minLength: 1, title: "Label" }, link: { ...link, title: "Link" } },
  required: ["label", "link"],
  additionalProperties: false,
};

/** The id of a page. Beside the reference, `of` may name the content type of the page. */
const page: JsonSchema = {
  "x-type": "drawbridge:page",
  type: "string",
  maxLength: DOCUMENT_ID_MAX_CHARS,
  pattern: "^[a-z0-9][a-z0-9-]*$",
  "x-rule": "page",
};

/** A list of pages, each once. */
const pages: JsonSchema = { "x-type": "drawbridge:pages", type: "array", items: page, maxItems: REFERENCES_MAX };

/** The name of a plugin or owner, a slash, and the name of a content type. */
const TYPE_MAX_CHARS = 160;

const condition: JsonSchema = {
  type: "object",
  properties: {
    field: { type: "string", title: "Field", maxLength: NAME_MAX_CHARS, pattern: "^[a-z][A-Za-z0-9_]*$" },
    is: { enum: COMPARISONS, title: "Comparison" },
    value: { type: "string", title: "Value", maxLength: INDEXED_TEXT_MAX_CHARS },
  },
  required: ["field", "is", "value"],
  additionalProperties: false,
};

/** The forms of a shown date or number. `shownForms.ts` says which field has which. */
export const SHOWN_FORMS = ["long", "short", "weekday", "day", "time", "grouped", "plain", "whole", "cents"] as const;

const shown: JsonSchema = {
  type: "object",
  properties: {
    field: { type: "string", title: "Field", maxLength: NAME_MAX_CHARS, pattern: "^[a-z][A-Za-z0-9_-]*$" },
    label: { type: "boolean", title: "With the field's title" },
    as: { enum: SHOWN_FORMS, title: "Form of a date or number" },
  },
  required: ["field"],
  additionalProperties: false,
};

/** The entries that a list shows, as a member chose them in words. Numbers and booleans are written as text. */
const entries: JsonSchema = {
  "x-type": ENTRIES_TYPE,
  type: "object",
  properties: {
    type: { type: "string", title: "Type", minLength: 1, maxLength: TYPE_MAX_CHARS },
    where: { type: "array", title: "Conditions", items: condition, maxItems: WHERE_MAX_FIELDS },
    order: { type: "string", title: "Order", maxLength: NAME_MAX_CHARS + 1, pattern: "^-?[a-z][A-Za-z0-9_]*$" },
    show: {
      type: "array",
      title: "Shown values",
      items: shown,
      maxItems: SHOWN_VALUES_MAX,
    },
  },
  required: ["type"],
  additionalProperties: false,
};

export const FILE_TYPE = "drawbridge:file";

/** The allowed value of a file field, as a sentence. */
export const FILE_SAYS = "a file, sent as multipart/form-data";

/**
 * The record of a visitor's file, without its bytes. Only forms have such fields, and only the kernel makes their
 * values.
 */
const file: JsonSchema = {
  "x-type": FILE_TYPE,
  type: "object",
  properties: {
    file: { type: "integer", title: "Number among the files of its submission", minimum: 1 },
    name: { type: "string", title: "Name" },
    type: { type: "string", title: "Content type" },
    bytes: { type: "integer", title: "Size in bytes", minimum: 1 },
  },
  required: ["file", "name", "type", "bytes"],
  additionalProperties: false,
  "x-rule": FILE_SAYS,
};

/** The editor's controls that only field types have. `controls.ts` in the editor has a component for each. */
export type FieldControl =
  | "line"
  | "markdown"
  | "link"
  | "image"
  | "sound"
  | "film"
  | "document"
  | "action"
  | "page"
  | "entries";

/** A field type. Authors' types of TypeScript, validation and forms follow from the schema. */
export interface FieldType {
  readonly schema: JsonSchema;
  /** If absent, the editor chooses a control by the schema. */
  readonly control?: FieldControl;
  /** True if the value is one text for readers. */
  readonly isText?: true;
  /** The member of the value that names it in a list. A new entry has no value, because a member chooses one. */
  readonly namedBy?: string;
}

const ROWS: readonly FieldType[] = [
  { schema: text, control: "line", isText: true },
  { schema: markdown, control: "markdown", isText: true },
  { schema: link, control: "link" },
  { schema: image, control: "image", namedBy: "alt" },
  { schema: fileOf("drawbridge:audio", "sound"), control: "sound", namedBy: "title" },
  { schema: fileOf("drawbridge:video", "film"), control: "film", namedBy: "title" },
  { schema: fileOf("drawbridge:document", "document"), control: "document", namedBy: "title" },
  { schema: action, control: "action" },
  { schema: page, control: "page" },
  { schema: pages },
  { schema: entries, control: "entries" },
  { schema: file },
];

export const FIELD_TYPES: ReadonlyMap<string, FieldType> = new Map(
  ROWS.map((row) => [String(row.schema["x-type"]), row]),
);

export const fieldTypeNames = [...FIELD_TYPES.keys()];

/** The schema behind a reference such as `drawbridge:link`. */
export const fieldType = (name: string): JsonSchema | undefined => FIELD_TYPES.get(name)?.schema;

/** The field type of a schema, whether its reference is replaced or not. */
export const typeOf = (schema: JsonSchema): FieldType | undefined =>
  FIELD_TYPES.get(String(schema["x-type"] ?? schema["$ref"]));

/** Tells whether a field holds one text for readers: words of a language, and no choice, code or address. */
export const isReadersText = (schema: JsonSchema): boolean =>
  typeOf(schema)?.isText === true ||
  (schema["type"] === "string" && !["enum", "oneOf", "const", "format", "pattern"].some((name) => name in schema));

export const isOfType = (schema: JsonSchema, name: string): boolean =>
  FIELD_TYPES.has(name) && typeOf(schema) === FIELD_TYPES.get(name);
