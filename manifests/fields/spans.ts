/** Fields that end what another field begins: `notBefore` names the field that must not be later. */
import { instantOf } from "../shapes/calendar.ts";
import { isObject } from "../json/jsonObject.ts";
import { describe, encodePointer, valueAt } from "../refusals/pointer.ts";
import type { Issue } from "../refusals/refusal.ts";
import { ruled } from "../refusals/rules.ts";
import type { JsonSchema } from "../shapes/shape.ts";

/** A point in time that compares with others of its format. Date-times may have different zones. */
const placeOf = (text: unknown, format: unknown): string | number | undefined =>
  typeof text !== "string" || text === "" ? undefined : format === "date-time" ? instantOf(text) : text;

/** Issues of fields that end before they begin, in an expanded schema. An empty field is never wrong. */
export function spanIssues(
  { items, properties }: JsonSchema,
  value: unknown,
  path: readonly PropertyKey[] = [],
): Issue[] {
  if (!isObject(value) && !Array.isArray(value)) return [];
  return Object.entries(value).flatMap(([name, part]): Issue[] => {
    const at = [...path, name];
    const schema = items ?? valueAt(properties, [name]);
    if (!isObject(schema)) return [];
    const { format, notBefore } = schema;
    const start = valueAt(value, [String(notBefore)]);
    const [one, other] = [part, start].map((text) => placeOf(text, format));
    if (notBefore === undefined || one === undefined || other === undefined || one >= other)
      return spanIssues(schema, part, at);
    return [{ pointer: encodePointer(at), found: describe(part), ...ruled("notBefore", String(start)) }];
  });
}
