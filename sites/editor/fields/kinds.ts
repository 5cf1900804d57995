/**
 * Chooses the control of a field by its expanded schema. The row of a field type names its control. A new kind is a row
 * there or here, and one in `controls.ts`.
 */
import { LINE_MAX_CHARS } from "../../../manifests/bounds/fields.ts";
import { type FieldControl, typeOf } from "../../../manifests/fields/fieldTypes.ts";
import type { JsonSchema } from "../../../manifests/shapes/shape.ts";

export type Kind =
  | FieldControl
  | "paragraph"
  | "choice"
  | "boolean"
  | "number"
  | "slider"
  | "color"
  | "date"
  | "time"
  | "moment"
  | "email"
  | "list"
  | "group"
  | "fixed";

const isString = ({ type }: JsonSchema): boolean => type === "string";
const hasFormat = (schema: JsonSchema, format: string): boolean => isString(schema) && schema["format"] === format;

/** Kinds of fields without a field type, in order of precedence: the first match counts. */
const KINDS: readonly (readonly [Kind, (schema: JsonSchema) => boolean])[] = [
  ["fixed", (schema) => "const" in schema],
  ["choice", (schema) => "enum" in schema || "oneOf" in schema],
  ["color", (schema) => hasFormat(schema, "color")],
  ["date", (schema) => hasFormat(schema, "date")],
  ["time", (schema) => hasFormat(schema, "time")],
  ["moment", (schema) => hasFormat(schema, "date-time")],
  ["email", (schema) => hasFormat(schema, "email")],
  ["boolean", ({ type }) => type === "boolean"],
  ["number", ({ type }) => type === "number" || type === "integer"],
  ["list", ({ type }) => type === "array"],
  ["group", ({ type }) => type === "object"],
  ["line", ({ maxLength }) => Number(maxLength ?? 0) <= LINE_MAX_CHARS],
];

/** Widgets that are a kind of their own. */
const BY_WIDGET: Readonly<Record<string, Kind>> = { line: "line", paragraph: "paragraph", slider: "slider" };

export const kindOf = (schema: JsonSchema): Kind =>
  BY_WIDGET[String(schema["widget"])] ??
  typeOf(schema)?.control ??
  KINDS.find(([, fits]) => fits(schema))?.[0] ??
  "paragraph";

export interface FieldChoice {
  readonly value: string | number | boolean;
  readonly title: string;
}

export function fieldChoices(schema: JsonSchema): readonly FieldChoice[] {
  const { enum: values, oneOf } = schema as {
    readonly enum?: readonly FieldChoice["value"][];
    readonly oneOf?: readonly { readonly const: FieldChoice["value"]; readonly title: string }[];
  };
  return (
    oneOf?.map(({ const: value, title }) => ({ value, title })) ??
    (values ?? []).map((value) => ({ value, title: String(value) }))
  );
}
