/**
 * Schemas that every model's API takes. Some take only one `type` in each schema, know null only as `nullable`, and
 * refuse an `enum` without a type.
 */
import type { JsonSchema } from "../../../../manifests/shapes/shape.ts";

const isSchema = (value: unknown): value is JsonSchema =>
  typeof value === "object" && value !== null && !Array.isArray(value);

/** The same schema with one type in each place. */
export function singleTypes(schema: JsonSchema): JsonSchema {
  const { type, anyOf, enum: values, const: constant, ...rest } = schema;
  const inside = Object.fromEntries(Object.entries(rest).map(([name, value]) => [name, innerOf(name, value)]));
  const choices = choicesIn(type, anyOf, constant === undefined ? values : [constant]);
  const solid = choices.filter((choice) => choice["type"] !== "null");
  const nullable = solid.length < choices.length ? { nullable: true } : {};
  const [only] = solid;
  if (only && solid.length === 1) return { ...only, ...inside, ...nullable };
  return solid.length === 0 ? { ...inside, ...nullable } : { ...inside, anyOf: solid, ...nullable };
}

function innerOf(name: string, value: unknown): unknown {
  if (name === "items" && isSchema(value)) return singleTypes(value);
  if (name !== "properties" || !isSchema(value)) return value;
  return Object.fromEntries(
    Object.entries(value).map(([member, child]) => [member, isSchema(child) ? singleTypes(child) : child]),
  );
}

function choicesIn(type: unknown, anyOf: unknown, values: unknown): JsonSchema[] {
  if (Array.isArray(anyOf)) return anyOf.filter(isSchema).map(singleTypes);
  if (Array.isArray(values)) return valueChoices(values);
  return [type].flat().flatMap((one) => (typeof one === "string" ? [{ type: one }] : []));
}

/** One choice for each type among some values. */
const valueChoices = (values: readonly unknown[]): JsonSchema[] =>
  [...Map.groupBy(values, typeOf)].map(([type, some]) => (type === "null" ? { type } : { type, enum: some }));

function typeOf(value: unknown): string {
  if (value === null) return "null";
  return typeof value === "number" && Number.isInteger(value) ? "integer" : typeof value;
}
