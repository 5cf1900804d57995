/** An entry's values as Markdown, for a content type without a template of its own: a line for each value. */
import { expandSchema } from "../../../manifests/fields/fieldSchema.ts";
import { isOfType } from "../../../manifests/fields/fieldTypes.ts";
import type { JsonSchema } from "../../../manifests/shapes/shape.ts";

const titleOf = (name: string, { title }: JsonSchema): string => (typeof title === "string" ? title : name);

/** A choice as readers know it: by its title. */
function chosen({ oneOf }: JsonSchema, value: unknown): unknown {
  const choice = Array.isArray(oneOf) ? oneOf.find((one: JsonSchema) => one["const"] === value) : undefined;
  return (choice as JsonSchema | undefined)?.["title"] ?? value;
}

/** Values that are one text. Pictures, pages and groups of fields have no short text. */
function textOf(schema: JsonSchema, value: unknown): string | undefined {
  if (isOfType(schema, "drawbridge:page") || isOfType(schema, "drawbridge:pages")) return undefined;
  if (Array.isArray(value)) {
    const items = value.flatMap((item) => textOf((schema["items"] ?? {}) as JsonSchema, item) ?? []);
    return items.length > 0 ? items.join(", ") : undefined;
  }
  if (typeof value === "boolean") return value ? "✓" : "–";
  return typeof value === "string" || typeof value === "number" ? String(chosen(schema, value)) : undefined;
}

export function valuesAsMarkdown(fields: JsonSchema, values: Readonly<Record<string, unknown>>): string {
  const properties = (expandSchema(fields)["properties"] ?? {}) as Readonly<Record<string, JsonSchema>>;
  const parts = Object.entries(properties).flatMap(([name, schema]) => {
    const text = textOf(schema, values[name]);
    if (text === undefined || text === "") return [];
    return [isOfType(schema, "drawbridge:markdown") ? text : `**${titleOf(name, schema)}:** ${text}`];
  });
  return parts.join("\n\n");
}
