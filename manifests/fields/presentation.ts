/**
 * Keywords with which an author tells the editor how to show a field. They change no rule: they do not affect validity,
 * and a hidden field keeps its value. The editor draws everything; no script of the author runs.
 */
import { GROUP_MAX_CHARS, SHOW_IF_MAX_VALUES } from "../bounds/fields.ts";
import { isObject } from "../json/jsonObject.ts";
import type { JsonSchema } from "../shapes/shape.ts";

const isScalar = (value: unknown): value is string | number | boolean =>
  ["string", "number", "boolean"].includes(typeof value);

/** Shows a field only while another field of the same object has this value, or one of these. */
export interface ShowIf {
  readonly field: string;
  readonly is: string | number | boolean | readonly (string | number | boolean)[];
}

const isList = (value: unknown): boolean =>
  Array.isArray(value) && value.length > 0 && value.length <= SHOW_IF_MAX_VALUES && value.every(isScalar);

export const isShowIf = (value: unknown): value is ShowIf =>
  isObject(value) &&
  Object.keys(value).length === 2 &&
  typeof value["field"] === "string" &&
  (isScalar(value["is"]) || isList(value["is"]));
export const SHOW_IF_SAYS = `{ "field": name, "is": a value, or a list of at most ${SHOW_IF_MAX_VALUES} }`;

export const isGroup = (value: unknown): boolean =>
  typeof value === "string" && value.trim() !== "" && value.length <= GROUP_MAX_CHARS;
export const GROUP_SAYS = `a name of 1 to ${GROUP_MAX_CHARS} characters`;

const isChoice = (schema: JsonSchema): boolean => "enum" in schema || "oneOf" in schema;
/** A string that a member types freely. Unlike a text for readers, it may follow a pattern. */
const isTyped = (schema: JsonSchema): boolean =>
  schema["type"] === "string" && !isChoice(schema) && !("format" in schema);

interface Widget {
  readonly fits: (schema: JsonSchema) => boolean;
  readonly says: string;
}

/** Alternatives to the default control of a type. A new one is a row here and a control in the editor. */
export const WIDGETS = {
  line: { fits: isTyped, says: "a string without choices or a format" },
  paragraph: { fits: isTyped, says: "a string without choices or a format" },
  radios: { fits: isChoice, says: "enum or oneOf" },
  select: { fits: isChoice, says: "enum or oneOf" },
  slider: {
    fits: ({ type, minimum, maximum }) =>
      (type === "number" || type === "integer") && typeof minimum === "number" && typeof maximum === "number",
    says: "a number with minimum and maximum",
  },
} as const satisfies Readonly<Record<string, Widget>>;

export type WidgetName = keyof typeof WIDGETS;
export const isWidget = (value: unknown): value is WidgetName =>
  typeof value === "string" && Object.hasOwn(WIDGETS, value);
export const WIDGET_SAYS = `one of ${Object.keys(WIDGETS).join(", ")}`;

/** Tells whether a field is shown, given the values of its object. */
export function isShown(object: JsonSchema, child: JsonSchema, values: JsonSchema): boolean {
  const rule = child["showIf"];
  if (!isShowIf(rule)) return true;
  const siblings = isObject(object["properties"]) ? object["properties"] : {};
  const sibling = siblings[rule.field];
  const value = values[rule.field] ?? (isObject(sibling) ? sibling["default"] : undefined);
  return [rule.is].flat().some((one) => one === value);
}
