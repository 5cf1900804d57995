/**
 * The binding of a section's field to a value of the page's entry. The field holds { "$value": "price" } in place of a
 * value of its own, so that history, merging and undo treat it like any value.
 */
import { isObject } from "../json/jsonObject.ts";
import { decodePointer } from "../refusals/pointer.ts";
import type { Issue } from "../refusals/refusal.ts";
import type { JsonSchema } from "../shapes/shape.ts";

const MARKER = "$value";

export interface FieldBinding {
  readonly [MARKER]: string;
}

export const bindingTo = (name: string): FieldBinding => ({ [MARKER]: name });

/** The name of the value that a field is bound to. Undefined for a value of the field's own. */
export function boundName(value: unknown): string | undefined {
  if (!isObject(value) || Object.keys(value).length !== 1) return undefined;
  const name = value[MARKER];
  return typeof name === "string" ? name : undefined;
}

const WORDED = ["number", "integer", "date", "date-time", "choice", "list of text"];

/** The sort of a value, for the question whether one fits where another is asked for. */
function sortOf(schema: JsonSchema): string {
  const { type, format, items } = schema;
  const named = schema["x-type"] ?? schema["$ref"];
  if (named === "drawbridge:text" || named === "drawbridge:markdown") return "text";
  if (typeof named === "string") return named;
  if ("oneOf" in schema || "enum" in schema) return "choice";
  if (type === "array") return `list of ${isObject(items) ? sortOf(items) : "values"}`;
  if (type === "string") return typeof format === "string" ? format : "text";
  return String(type);
}

/** Tells whether values of one field can stand in another. A number, a date or a list of texts is written as text. */
export function fitsInto(value: JsonSchema, field: JsonSchema): boolean {
  const [from, to] = [sortOf(value), sortOf(field)];
  return from === to || (to === "text" && WORDED.includes(from)) || (to === "number" && from === "integer");
}

/** A value of the entry as the field takes it. */
export function asBound(value: unknown, field: JsonSchema): unknown {
  if (sortOf(field) !== "text") return value;
  if (Array.isArray(value)) return value.join(", ");
  return typeof value === "number" ? String(value) : value;
}

/** Leaves out issues of bound fields. The site checks a binding against the entry's type, and the value is the entry's. */
export const withoutBound = (issues: readonly Issue[], fields: JsonSchema): readonly Issue[] =>
  issues.filter(({ pointer }) => {
    const [name = ""] = decodePointer(pointer);
    return !Object.hasOwn(fields, name) || boundName(fields[name]) === undefined;
  });
