/** Converts properties of a JSON Schema to form fields, if one plain field can hold them. */
import { EDITOR_FIELD_NAME_MAX_CHARS } from "../../../../manifests/bounds/editor.ts";
import { PLAIN_TEXT_MAX_CHARS } from "../../../../manifests/bounds/fields.ts";
import { typeOf } from "../../../../manifests/fields/fieldTypes.ts";
import { isObject } from "../../../../manifests/json/jsonObject.ts";
import type { JsonSchema } from "../../../../manifests/shapes/shape.ts";
import { WORDS } from "../../../words/words.ts";
import { SECRET_FIELD } from "../desk/sent.ts";
import type { DrawnFields } from "./fields.ts";
import type { Html } from "./html.ts";

type Kind = "text" | "number" | "boolean" | "choice" | "lines" | "secret";

export interface SchemaField {
  readonly name: string;
  readonly kind: Kind;
  readonly title: string;
  readonly help: string;
  readonly choices: readonly (readonly [value: string, title: string])[];
  /** True for a text that may have several lines. */
  readonly isLong: boolean;
}

export const PLAIN_FIELD = "set.";

/** The most fields of a form. */
const MOST_FIELDS = 25;
const LONGEST_NAME = EDITOR_FIELD_NAME_MAX_CHARS - SECRET_FIELD.length;

const textOf = (value: unknown): string => (typeof value === "string" ? value : "");

function propertiesOf(schema: JsonSchema | null): [string, JsonSchema][] {
  const properties = schema?.["properties"];
  if (!isObject(properties)) return [];
  return Object.entries(properties).map(([name, one]) => [name, isObject(one) ? one : {}]);
}

export function schemaFields(schema: JsonSchema | null): {
  readonly shown: readonly SchemaField[];
  /** The titles of properties that no plain field can hold. */
  readonly others: readonly string[];
} {
  const fields = propertiesOf(schema).map(([name, one], index) => {
    const kind = name.length > LONGEST_NAME || index >= MOST_FIELDS ? null : kindOf(one);
    const title = textOf(one["title"]) || name;
    return { name, kind, title, help: helpOf(one), choices: choicesOf(one), isLong: isLongText(one) };
  });
  return {
    shown: fields.flatMap((field) => (field.kind === null ? [] : [{ ...field, kind: field.kind }])),
    others: fields.filter(({ kind }) => kind === null).map(({ title }) => title),
  };
}

const PLAIN: Readonly<Record<string, Kind>> = {
  string: "text",
  number: "number",
  integer: "number",
  boolean: "boolean",
};

function kindOf(schema: JsonSchema): Kind | null {
  const { type, writeOnly, items } = schema;
  if (writeOnly === true) return "secret";
  if (choicesOf(schema).length > 0) return "choice";
  // All other field types have parts or are chosen.
  if (typeOf(schema)?.isText) return "text";
  if (type === "array" && isObject(items) && items["type"] === "string") return "lines";
  return Object.hasOwn(PLAIN, String(type)) ? (PLAIN[String(type)] ?? null) : null;
}

/** The choices of a property, if all are texts, because forms send only text. */
function choicesOf({ enum: values, oneOf }: JsonSchema): [string, string][] {
  const named = Array.isArray(oneOf) ? oneOf.map((one) => [one?.const, one?.title]) : [];
  const listed = Array.isArray(values) ? values.map((value) => [value, value]) : named;
  return listed.every(([value]) => typeof value === "string") ? (listed as [string, string][]) : [];
}

const isLongText = ({ widget, maxLength }: JsonSchema): boolean =>
  widget === undefined ? Number(maxLength) > PLAIN_TEXT_MAX_CHARS : widget === "paragraph";

const helpOf = ({ description, default: otherwise }: JsonSchema): string =>
  [textOf(description), ["string", "number", "boolean"].includes(typeof otherwise) ? `(${String(otherwise)})` : ""]
    .filter((part) => part !== "")
    .join(" ");

/** The text that a field shows for a stored value. */
export const storedText = (value: unknown): string =>
  Array.isArray(value) ? value.join("\n") : value === undefined ? "" : String(value);

export function drawnField(
  { name, kind, title, help, choices, isLong }: SchemaField,
  fields: DrawnFields,
  value: unknown,
): Html {
  const { plugins: words } = WORDS;
  const [at, stored] = [`${PLAIN_FIELD}${name}`, storedText(value)];
  if (kind === "choice") return fields.choice(at, title, stored, [["", words.notChosen], ...choices], help);
  if (kind === "boolean") {
    const answers = [
      ["true", words.yes],
      ["false", words.no],
    ] as const;
    return fields.choice(at, title, stored, [["", words.notChosen], ...answers], help);
  }
  return fields.text(at, title, stored, {
    help: kind === "lines" ? `${help} ${words.linesHelp}` : help,
    ...(isLong || kind === "lines" || stored.includes("\n") ? { lines: 4 } : {}),
  });
}

const lineEnds = (text: string): string => text.replaceAll("\r\n", "\n");

/** The typed value in its type. An invalid number stays text, so that validation names it. */
export function typedValue(kind: Kind, typed: string): unknown {
  if (kind === "number") return Number.isFinite(Number(typed)) ? Number(typed) : typed;
  if (kind === "boolean") return typed === "true" ? true : typed === "false" ? false : typed;
  if (kind !== "lines") return lineEnds(typed);
  return lineEnds(typed)
    .split("\n")
    .map((line) => line.trim())
    .filter((line) => line !== "");
}
