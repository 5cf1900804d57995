import * as z from "zod/mini";
import { navigation, navigationItem, page, redirects, theme } from "../../../../runtime/documents/content/content.ts";
import { settings } from "../../../../runtime/documents/content/settings.ts";
import { newSection, section } from "../../../../runtime/documents/content/section.ts";
import { writtenView } from "../../../../runtime/editing/views.ts";

export type JsonObject = Record<string, unknown>;

/** Named schemas: those that several routes share, or that contain themselves. */
const NAMED = {
  Page: page,
  Section: section,
  NewSection: newSection,
  Navigation: navigation,
  NavigationItem: navigationItem,
  Redirects: redirects,
  Theme: theme,
  Settings: settings,
  Written: writtenView,
};

const names = z.registry<{ id: string }>();
for (const [id, schema] of Object.entries(NAMED)) names.add(schema, { id });

export const COMPONENT = "#/components/schemas/";

/** Converts a shape to JSON Schema. Its definitions are collected in `found`, as the document's shared components. */
export function schemaOf(schema: z.ZodMiniType, found: JsonObject): JsonObject {
  const {
    $schema: _dialect,
    $defs,
    ...rest
  } = z.toJSONSchema(schema, { metadata: names, io: "input", override: saying }) as JsonObject;
  const moved = pointed({ definitions: $defs ?? {}, rest }) as { definitions: JsonObject; rest: JsonObject };
  for (const [name, definition] of Object.entries(moved.definitions)) found[name] = withoutId(definition as JsonObject);
  return withoutId(moved.rest);
}

/** Copies the description of a shape into its JSON Schema. */
function saying({
  zodSchema,
  jsonSchema,
}: {
  readonly zodSchema: z.core.$ZodType;
  readonly jsonSchema: JsonObject;
}): void {
  const says = z.globalRegistry.get(zodSchema)?.description;
  if (says !== undefined) jsonSchema["description"] = says;
}

const withoutId = ({ id: _id, $id: _uri, ...schema }: JsonObject): JsonObject => schema;

function pointed(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(pointed);
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, inner]) => [name, name === "$ref" ? referenceTo(String(inner)) : pointed(inner)]),
  );
}

function referenceTo(reference: string): string {
  const name = reference.replace(/^#\/\$defs\//, "");
  if (!Object.hasOwn(NAMED, name)) throw new Error(`a shape that contains itself needs a name in NAMED: ${reference}`);
  return COMPONENT + name;
}
