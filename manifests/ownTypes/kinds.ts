/**
 * The kinds of fields that the owner of a site may give a content type: a closed list, a row each. The editor, the check
 * of the document and the template that draws the values read this table.
 */
import { PLAIN_TEXT_MAX_CHARS, REFERENCES_MAX } from "../bounds/fields.ts";
import { CHOICE_MAX_CHARS, LONG_TEXT_MAX_CHARS } from "../bounds/documents.ts";
import { isCurrencyCode } from "../fields/currency.ts";
import { isObject } from "../json/jsonObject.ts";
import type { JsonSchema } from "../shapes/shape.ts";

export const KIND_NAMES = [
  "text",
  "long",
  "formatted",
  "number",
  "yesNo",
  "date",
  "dateTime",
  "choice",
  "picture",
  "link",
  "page",
  "pages",
  "texts",
] as const;
export type KindName = (typeof KIND_NAMES)[number];

export interface FieldKind {
  /** The members that every schema of the kind has. */
  readonly fixed: JsonSchema;
  /** The members that an owner may add, each with the check of its value. */
  readonly may?: Readonly<Record<string, (value: unknown) => boolean>>;
  /** True if the members of `may` must be there. */
  readonly isWhole?: true;
  /** The value that a required field of a new entry starts with. Without it, no field of the kind is required. */
  readonly start?: (schema: JsonSchema) => unknown;
  /** The Liquid that draws a value, given the name of its variable. */
  readonly html: (value: string) => string;
  /** True if lists cannot filter and order by the value. */
  readonly isUnlisted?: true;
  /** True if the value takes the whole width. */
  readonly isWide?: true;
}

const isNumber = (value: unknown): boolean => typeof value === "number" && Number.isFinite(value);

/** The values of a choice stand in templates and addresses of filters, so they are plain words. */
const CHOICE = new RegExp(`^[a-z0-9](?:[a-z0-9-]{0,${CHOICE_MAX_CHARS - 1}})$`);
export const isChoiceValue = (value: unknown): value is string => typeof value === "string" && CHOICE.test(value);

const isChoices = (value: unknown): boolean =>
  Array.isArray(value) &&
  value.every((one) => isObject(one) && isChoiceValue(one["const"])) &&
  new Set(value.map((one: JsonSchema) => one["const"])).size === value.length;

export interface ChoiceValue {
  readonly const: string;
  readonly title: string;
}

export const choiceValues = ({ oneOf }: JsonSchema): readonly ChoiceValue[] =>
  Array.isArray(oneOf) ? (oneOf as ChoiceValue[]) : [];

/** A text as a part of a template, outside of its braces. */
export const asTemplateText = (text: string): string =>
  text.replaceAll(/[&<>"'{}%]/g, (character) => `&#${character.charCodeAt(0)};`);

const printed = (value: string): string => `{{ ${value} }}`;
/** The filter writes a value as its field says. */
const shown = (value: string): string => `{{ ${value} | shown: "${value.replace("fields.", "")}" }}`;
const list = (value: string, item: (one: string) => string): string =>
  `<ul>{% for one in ${value} %}<li>${item("one")}</li>{% endfor %}</ul>`;

const isType = (value: unknown): boolean => typeof value === "string";

export const FIELD_KINDS: Readonly<Record<KindName, FieldKind>> = {
  text: { fixed: { $ref: "drawbridge:text" }, start: ({ title }) => String(title), html: printed },
  long: {
    fixed: { type: "string", widget: "paragraph", maxLength: LONG_TEXT_MAX_CHARS },
    start: ({ title }) => String(title),
    html: (value) => `{{ ${value} | newline_to_br }}`,
    isWide: true,
  },
  formatted: {
    fixed: { $ref: "drawbridge:markdown" },
    start: ({ title }) => String(title),
    html: (value) => `<div class="prose">{{ ${value} | markdown }}</div>`,
    isWide: true,
    isUnlisted: true,
  },
  number: {
    fixed: { type: "number" },
    may: { minimum: isNumber, maximum: isNumber, currency: isCurrencyCode },
    start: ({ minimum = 0 }) => minimum,
    html: shown,
  },
  yesNo: {
    fixed: { type: "boolean" },
    start: () => false,
    html: shown,
  },
  date: {
    fixed: { type: "string", format: "date" },
    may: { notBefore: isType },
    start: () => "2027-01-01",
    html: shown,
  },
  dateTime: {
    fixed: { type: "string", format: "date-time" },
    may: { notBefore: isType },
    start: () => "2027-01-01T12:00:00Z",
    html: shown,
  },
  choice: {
    fixed: {},
    may: { oneOf: isChoices },
    isWhole: true,
    start: (of) => choiceValues(of)[0]?.const,
    html: shown,
  },
  picture: {
    fixed: { $ref: "drawbridge:image" },
    html: (value) => `{{ ${value} | image }}`,
    isWide: true,
    isUnlisted: true,
  },
  link: {
    fixed: { $ref: "drawbridge:link" },
    html: shown,
    isUnlisted: true,
  },
  page: { fixed: { $ref: "drawbridge:page" }, may: { of: isType }, html: shown },
  pages: { fixed: { $ref: "drawbridge:pages" }, may: { of: isType }, html: shown },
  texts: {
    fixed: { type: "array", items: { $ref: "drawbridge:text" }, maxItems: REFERENCES_MAX },
    html: (value) => list(value, printed),
  },
};

/** Members that every field may have beside those of its kind. */
const BESIDE: Readonly<Record<string, (value: unknown) => boolean>> = {
  title: isType,
  description: (value) => isType(value) && String(value).length <= PLAIN_TEXT_MAX_CHARS,
  default: () => true,
  shared: (value) => value === true,
};

const isEqual = (one: unknown, other: unknown): boolean => JSON.stringify(one) === JSON.stringify(other);

function isOfKind(schema: JsonSchema, { fixed, may = {}, isWhole }: FieldKind): boolean {
  return (
    Object.entries(fixed).every(([name, value]) => isEqual(schema[name], value)) &&
    (isWhole === undefined || Object.keys(may).every((name) => Object.hasOwn(schema, name))) &&
    Object.entries(schema).every(([name, value]) => {
      const check = may[name] ?? BESIDE[name];
      return Object.hasOwn(fixed, name) || (check !== undefined && check(value));
    })
  );
}

/** The kind of a field. Undefined if the schema is none that an owner may write. */
export const kindOfField = (schema: JsonSchema): KindName | undefined =>
  KIND_NAMES.find((name) => isOfKind(schema, FIELD_KINDS[name]));

export const KINDS_SAY = `a field of one of the kinds ${KIND_NAMES.join(", ")}, with a title`;
