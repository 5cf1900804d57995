/** Converts a manifest's schemas to TypeScript. */
import { expandSchema } from "../../../../manifests/fields/fieldSchema.ts";
import { isObject } from "../../../../manifests/json/jsonObject.ts";
import type { JsonSchema } from "../../../../manifests/shapes/shape.ts";

/**
 * Keywords that the conversion drops. A title would name a type, but titles repeat; the others have no TypeScript form.
 */
const DROPPED = new Set([
  "title",
  "$comment",
  "x-rule",
  "x-type",
  "default",
  "examples",
  "pattern",
  "minLength",
  "maxLength",
]);

function plain(value: unknown, isMembers = false): unknown {
  if (Array.isArray(value)) return value.map((item) => plain(item));
  if (!isObject(value)) return value;
  const kept = Object.entries(value).filter(([name]) => isMembers || !DROPPED.has(name));
  const copy = Object.fromEntries(
    kept.map(([name, child]) => [name, plain(child, !isMembers && name === "properties")]),
  );
  return isObject(copy["properties"]) && !isMembers ? { ...copy, required: required(value) } : copy;
}

/** Treats a property with a default as required, because the plugin always gets a value. */
function required({ required: named, properties }: JsonSchema): string[] {
  const defaulted = Object.entries(isObject(properties) ? properties : {}).filter(
    ([, child]) => isObject(child) && "default" in child,
  );
  return [...new Set([...(Array.isArray(named) ? named.map(String) : []), ...defaulted.map(([name]) => name)])];
}

const OPTIONS = {
  bannerComment: "",
  additionalProperties: false,
  ignoreMinAndMaxItems: true,
  unknownAny: true,
  style: { printWidth: 120 },
};

export async function schemaType(name: string, schema: JsonSchema): Promise<string> {
  // The converter has hundreds of modules, which no other command needs.
  const { compile } = await import("json-schema-to-typescript");
  return `\n${await compile(plain(expandSchema(schema)) as JsonSchema, name, OPTIONS)}`;
}
