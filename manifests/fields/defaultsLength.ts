/**
 * Counts how much defaults would add to a value. Items of a default have defaults of their own, so a schema of a
 * thousand characters can expand to gigabytes. The count runs before any default is filled in, and stops at the limit.
 */
import { DEFAULTS_MAX_CHARS } from "../bounds/json.ts";
import type { Issue } from "../refusals/refusal.ts";
import { isObject } from "../json/jsonObject.ts";
import type { JsonSchema } from "../shapes/shape.ts";

/** Two quotes, a colon and a comma. */
const AROUND_NAME = 4;

class DefaultsLength {
  #chars = 0;

  get isTooLong(): boolean {
    return this.#chars > DEFAULTS_MAX_CHARS;
  }

  add(schema: JsonSchema, value: unknown): void {
    if (this.isTooLong) return;
    const { items, properties } = schema;
    if (Array.isArray(value) && isObject(items)) for (const item of value) this.add(items, item);
    else if (isObject(value) && isObject(properties)) this.#addMembers(properties, value);
  }

  #addMembers(properties: JsonSchema, value: JsonSchema): void {
    for (const [name, child] of Object.entries(properties)) {
      if (!isObject(child)) continue;
      if (Object.hasOwn(value, name)) this.add(child, value[name]);
      else if ("default" in child) this.#addDefault(name, child);
    }
  }

  #addDefault(name: string, schema: JsonSchema): void {
    this.#chars += name.length + AROUND_NAME + JSON.stringify(schema["default"]).length;
    this.add(schema, schema["default"]);
  }
}

/** Lists the issues of a value to which the defaults of its expanded schema add too much. */
export function defaultsIssues(schema: JsonSchema, value: unknown): Issue[] {
  const length = new DefaultsLength();
  length.add(schema, value);
  return length.isTooLong
    ? [
        {
          pointer: "",
          found: "defaults that add more",
          allowed: `at most ${DEFAULTS_MAX_CHARS} characters of defaults`,
        },
      ]
    : [];
}
