/** The links, references and formatted texts among a section's fields, by the schema of its type. */
import { expandSchema } from "../../../manifests/fields/fieldSchema.ts";
import { isOfType } from "../../../manifests/fields/fieldTypes.ts";
import { isObject } from "../../../manifests/json/jsonObject.ts";
import type { JsonSchema } from "../../../manifests/shapes/shape.ts";

export interface SectionTexts {
  readonly links: readonly string[];
  readonly markdown: readonly string[];
  /** Ids of pages to which the fields refer. */
  readonly pages: readonly string[];
}

export function sectionTexts(fields: JsonSchema, values: unknown): SectionTexts {
  const found = [...textsIn(expandSchema(fields), values)];
  const ofType = (name: string): string[] =>
    found.filter(({ schema }) => isOfType(schema, name)).map(({ text }) => text);
  return {
    links: ofType("drawbridge:link"),
    markdown: ofType("drawbridge:markdown"),
    pages: ofType("drawbridge:page"),
  };
}

interface FieldText {
  readonly schema: JsonSchema;
  readonly text: string;
}

function* textsIn(schema: unknown, value: unknown): Generator<FieldText> {
  if (!isObject(schema)) return;
  if (typeof value === "string") yield { schema, text: value };
  if (Array.isArray(value)) for (const item of value) yield* textsIn(schema["items"], item);
  const properties = schema["properties"];
  if (!isObject(value) || !isObject(properties)) return;
  for (const [name, inner] of Object.entries(value))
    if (Object.hasOwn(properties, name)) yield* textsIn(properties[name], inner);
}
