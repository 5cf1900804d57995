/** Rules within one section: its schema, the variants in its examples, and the fields that its queries refer to. */
import { currencyIssues } from "./currencyRules.ts";
import { checkDefaults, validateFields } from "../fields/fields.ts";
import { checkFieldSchema, expandSchema } from "../fields/fieldSchema.ts";
import { ENTRIES_TYPE, isOfType } from "../fields/fieldTypes.ts";
import { isObject } from "../json/jsonObject.ts";
import { checkTemplate } from "../templates/templateCheck.ts";
import type { PlacedForm } from "../manifest/form.ts";
import { describe, valueAt } from "../refusals/pointer.ts";
import type { Query, Where } from "../shapes/query.ts";
import type { Issue } from "../refusals/refusal.ts";
import type { DrawnType } from "../manifest/contentType.ts";
import type { SectionContribution } from "../manifest/section.ts";
import { placesIssues } from "./placesRules.ts";
import { markIssues } from "./settingsRules.ts";
import type { JsonSchema } from "../shapes/shape.ts";

export const under = (pointer: string, issues: readonly Issue[]): Issue[] =>
  issues.map((issue) => ({ ...issue, pointer: pointer + issue.pointer }));

/** Checks an author's schema, and its defaults against it. */
export function schemaIssues(schema: JsonSchema, pointer: string, marks = markIssues): Issue[] {
  const issues = [...checkFieldSchema(schema), ...marks(schema)];
  return under(pointer, issues.length > 0 ? issues : [...checkDefaults(schema), ...currencyIssues(schema, "")]);
}

const TYPES_OF: Readonly<Record<Exclude<keyof Query, "where" | "language" | "entries">, string>> = {
  collection: "string",
  order: "string",
  limit: "integer",
  under: "string",
  type: "string",
  offset: "integer",
};

/** The type that a field must have to supply each member of a placed form. */
const FORM_TYPES: Readonly<Record<keyof PlacedForm, string>> = {
  type: "string",
  success: "string",
  thanks: "string",
  submit: "string",
  confirm: "boolean",
  challenge: "boolean",
  confirmAddress: "boolean",
  retentionDays: "integer",
};

/** Members of a placed form that refer to a missing field, or to a field of another type. */
function placedFormIssues(form: PlacedForm, schema: JsonSchema, pointer: string): Issue[] {
  const properties = (expandSchema(schema)["properties"] ?? {}) as JsonSchema;
  return (Object.keys(FORM_TYPES) as (keyof PlacedForm)[]).flatMap((name) => {
    const value = form[name];
    if (typeof value !== "object") return [];
    const type =
      valueAt(properties, [value.field, "type"]) ?? (valueAt(properties, [value.field]) ? "string" : undefined);
    if (type === FORM_TYPES[name]) return [];
    return [
      {
        pointer: `${pointer}/${name}/field`,
        found: describe(value.field),
        allowed: `a field of type ${FORM_TYPES[name]}`,
      },
    ];
  });
}

function referenceIssues(query: Query, properties: JsonSchema, pointer: string): Issue[] {
  return (Object.keys(TYPES_OF) as (keyof typeof TYPES_OF)[]).flatMap((name) => {
    const value = query[name];
    if (typeof value !== "object") return [];
    const schema = valueAt(properties, [value.field]);
    const at = `${pointer}/${name}/field`;
    if (schema === undefined) {
      return [
        {
          pointer: at,
          found: describe(value.field),
          allowed: `one of the fields ${Object.keys(properties).join(", ")}`,
        },
      ];
    }
    const type = valueAt(schema, ["type"]) ?? "string";
    if (type === TYPES_OF[name]) return [];
    return [{ pointer: at, found: `a field of type ${String(type)}`, allowed: `a field of type ${TYPES_OF[name]}` }];
  });
}

/** Queries that refer to a missing field, or to a field of another type. */
export function queryIssues(queries: Readonly<Record<string, Query>>, schema: JsonSchema, pointer: string): Issue[] {
  const properties = expandSchema(schema)["properties"] as JsonSchema | undefined;
  return Object.entries(queries).flatMap(([name, query]) => [
    ...referenceIssues(query, properties ?? {}, `${pointer}/${name}`),
    ...comparedIssues(query.where ?? {}, properties ?? {}, `${pointer}/${name}/where`),
    ...chosenIssues(query, properties ?? {}, `${pointer}/${name}`),
  ]);
}

/** Faults of a query whose entries a member chooses: the field, and members that the choice would replace. */
function chosenIssues({ entries, ...beside }: Query, properties: JsonSchema, pointer: string): Issue[] {
  if (entries === undefined) return [];
  const schema = valueAt(properties, [entries.field]);
  const isChoice = isObject(schema) && isOfType(schema, ENTRIES_TYPE);
  const fixed = (["type", "where", "order", "collection"] as const).filter((name) => beside[name] !== undefined);
  return [
    ...(isChoice
      ? []
      : [
          {
            pointer: `${pointer}/entries/field`,
            found: describe(entries.field),
            allowed: `a field of ${ENTRIES_TYPE}`,
          },
        ]),
    ...fixed.map((name) => ({
      pointer: `${pointer}/${name}`,
      found: `${name} beside entries`,
      allowed: "neither, because a member chooses it",
    })),
  ];
}

/** Comparisons with a field that does not exist. Their types depend on the content type. */
function comparedIssues(where: Where, properties: JsonSchema, pointer: string): Issue[] {
  return Object.entries(where).flatMap(([name, comparisons]) =>
    Object.entries(comparisons).flatMap(([comparison, value]) =>
      [value].flat().flatMap((one): Issue[] => {
        if (typeof one !== "object" || Object.hasOwn(properties, one.field)) return [];
        const at = `${pointer}/${name}/${comparison}`;
        return [
          {
            pointer: Array.isArray(value) ? at : `${at}/field`,
            found: describe(one.field),
            allowed: `one of the fields ${Object.keys(properties).join(", ")}`,
          },
        ];
      }),
    ),
  );
}

interface Filled {
  readonly variant?: string;
  readonly fields: JsonSchema;
}

function filledIssues({ variant, fields }: Filled, section: SectionContribution, pointer: string): Issue[] {
  const variants = section.variants.map(({ name }) => name);
  const issues = under(`${pointer}/fields`, validateFields(section.fields, fields));
  if (variant === undefined || variants.includes(variant)) return issues;
  return [
    { pointer: `${pointer}/variant`, found: describe(variant), allowed: `one of ${variants.join(", ")}` },
    ...issues,
  ];
}

/**
 * Faults of migration steps: a target that does not exist, or several steps for one field, whose order would be
 * undefined.
 */
export function migrationIssues(
  { fields, renamed = {}, deprecated = {}, migrate = [] }: DrawnType,
  pointer: string,
): Issue[] {
  const names = Object.keys((expandSchema(fields)["properties"] ?? {}) as JsonSchema);
  const toField = (name: string, at: string): Issue[] =>
    names.includes(name)
      ? []
      : [{ pointer: pointer + at, found: describe(name), allowed: `one of the fields ${names.join(", ")}` }];
  const steps = migrate.flatMap(({ move, default: preset, split, convert }, index) => {
    const at = `/migrate/${index}`;
    const does = [move, preset, split, convert].filter((one) => one !== undefined).length;
    return [
      ...(does === 1
        ? []
        : [{ pointer: pointer + at, found: `${does} changes`, allowed: "one of move, default, split, convert" }]),
      ...(move ? toField(move.to, `${at}/move/to`) : []),
      ...(preset ? toField(preset.field, `${at}/default/field`) : []),
      ...(convert?.fields ?? []).flatMap((name, place) => toField(name, `${at}/convert/fields/${place}`)),
      ...Object.entries(split?.into ?? {}).flatMap(([name, template]) => [
        ...toField(name, `${at}/split/into/${name}`),
        ...checkTemplate({ text: template, pointer: `${pointer}${at}/split/into/${name}` }, "text"),
      ]),
    ];
  });
  return [
    ...Object.entries(renamed).flatMap(([from, to]) => [
      ...toField(to, `/renamed/${from}`),
      ...(names.includes(from)
        ? [{ pointer: `${pointer}/renamed/${from}`, found: "a field of the schema", allowed: "an earlier name" }]
        : []),
    ]),
    ...Object.keys(deprecated).flatMap((name) => toField(name, `/deprecated/${name}`)),
    ...steps,
  ];
}

/** The schema of computed data. Members of an object alone have names in templates. */
function outputIssues(output: JsonSchema | undefined, pointer: string): Issue[] {
  if (output === undefined) return [];
  const issues = schemaIssues(output, pointer);
  return issues.length > 0 || output["type"] === "object"
    ? issues
    : [{ pointer: `${pointer}/type`, found: describe(output["type"]), allowed: '"object"' }];
}

export function sectionIssues(section: SectionContribution, pointer: string): Issue[] {
  const schema = schemaIssues(section.fields, `${pointer}/fields`);
  // Values cannot be checked against a refused schema.
  if (schema.length > 0) return schema;
  return [
    ...outputIssues(section.data?.output, `${pointer}/data/output`),
    ...(section.form ? placedFormIssues(section.form, section.fields, `${pointer}/form`) : []),
    ...queryIssues(section.queries ?? {}, section.fields, `${pointer}/queries`),
    ...migrationIssues(section, pointer),
    ...placesIssues(section, pointer),
    ...filledIssues(section.example, section, `${pointer}/example`),
    ...(section.presets ?? []).flatMap((preset, index) => filledIssues(preset, section, `${pointer}/presets/${index}`)),
  ];
}
