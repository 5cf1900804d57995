/** Values by which lists may filter and order, and the form in which an index stores them. */
import { INDEXED_LIST_MAX_ITEMS, INDEXED_TEXT_MAX_CHARS } from "../bounds/manifest.ts";
import type { Comparison } from "../shapes/comparison.ts";
import { instantOf, utcText } from "../shapes/calendar.ts";
import { isObject } from "../json/jsonObject.ts";
import type { JsonSchema } from "../shapes/shape.ts";
import { expandSchema } from "./fieldSchema.ts";
import { isOfType } from "./fieldTypes.ts";

/** The kind of an indexed value. It decides how values compare, and what a list may ask. */
export type IndexKind = "text" | "number" | "boolean" | "date" | "dateTime" | "page";

export interface IndexedField {
  readonly kind: IndexKind;
  /** True if an entry has several values. */
  readonly isList: boolean;
  /** The field whose value stands for an empty one. */
  readonly emptyAs?: string;
}

/** A value as the index stores it. Booleans are 0 and 1, date-times are UTC. */
export type IndexedValue = string | number;

export const INDEXED_SAYS = "a text, number, boolean, date, date-time, choice or page, or a list of one of these";

const FORMATS: Readonly<Record<string, IndexKind>> = { date: "date", "date-time": "dateTime" };

function kindOf(schema: JsonSchema): IndexKind | undefined {
  if (isOfType(schema, "drawbridge:page")) return "page";
  const { type, format, "x-type": named } = schema;
  if (type === "integer" || type === "number") return "number";
  if (type === "boolean") return "boolean";
  if (named !== undefined && named !== "drawbridge:text") return undefined;
  if (type === "string" || "enum" in schema || "oneOf" in schema) return FORMATS[String(format)] ?? "text";
  return undefined;
}

/** Describes a field with this schema to the index. Undefined if the index cannot have it. */
export function indexedField(schema: JsonSchema): IndexedField | undefined {
  if (isOfType(schema, "drawbridge:pages")) return { kind: "page", isList: true };
  const isList = schema["type"] === "array";
  const item = isList ? schema["items"] : schema;
  const kind = isObject(item) ? kindOf(item) : undefined;
  return kind && { kind, isList };
}

/** The indexed fields of a content type, by name. */
export function indexedFields({
  fields,
  index = [],
  emptyAs = {},
}: {
  readonly fields: JsonSchema;
  readonly index?: readonly string[];
  readonly emptyAs?: Readonly<Record<string, string>>;
}): ReadonlyMap<string, IndexedField> {
  const properties = (expandSchema(fields)["properties"] ?? {}) as Readonly<Record<string, JsonSchema>>;
  return new Map(
    index.flatMap((name) => {
      const found = Object.hasOwn(properties, name) ? indexedField(properties[name] ?? {}) : undefined;
      const other = Object.hasOwn(emptyAs, name) ? emptyAs[name] : undefined;
      return found ? [[name, other === undefined ? found : { ...found, emptyAs: other }] as const] : [];
    }),
  );
}

const text = (value: unknown): IndexedValue | undefined =>
  typeof value === "string" && value !== "" ? value.slice(0, INDEXED_TEXT_MAX_CHARS).toWellFormed() : undefined;

const STORED: Readonly<Record<IndexKind, (value: unknown) => IndexedValue | undefined>> = {
  // A choice may be a number.
  text: (value) => (typeof value === "number" ? value : text(value)),
  number: (value) => (typeof value === "number" ? value : undefined),
  boolean: (value) => (typeof value === "boolean" ? Number(value) : undefined),
  date: (value) => (typeof value === "string" && /^\d{4}-\d\d-\d\d$/.test(value) ? value : undefined),
  dateTime: (value) => (typeof value === "string" ? inUtc(value) : undefined),
  page: text,
};

function inUtc(value: string): string | undefined {
  const moment = instantOf(value);
  return moment === undefined ? undefined : utcText(moment);
}

/** One value in the form of the index. Undefined if it has none, such as an empty text. */
export const storedValue = (kind: IndexKind, value: unknown): IndexedValue | undefined => STORED[kind](value);

/** All values of a field in the form of the index, each once. */
export function storedValues({ kind, isList }: IndexedField, value: unknown): readonly IndexedValue[] {
  const all = isList && Array.isArray(value) ? value.slice(0, INDEXED_LIST_MAX_ITEMS) : [value];
  return [...new Set(all.flatMap((one) => storedValue(kind, one) ?? []))];
}

/** The values of a field by which lists find and order an entry. An empty field may stand for another. */
export function comparedValues(
  field: IndexedField,
  name: string,
  values: Readonly<Record<string, unknown>>,
): readonly IndexedValue[] {
  const stored = storedValues(field, values[name]);
  return stored.length > 0 || field.emptyAs === undefined ? stored : storedValues(field, values[field.emptyAs]);
}

/** The comparisons that fit a field. */
const FITTING = {
  list: ["has"],
  one: ["eq", "not", "in", "before", "after", "from", "to"],
  same: ["eq", "not", "in"],
} as const satisfies Readonly<Record<string, readonly Comparison[]>>;

export const fittingComparisons = ({ kind, isList }: IndexedField): readonly Comparison[] =>
  isList ? FITTING.list : kind === "boolean" || kind === "page" ? FITTING.same : FITTING.one;
