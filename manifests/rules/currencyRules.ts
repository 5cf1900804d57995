/** Rules of the keyword `currency`, at any depth of a schema of fields. */
import { CURRENCY_SAYS, currencyField, isCurrency } from "../fields/currency.ts";
import { isObject } from "../json/jsonObject.ts";
import { describe, encodePointer, valueAt } from "../refusals/pointer.ts";
import type { Issue } from "../refusals/refusal.ts";
import type { JsonSchema } from "../shapes/shape.ts";

const isTextField = (schema: unknown): boolean =>
  isObject(schema) && (schema["type"] === "string" || schema["$ref"] === "drawbridge:text" || "oneOf" in schema);

function issuesOf(name: string, currency: unknown, properties: JsonSchema, pointer: string): Issue[] {
  if (!isCurrency(currency)) return [{ pointer, found: describe(currency), allowed: CURRENCY_SAYS }];
  const field = currencyField(currency);
  if (field === undefined || (field !== name && isTextField(valueAt(properties, [field])))) return [];
  return [{ pointer: `${pointer}/field`, found: describe(field), allowed: "another field, with a text or choice" }];
}

/** Faults of the currencies of a schema that has no other fault. */
export function currencyIssues(schema: unknown, pointer: string): Issue[] {
  if (!isObject(schema)) return [];
  const { properties, items } = schema;
  const fields = Object.entries(isObject(properties) ? properties : {}).flatMap(([name, child]): Issue[] => {
    const at = pointer + encodePointer(["properties", name]);
    const ownIssues =
      isObject(child) && "currency" in child
        ? issuesOf(name, child["currency"], properties as JsonSchema, `${at}/currency`)
        : [];
    return [...ownIssues, ...currencyIssues(child, at)];
  });
  return [...fields, ...currencyIssues(items, `${pointer}/items`)];
}
