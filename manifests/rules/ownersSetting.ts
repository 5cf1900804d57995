/** Settings that the owner alone writes, because they name where data goes. */
import { expandSchema } from "../fields/fieldSchema.ts";
import { isObject } from "../json/jsonObject.ts";
import { describe, encodePointer, valueAt } from "../refusals/pointer.ts";
import type { Issue } from "../refusals/refusal.ts";
import type { JsonSchema } from "../shapes/shape.ts";

/** Keywords by which an author chooses a value, or offers one to choose. */
const CHOOSING: readonly string[] = ["default", "const", "enum", "oneOf", "examples"];

const isEmpty = (value: unknown): boolean => value === "" || (Array.isArray(value) && value.length === 0);

/**
 * The values that an author chose anywhere in a setting, such as a default of a list's entries. The author would choose
 * the goal where the owner believes to choose it.
 */
export function chosenIssues(settings: JsonSchema, name: string, allowed: string): Issue[] {
  const path = ["properties", name];
  return chosenIn(valueAt(expandSchema(settings), path), path).map(([at, value]) => ({
    pointer: encodePointer(["contributes", "settings", ...at]),
    found: describe(value),
    allowed,
  }));
}

type Chosen = readonly [at: readonly string[], value: unknown];

function chosenIn(schema: unknown, at: readonly string[]): Chosen[] {
  if (!isObject(schema)) return [];
  const chosen = CHOOSING.filter((keyword) => Object.hasOwn(schema, keyword) && !isEmpty(schema[keyword])).map(
    (keyword): Chosen => [[...at, keyword], schema[keyword]],
  );
  const { items, properties } = schema;
  const members = isObject(properties) ? Object.entries(properties) : [];
  return [
    ...chosen,
    ...chosenIn(items, [...at, "items"]),
    ...members.flatMap(([name, member]) => chosenIn(member, [...at, "properties", name])),
  ];
}
