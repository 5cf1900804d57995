/** The links and formatted texts among a section's fields, by the schema of its type. */
import { expandSchema } from "../../../manifests/fields/fieldSchema.ts";
import { isObject } from "../../../manifests/json/jsonObject.ts";
import type { JsonSchema } from "../../../manifests/shapes/shape.ts";

export interface SectionTexts {
  readonly links: readonly string[];
  readonly markdown: readonly string[];
}

export function sectionTexts(fields: JsonSchema, values: unknown): SectionTexts {
  const found = [...ruled(expandSchema(fields), values)];
  const ofRule = (rule: string): string[] => found.filter((one) => one.rule === rule).map(({ text }) => text);
  return { links: ofRule("link"), markdown: ofRule("markdown") };
}

interface Ruled {
  /** The rule of a field type, which remains when references are replaced. */
  readonly rule: unknown;
  readonly text: string;
}

function* ruled(schema: unknown, value: unknown): Generator<Ruled> {
  if (!isObject(schema)) return;
  if (typeof value === "string") yield { rule: schema["x-rule"], text: value };
  if (Array.isArray(value)) for (const item of value) yield* ruled(schema["items"], item);
  const properties = schema["properties"];
  if (!isObject(value) || !isObject(properties)) return;
  for (const [name, inner] of Object.entries(value))
    if (Object.hasOwn(properties, name)) yield* ruled(properties[name], inner);
}
