/** The settings of a plugin as fields of a form, where one plain field can hold them; the others stay as they are. */
import { EDITOR_FIELD_NAME_MAX_CHARS } from "../../../../manifests/bounds/editor.ts";
import { isObject } from "../../../../manifests/json/jsonObject.ts";
import type { PluginSettingsView } from "../../../../runtime/plugins/management/views.ts";
import type { Fields } from "../desk/sent.ts";
import { SECRET_FIELD } from "../desk/sent.ts";

type Kind = "text" | "number" | "boolean" | "choice" | "lines" | "secret";

export interface SettingField {
  readonly name: string;
  readonly kind: Kind;
  readonly title: string;
  readonly help: string;
  readonly choices: readonly (readonly [value: string, title: string])[];
}

export const PLAIN_FIELD = "set.";
/** Ticked to take a secret away. */
export const NO_SECRET = "none.";
export const SETTING_FIELD = /^(?:set|secret|none)\.[A-Za-z0-9_-]{1,40}$/;

/** A form of the editor has few fields with short names. */
const MOST_FIELDS = 25;
const LONGEST_NAME = EDITOR_FIELD_NAME_MAX_CHARS - SECRET_FIELD.length;

const textOf = (value: unknown): string => (typeof value === "string" ? value : "");

const propertiesOf = ({
  schema,
}: Pick<PluginSettingsView, "schema">): [string, Readonly<Record<string, unknown>>][] => {
  const properties = schema?.["properties"];
  if (!isObject(properties)) return [];
  return Object.entries(properties).map(([name, one]) => [name, isObject(one) ? one : {}]);
};

export function settingFields(settings: PluginSettingsView): {
  readonly shown: readonly SettingField[];
  readonly others: readonly string[];
} {
  const fields = propertiesOf(settings).map(([name, schema], index) => {
    const kind = name.length > LONGEST_NAME || index >= MOST_FIELDS ? null : kindOf(schema);
    return { name, kind, title: textOf(schema["title"]) || name, help: helpOf(schema), choices: choicesOf(schema) };
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

function kindOf(schema: Readonly<Record<string, unknown>>): Kind | null {
  const { type, writeOnly, items } = schema;
  if (writeOnly === true) return "secret";
  if (choicesOf(schema).length > 0) return "choice";
  if (type === "array" && isObject(items) && items["type"] === "string") return "lines";
  return Object.hasOwn(PLAIN, String(type)) ? (PLAIN[String(type)] ?? null) : null;
}

/** Only choices between texts: a form sends nothing else. */
function choicesOf({ enum: values, oneOf }: Readonly<Record<string, unknown>>): [string, string][] {
  const named = Array.isArray(oneOf) ? oneOf.map((one) => [one?.const, one?.title]) : [];
  const listed = Array.isArray(values) ? values.map((value) => [value, value]) : named;
  return listed.every(([value]) => typeof value === "string") ? (listed as [string, string][]) : [];
}

const helpOf = ({ description, default: otherwise }: Readonly<Record<string, unknown>>): string =>
  [textOf(description), ["string", "number", "boolean"].includes(typeof otherwise) ? `(${String(otherwise)})` : ""]
    .filter((part) => part !== "")
    .join(" ");

/** The text that a field shows for a stored value. */
export const storedText = (value: unknown): string =>
  Array.isArray(value) ? value.join("\n") : value === undefined ? "" : String(value);

/** All settings as they are to be: an empty field takes its setting away, and an empty secret stays. */
export function settingsFrom(present: PluginSettingsView, fields: Fields): Readonly<Record<string, unknown>> {
  const values: Record<string, unknown> = { ...present.values };
  for (const { name, kind } of settingFields(present).shown) {
    const typed = fields.get(`${kind === "secret" ? SECRET_FIELD : PLAIN_FIELD}${name}`);
    if (kind === "secret" && fields.get(`${NO_SECRET}${name}`) === "true") values[name] = null;
    else if (typed !== undefined && typed !== "") values[name] = read(kind, typed);
    else if (typed === "" && kind !== "secret") delete values[name];
  }
  return values;
}

const lineEnds = (text: string): string => text.replaceAll("\r\n", "\n");

function read(kind: Kind, typed: string): unknown {
  if (kind === "number") return Number.isFinite(Number(typed)) ? Number(typed) : typed;
  if (kind === "boolean") return typed === "true" ? true : typed === "false" ? false : typed;
  if (kind !== "lines") return lineEnds(typed);
  return lineEnds(typed)
    .split("\n")
    .map((line) => line.trim())
    .filter((line) => line !== "");
}
