/**
 * Short schemas for the list of tools. Clients put the whole list into each prompt, so these schemas keep names, types,
 * choices and descriptions, and drop bounds. The tool validates each call against the full schema, and a refusal names
 * the place and the bound. A short schema accepts everything that the full one accepts.
 */
import * as z from "zod/mini";
import { singleTypes } from "./singleTypes.ts";
import type { JsonSchema } from "../../../../manifests/shapes/shape.ts";

const BOUNDS = new Set([
  "$schema",
  "$defs",
  "pattern",
  "format",
  "minLength",
  "maxLength",
  "minItems",
  "maxItems",
  "minimum",
  "maximum",
  "exclusiveMinimum",
  "exclusiveMaximum",
  "additionalProperties",
  "propertyNames",
  "title",
  "default",
]);

const isSchema = (value: unknown): value is JsonSchema =>
  typeof value === "object" && value !== null && !Array.isArray(value);
const schemasIn = (value: unknown): JsonSchema[] => (Array.isArray(value) ? value.filter(isSchema) : []);

const same = (one: unknown, other: unknown): boolean => JSON.stringify(one) === JSON.stringify(other);
const unique = (schemas: readonly JsonSchema[]): JsonSchema[] =>
  schemas.filter((schema, index) => schemas.findIndex((other) => same(schema, other)) === index);

class Shortening {
  readonly #definitions: JsonSchema;

  constructor(root: JsonSchema) {
    this.#definitions = isSchema(root["$defs"]) ? root["$defs"] : {};
  }

  /** Shortens a schema. `depth` is the number of objects around it. */
  of(schema: JsonSchema, depth = 0): JsonSchema {
    const reference = schema["$ref"];
    if (typeof reference === "string") return this.#referred(reference, schema, depth);
    const choices = [...schemasIn(schema["anyOf"]), ...schemasIn(schema["oneOf"])];
    if (choices.length > 0) return withWords(merged(choices.map((choice) => this.of(choice, depth))), schema);
    if (depth >= DEEPEST && isSchema(schema["properties"])) return named(schema, schema["properties"]);
    return this.#plain(schema, depth);
  }

  #referred(reference: string, schema: JsonSchema, depth: number): JsonSchema {
    const target = this.#definitions[reference.slice(reference.lastIndexOf("/") + 1)];
    return withWords(isSchema(target) && depth <= DEEPEST ? this.of(target, depth) : { type: "object" }, schema);
  }

  #plain(schema: JsonSchema, depth: number): JsonSchema {
    const kept = Object.entries(schema).filter(([name, value]) => !BOUNDS.has(name) && !isBounds(name, value));
    return Object.fromEntries(kept.map(([name, value]) => [name, this.#member(name, value, depth)]));
  }

  #member(name: string, value: unknown, depth: number): unknown {
    if (name === "items" && isSchema(value)) return this.of(value, depth);
    if (name !== "properties" || !isSchema(value)) return value;
    return Object.fromEntries(
      Object.entries(value)
        .map(([member, child]) => [member, isSchema(child) ? this.of(child, depth + 1) : child] as const)
        .map(withoutRepeat),
    );
  }
}

/** A member whose own members are those of a member before it. It names that one instead of listing them again. */
function withoutRepeat(
  [name, schema]: readonly [string, unknown],
  index: number,
  all: readonly (readonly [string, unknown])[],
): readonly [string, unknown] {
  if (!isSchema(schema) || !isSchema(schema["properties"])) return [name, schema];
  const { properties, description = "", ...rest } = schema;
  const [before] = all.slice(0, index).find(([, one]) => isSchema(one) && same(one["properties"], properties)) ?? [];
  if (before === undefined) return [name, schema];
  return [name, { ...rest, description: `${String(description)} Members: those of ${before}.`.trim() }];
}

/** Objects nested this deep are described only by the names of their members. */
const DEEPEST = 2;

const named = ({ description = "" }: JsonSchema, members: JsonSchema): JsonSchema => ({
  type: "object",
  description: wordsOf(String(description), `Members: ${Object.keys(members).join(", ")}.`),
});

/** The most characters of a description. Names of members take precedence over sentences. */
const WORDS_MAX_CHARS = 120;

const withWords = (schema: JsonSchema, { description }: JsonSchema): JsonSchema =>
  description === undefined
    ? schema
    : { ...schema, description: wordsOf(String(description), String(schema["description"] ?? "")) };

/** Combines the descriptions of a place and of its type. The list of members always stays. */
const wordsOf = (outer: string, inner: string): string => {
  const [members] = /Members: [^.]*\.$/.exec(inner) ?? [];
  if (members === undefined || outer.endsWith(members)) return outer;
  const both = `${outer} ${members}`.trim();
  return both.length > WORDS_MAX_CHARS ? members : both;
};

/** Most choices that the list names. More would take the room of a tool, and a refusal names all of them. */
const CHOICES_MAX = 12;

/** True for several patterns of one text, which stand in `allOf`, and for a long list of choices. */
const isBounds = (name: string, value: unknown): boolean =>
  (name === "allOf" && schemasIn(value).every((one) => Object.keys(one).every((member) => BOUNDS.has(member)))) ||
  (name === "enum" && Array.isArray(value) && value.length > CHOICES_MAX);

/** Merges schemas into one that accepts everything that any of them accepts. */
function merged(choices: readonly JsonSchema[]): JsonSchema {
  const different = unique(choices.flatMap((choice) => (isChoice(choice) ? schemasIn(choice["anyOf"]) : [choice])));
  const [only] = different;
  if (only && different.length === 1) return only;
  if (different.every((choice) => "properties" in choice)) return mergedObject(different);
  if (different.every((choice) => isConstant(choice))) return mergedConstants(different);
  const solid = different.filter((choice) => !isNull(choice));
  const [alone] = solid;
  if (alone && solid.length === 1 && typeof alone["type"] === "string")
    return { ...alone, type: [alone["type"], "null"] };
  const types = different.map(({ type }) => type);
  return different.every(isBare) && types.every((type) => typeof type === "string")
    ? { type: types }
    : { anyOf: different };
}

/** A choice among further ones, which stand for themselves. */
const isChoice = (schema: JsonSchema): boolean => Object.keys(schema).every((name) => name === "anyOf");
const isNull = (schema: JsonSchema): boolean => isBare(schema) && schema["type"] === "null";
const isBare = (schema: JsonSchema): boolean => Object.keys(schema).every((name) => name === "type");
const isConstant = (schema: JsonSchema): boolean => "const" in schema;

/** Merges constants; each keeps its description. */
const mergedConstants = (choices: readonly JsonSchema[]): JsonSchema => {
  const explained = choices.flatMap(({ const: value, description }) =>
    description === undefined ? [] : [`${String(value)}: ${String(description)}`],
  );
  const words = explained.join(" ");
  const description =
    words.length > WORDS_MAX_CHARS
      ? "The kind of operation. Each of the other members belongs to one or more kinds."
      : words;
  return { enum: choices.map((choice) => choice["const"]), ...(words === "" ? {} : { description }) };
};

function mergedObject(choices: readonly JsonSchema[]): JsonSchema {
  const members = choices.map(({ properties }) => properties as Readonly<Record<string, JsonSchema>>);
  const names = [...new Set(members.flatMap((found) => Object.keys(found)))];
  const properties = names.map(
    (name) => [name, mergedMember(members.flatMap((found) => (found[name] ? [found[name]] : [])))] as const,
  );
  const lists = choices.map(({ required }) => (Array.isArray(required) ? (required as string[]) : []));
  const required = (lists[0] ?? []).filter((name) => lists.every((list) => list.includes(name)));
  return { type: "object", properties: Object.fromEntries(properties), ...(required.length > 0 ? { required } : {}) };
}

function mergedMember(schemas: readonly JsonSchema[]): JsonSchema {
  const [first = {}] = schemas;
  if (schemas.every(isConstant)) return mergedConstants(schemas);
  const bare = unique(schemas.map(({ description: _words, ...schema }): JsonSchema => schema));
  return withWords(merged(bare), first);
}

/** A schema without bounds; deeply nested objects have only the names of their members. */
export const shortInput = (schema: JsonSchema): JsonSchema => {
  const short = singleTypes(new Shortening(schema).of(schema));
  return schema["additionalProperties"] === false ? { ...short, additionalProperties: false } : short;
};

/** The whole schema, with every bound. */
export const wholeSchema = (shape: z.ZodMiniType): JsonSchema => {
  const { $schema: _dialect, ...schema } = z.toJSONSchema(shape, { io: "input", unrepresentable: "any" });
  return schema as JsonSchema;
};
