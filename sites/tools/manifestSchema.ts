/** The JSON Schema of manifests for code editors, and its types for authors. */
import { pagesShape } from "../../manifests/manifest/pages.ts";
import { compile } from "json-schema-to-typescript";
import * as z from "zod/mini";
import { promptShape, resourceShape, toolShape } from "../../manifests/agents/mcp.ts";
import { operationShape } from "../../manifests/agents/operationShape.ts";
import { capabilitiesShape } from "../../manifests/capabilities/capabilities.ts";
import { actionShape, sectionTargetShape } from "../../manifests/manifest/action.ts";
import { conditionShape, formShape, placedFormShape, takenFileShape } from "../../manifests/manifest/form.ts";
import { frameShape } from "../../manifests/manifest/frame.ts";
import { contributesShape, manifestShape } from "../../manifests/manifest/manifest.ts";
import { shownFieldShape } from "../../manifests/manifest/memberPage.ts";
import { movedShape } from "../../manifests/manifest/migration.ts";
import { additionShape, pointShape } from "../../manifests/manifest/point.ts";
import { sectionShape } from "../../manifests/manifest/section.ts";
import { themeShape } from "../../manifests/manifest/theme.ts";
import { comparedShape, fieldShape, fixedQueryShape, queryShape } from "../../manifests/shapes/query.ts";

type Schema = Record<string, unknown>;

/** The definitions of the schema, by the names of their types. */
const NAMED = {
  ActionContribution: actionShape,
  AdditionContribution: additionShape,
  AgentOperation: operationShape,
  Capabilities: capabilitiesShape,
  Contributes: contributesShape,
  FieldConditions: comparedShape,
  FixedQuery: fixedQueryShape,
  FormCondition: conditionShape,
  FormContribution: formShape,
  FrameContribution: frameShape,
  FromField: fieldShape,
  Pages: pagesShape,
  Moved: movedShape,
  PlacedForm: placedFormShape,
  PointContribution: pointShape,
  PromptContribution: promptShape,
  Query: queryShape,
  ResourceContribution: resourceShape,
  SectionContribution: sectionShape,
  SectionTarget: sectionTargetShape,
  ShownField: shownFieldShape,
  TakenFile: takenFileShape,
  ThemeContribution: themeShape,
  ToolContribution: toolShape,
};

const names = z.registry<{ id: string }>();
for (const [id, shape] of Object.entries(NAMED)) names.add(shape, { id });

/** Copies the title and the description of a shape into its JSON Schema. */
function saying({ zodSchema, jsonSchema }: { readonly zodSchema: z.core.$ZodType; readonly jsonSchema: Schema }): void {
  const { title, description } = z.globalRegistry.get(zodSchema) ?? {};
  if (title !== undefined) jsonSchema["title"] = title;
  if (description !== undefined) jsonSchema["description"] = description;
}

const manifestSchema = (): Schema =>
  z.toJSONSchema(manifestShape, { metadata: names, override: saying }) as unknown as Schema;

/** The schema of an author's manifest. Authors may add `$schema`, and may not write digests, because packing does. */
export function authoringSchema(): Schema {
  const { $schema, properties, ...rest } = manifestSchema();
  const { files: _written, ...members } = properties as Schema;
  return {
    $schema,
    title: "Drawbridge plugin",
    description: "The manifest of a plugin (plugin.jsonc).",
    allowTrailingCommas: true,
    ...rest,
    properties: {
      $schema: {
        type: "string",
        title: "Schema",
        description: "Address of this schema, for code editors. svc plugin pack leaves it out.",
      },
      ...members,
    },
  };
}

/** Members whose own members are schemas by name. */
const BY_NAME: ReadonlySet<string> = new Set(["properties", "$defs"]);
/** Members that would name a type. A title would name one for every member that has a title. */
const NAMES: ReadonlySet<string> = new Set(["title", "id", "$id"]);

/** The schema as the type generator names it: a reference with words beside it stays a reference. */
function forTypes(value: unknown, isByName = false): unknown {
  if (Array.isArray(value)) return value.map((item) => forTypes(item));
  if (typeof value !== "object" || value === null) return value;
  if (isByName) return Object.fromEntries(Object.entries(value).map(([name, child]) => [name, forTypes(child)]));
  const kept = Object.entries(value).filter(([name]) => !NAMES.has(name) && name !== "$ref");
  const copy = Object.fromEntries(kept.map(([name, child]) => [name, forTypes(child, BY_NAME.has(name))]));
  if (!("$ref" in value)) return copy;
  return kept.length === 0 ? { $ref: value.$ref } : { ...copy, allOf: [{ $ref: value.$ref }] };
}

export const authorTypes = (banner: string): Promise<string> =>
  compile(forTypes(manifestSchema()) as Schema, "PluginManifest", {
    bannerComment: banner,
    additionalProperties: false,
    ignoreMinAndMaxItems: true,
    unknownAny: true,
    style: { printWidth: 120, trailingComma: "all" },
  });
