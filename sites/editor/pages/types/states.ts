/** The parts of the forms of a type and of a field as texts, and back. So two members may change one type at once. */
import { NAME_MAX_CHARS } from "../../../../manifests/bounds/manifest.ts";
import { isObject } from "../../../../manifests/json/jsonObject.ts";
import {
  type ChoiceValue,
  choiceValues,
  FIELD_KINDS,
  kindOfField,
  type KindName,
} from "../../../../manifests/ownTypes/kinds.ts";
import type { OwnType } from "../../../../manifests/ownTypes/ownTypes.ts";
import type { JsonSchema } from "../../../../manifests/shapes/shape.ts";
import type { States } from "../desk/merging.ts";
import { choiceFor } from "./naming.ts";

type Fields = ReadonlyMap<string, string>;

export const TYPE_PARTS = ["title", "plural", "description", "address", "order"] as const;
export const FIELD_PARTS = ["label", "help", "name", "choices", "of", "begins", "currency"] as const;
export const FIELD_TICKS = ["required", "listed"] as const;

const textIn = (fields: Fields, name: string): string => (fields.get(name) ?? "").trim();
const linesIn = (text: string): string[] =>
  text
    .split(/\r?\n/)
    .map((line) => line.trim())
    .filter((line) => line !== "");

export const schemasOf = ({ fields: { properties } }: OwnType): Readonly<Record<string, JsonSchema>> =>
  isObject(properties) ? (properties as Readonly<Record<string, JsonSchema>>) : {};

export const requiredOf = ({ fields: { required } }: OwnType): readonly string[] =>
  Array.isArray(required) ? (required as string[]) : [];

/** True if entries may have to fill in a field of the kind. */
export const mayBeRequired = (kind: KindName): boolean => FIELD_KINDS[kind].start !== undefined;

/** True if lists may filter and order by the field. */
export const mayBeListed = (kind: KindName): boolean => FIELD_KINDS[kind].isUnlisted === undefined;

/** True if all translations of an entry share the value. */
export const isShared = (schema: JsonSchema): boolean => schema["shared"] === true;

export const statesOfType = (type: OwnType): States =>
  Object.fromEntries(TYPE_PARTS.map((part) => [part, type[part] ?? ""]));

export const sentType = (fields: Fields): States =>
  Object.fromEntries(TYPE_PARTS.map((part) => [part, textIn(fields, part)]));

const ticked = (isTicked: boolean): string => (isTicked ? "true" : "");

export function statesOfField(type: OwnType, name: string): States {
  const schema = schemasOf(type)[name] ?? {};
  return {
    label: String(schema["title"] ?? ""),
    help: String(schema["description"] ?? ""),
    name,
    choices: choiceValues(schema)
      .map(({ title }) => title)
      .join("\n"),
    of: String(schema["of"] ?? ""),
    begins: String(schema["notBefore"] ?? ""),
    currency: String(schema["currency"] ?? ""),
    required: ticked(requiredOf(type).includes(name)),
    listed: ticked(type.index?.includes(name) === true),
  };
}

/** The letters of a currency are capitals. */
const sentText = (fields: Fields, part: (typeof FIELD_PARTS)[number]): string =>
  part === "currency" ? textIn(fields, part).toUpperCase() : textIn(fields, part);

/** The parts that a form sent. Parts that the form does not show keep what they were. */
export function sentField(fields: Fields, was: States): States {
  const texts = FIELD_PARTS.map((part) => [part, fields.has(part) ? sentText(fields, part) : (was[part] ?? "")]);
  const ticks = FIELD_TICKS.map((part) => [part, ticked(fields.get(part) === "true")]);
  return Object.fromEntries([...texts, ...ticks]) as States;
}

/**
 * The values of a choice after its words changed. Equal words keep their value. A changed line keeps the
 * value of its place, so no entry loses its choice.
 */
export function choicesFrom(text: string, present: readonly ChoiceValue[]): ChoiceValue[] {
  const lines = linesIn(text);
  const isRewritten = lines.length === present.length;
  const kept = (line: string, index: number): string | undefined =>
    present.find(({ title }) => title === line)?.const ??
    (isRewritten && !lines.includes(present[index]?.title ?? "") ? present[index]?.const : undefined);
  const taken = present.map(({ const: value }) => value);
  return lines.map((title, index) => {
    const value = kept(title, index) ?? choiceFor(title, taken);
    taken.push(value);
    return { const: value, title };
  });
}

/** The members of a schema that a form asks for by a part of another name. */
const ASKED = ["oneOf", "of", "notBefore", "currency"];

/** Members of a schema that no part of the form shows. They stay. */
const BESIDE_FORM = ["default", "shared"] as const;

/** The schema of a field from the parts of its form. */
export function schemaFrom(kind: KindName, states: States, present: JsonSchema = {}): JsonSchema {
  const { fixed, may = {} } = FIELD_KINDS[kind];
  const kept = Object.entries(present).filter(([name]) => name in may && !ASKED.includes(name));
  const given = (member: string, part: string): object =>
    member in may && (states[part] ?? "") !== "" ? { [member]: states[part] } : {};
  const help = states["help"] ?? "";
  return {
    ...fixed,
    ...Object.fromEntries(kept),
    ...("oneOf" in may && { oneOf: choicesFrom(states["choices"] ?? "", choiceValues(present)) }),
    ...given("of", "of"),
    ...given("notBefore", "begins"),
    ...given("currency", "currency"),
    title: states["label"] ?? "",
    ...(help === "" ? {} : { description: help }),
    ...Object.fromEntries(BESIDE_FORM.filter((name) => name in present).map((name) => [name, present[name]])),
  };
}

export const kindOfSchema = (schema: JsonSchema): KindName => kindOfField(schema) ?? "text";

export const NAME_LENGTH = NAME_MAX_CHARS;
