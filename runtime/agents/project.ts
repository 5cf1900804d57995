import { isObject } from "../../manifests/json/jsonObject.ts";
import type { JsonSchema } from "../../manifests/shapes/shape.ts";

/** The part of a value that a schema names. A value whose schema has no properties or items is kept whole. */
export function project(schema: JsonSchema, value: unknown): unknown {
  if (Array.isArray(value)) {
    const items = schema["items"];
    return isObject(items) ? value.map((item) => project(items, item)) : value;
  }
  const properties = schema["properties"];
  if (!isObject(value) || !isObject(properties)) return value;
  const result: JsonSchema = {};
  for (const [name, child] of Object.entries(properties)) {
    if (Object.hasOwn(value, name)) result[name] = project(child as JsonSchema, value[name]);
  }
  return result;
}
