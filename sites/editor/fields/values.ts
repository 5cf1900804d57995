import { typeOf } from "../../../manifests/fields/fieldTypes.ts";
import { isObject } from "../../../manifests/json/jsonObject.ts";
import type { JsonSchema } from "../../../manifests/shapes/shape.ts";
import { type Kind, fieldChoices, kindOf } from "./kinds.ts";

export const propertiesOf = (schema: JsonSchema): readonly (readonly [string, JsonSchema])[] =>
  Object.entries(isObject(schema["properties"]) ? schema["properties"] : {}).flatMap(([name, child]) =>
    isObject(child) ? [[name, child] as const] : [],
  );

export const isRequired = (schema: JsonSchema, name: string): boolean =>
  Array.isArray(schema["required"]) && schema["required"].includes(name);

export const valueTitle = (schema: JsonSchema, otherwise = ""): string => {
  const { title } = schema;
  return typeof title === "string" ? title : otherwise;
};

const least = ({ minimum }: JsonSchema): number => Math.max(0, Number(minimum ?? 0));

/** The first value of a field, by kind. */
const FIRST: Readonly<Partial<Record<Kind, (schema: JsonSchema) => unknown>>> = {
  fixed: (schema) => schema["const"],
  choice: (schema) => fieldChoices(schema)[0]?.value,
  boolean: () => false,
  number: least,
  slider: least,
  list: () => [],
  group: emptyObject,
  action: emptyObject,
};

/** The value of a new list entry. */
export function emptyValue(schema: JsonSchema): unknown {
  if ("default" in schema) return structuredClone(schema["default"]);
  if (typeOf(schema)?.namedBy !== undefined) return undefined;
  const first = FIRST[kindOf(schema)];
  return first ? first(schema) : "";
}

function emptyObject(schema: JsonSchema): JsonSchema {
  const needed = propertiesOf(schema).filter(([name, child]) => isRequired(schema, name) && !("default" in child));
  return withoutNothing(Object.fromEntries(needed.map(([name, child]) => [name, emptyValue(child)])));
}

const withoutNothing = (value: JsonSchema): JsonSchema =>
  Object.fromEntries(Object.entries(value).filter(([, member]) => member !== undefined));

/** A copy of an object with one member changed, or removed if the new value is undefined. */
export const withMember = (value: unknown, name: string, member: unknown): JsonSchema =>
  withoutNothing({ ...(isObject(value) ? value : {}), [name]: member });

export const itemsIn = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : []);

export const movedValue = <T>(items: readonly T[], from: number, to: number): T[] => {
  const item = items[from];
  return item === undefined || to < 0 || to >= items.length
    ? [...items]
    : items.toSpliced(from, 1).toSpliced(to, 0, item);
};

/** The first text in a value, used as the name of a list entry. */
export function textIn(schema: JsonSchema, value: unknown): string {
  const type = typeOf(schema);
  if (typeof value === "string") return kindOf(schema) === "choice" || (type && !type.isText) ? "" : value;
  if (!isObject(value)) return "";
  const naming = type?.namedBy;
  if (naming !== undefined) return typeof value[naming] === "string" ? value[naming] : "";
  for (const [name, child] of propertiesOf(schema)) {
    const text = textIn(child, value[name]);
    if (text !== "") return text;
  }
  return "";
}

/** Tells whether a field accepts an empty text as a value. */
export function isEmptyAllowed(schema: JsonSchema): boolean {
  const { minLength, pattern } = schema as { readonly minLength?: number; readonly pattern?: string };
  return (
    !(minLength !== undefined && minLength > 0) &&
    !("format" in schema) &&
    (pattern === undefined || new RegExp(pattern, "u").test(""))
  );
}
