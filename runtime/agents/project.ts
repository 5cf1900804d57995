import { isObject } from "../../manifests/json/jsonObject.ts";
import type { JsonSchema } from "../../manifests/shapes/shape.ts";

/** The part of a value that its schema names. What has no members or items of its own is taken whole. */
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
