/**
 * Converts the project's own shapes to TypeScript. An object with a title becomes an interface of that name; every
 * other type is written inline. The compiler for authors' schemas would format each nested object over many lines.
 */
import * as z from "zod/mini";
import { isObject } from "../../../../manifests/json/jsonObject.ts";
import type { JsonSchema } from "../../../../manifests/shapes/shape.ts";

export interface TypeText {
  /** The inline form of the type. */
  readonly type: string;
  /** The interfaces that the type refers to, each before those that use it. */
  readonly interfaces: ReadonlyMap<string, string>;
}

const PLAIN: Readonly<Record<string, string>> = {
  string: "string",
  integer: "number",
  number: "number",
  boolean: "boolean",
  null: "null",
};

const listOf = (value: unknown): JsonSchema[] => (Array.isArray(value) ? value.filter(isObject) : []);
const docOf = ({ description }: JsonSchema, indent = ""): string =>
  description === undefined ? "" : `${indent}/** ${String(description)} */\n`;
const together = (types: readonly string[]): string => types.join(" | ");

class Printer {
  readonly interfaces = new Map<string, string>();
  /** The type of a value of any shape. */
  readonly #any: string;

  constructor(any = "unknown") {
    this.#any = any;
  }

  /** The parameters of a method, in their order. */
  parameters(schema: JsonSchema, takesMany: boolean): string {
    const members = this.#members(schema).map(([{ items }, text]) =>
      isObject(items) && !takesMany ? text.replace(": ", ": readonly ") : text,
    );
    return [...members.slice(0, -1), ...members.slice(-1).map((last) => (takesMany ? `...${last}` : last))].join(", ");
  }

  type(schema: JsonSchema): string {
    const { title, properties } = schema;
    if (properties === undefined) return this.#plain(schema);
    if (typeof title !== "string")
      return `{ ${this.#members(schema)
        .map(([, text]) => text)
        .join("; ")} }`;
    const members = this.#members(schema).map(([member, text]) => `${docOf(member, "  ")}  ${text};\n`);
    this.interfaces.set(title, `\n${docOf(schema)}export interface ${title} {\n${members.join("")}}\n`);
    return title;
  }

  #members({ properties, required }: JsonSchema): [JsonSchema, string][] {
    const isRequired = (name: string): boolean => Array.isArray(required) && required.includes(name);
    return Object.entries(properties as Record<string, JsonSchema>).map(([name, member]) => [
      member,
      `${name}${isRequired(name) ? "" : "?"}: ${this.type(member)}`,
    ]);
  }

  #plain({ type, typescript, enum: values, anyOf, allOf, items, additionalProperties }: JsonSchema): string {
    if (typeof typescript === "string") return typescript;
    if (allOf !== undefined)
      return `(${listOf(allOf)
        .map((part) => this.type(part))
        .join(" & ")})`;
    if (Array.isArray(values)) return together(values.map((value) => JSON.stringify(value)));
    if (anyOf !== undefined) return together(listOf(anyOf).map((choice) => this.type(choice)));
    if (isObject(items)) return this.#listOf(items);
    if (isObject(additionalProperties)) return `Record<string, ${this.type(additionalProperties)}>`;
    return together([type].flat().map((name) => PLAIN[String(name)] ?? this.#any));
  }

  #listOf(items: JsonSchema): string {
    const isChoice = [items["anyOf"], items["enum"], items["type"]].some(Array.isArray);
    return isChoice ? `(${this.type(items)})[]` : `${this.type(items)}[]`;
  }
}

/** A method's type: its parameters, and a promise of what it gives. */
export function methodText(
  takes: z.core.$ZodShape,
  gives: z.ZodMiniType,
  { takesMany, isGeneric }: { readonly takesMany?: true | undefined; readonly isGeneric?: true | undefined },
): string {
  const parameters = new Printer().parameters(z.toJSONSchema(z.object(takes)) as JsonSchema, takesMany === true);
  const given = new Printer(isGeneric ? "T" : undefined).type(z.toJSONSchema(gives) as JsonSchema);
  return `${isGeneric ? "<T = unknown>" : ""}(${parameters}): Promise<${given}>`;
}

export function typeText(shape: z.ZodMiniType): TypeText {
  const printer = new Printer();
  return { type: printer.type(z.toJSONSchema(shape) as JsonSchema), interfaces: printer.interfaces };
}
