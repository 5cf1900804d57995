/** Rules of the owner's types: the kinds of their fields, and everything that holds for a plugin's types. */
import { OWN_FIELDS_MAX } from "../bounds/documents.ts";
import { isObject } from "../json/jsonObject.ts";
import { describe, encodePointer } from "../refusals/pointer.ts";
import type { Issue } from "../refusals/refusal.ts";
import { contentTypeShape } from "../manifest/contentType.ts";
import { issuesFromZod } from "../refusals/issues.ts";
import { under } from "../rules/sectionRules.ts";
import { contentTypeIssues } from "../rules/contentTypeRules.ts";
import { isOfOneScript, isSeen, SCRIPTS_SAYS, SEEN_SAYS } from "../shapes/plainText.ts";
import { fieldNameShape, type JsonSchema, labelShape } from "../shapes/shape.ts";
import { contributed } from "./asPlugin.ts";
import { choiceValues, FIELD_KINDS, kindOfField, KINDS_SAY } from "./kinds.ts";
import type { OwnType, OwnTypes } from "./ownTypes.ts";

const ROOT = ["type", "properties", "required", "additionalProperties"];
const ROOT_SAYS = '{ "type": "object", "properties": …, "required": […], "additionalProperties": false }';

const isLabel = (text: unknown): boolean => labelShape.safeParse(text).success;
const LABEL_SAYS = `a title of one line: ${SEEN_SAYS}`;

function titleIssues(schema: JsonSchema, pointer: string): Issue[] {
  return [
    { title: schema["title"], at: "" },
    ...choiceValues(schema).map(({ title }, index) => ({ title, at: `/oneOf/${index}` })),
  ]
    .filter(({ title }) => !isLabel(title))
    .map(({ title, at }) => ({
      pointer: `${pointer}${at}/title`,
      found: describe(title),
      allowed: typeof title === "string" && isSeen(title) && !isOfOneScript(title) ? SCRIPTS_SAYS : LABEL_SAYS,
    }));
}

function fieldIssues(name: string, schema: unknown, isRequired: boolean, pointer: string): Issue[] {
  if (!fieldNameShape.safeParse(name).success)
    return [{ pointer, found: describe(name), allowed: "a name: a lower-case letter, then letters, digits and _" }];
  const kind = isObject(schema) ? kindOfField(schema) : undefined;
  if (kind === undefined) return [{ pointer, found: describe(schema), allowed: KINDS_SAY }];
  if (isRequired && FIELD_KINDS[kind].start === undefined)
    return [
      { pointer, found: `a required field of the kind ${kind}`, allowed: "a field that entries may leave empty" },
    ];
  return titleIssues(schema as JsonSchema, pointer);
}

function schemaIssues({ fields }: OwnType, pointer: string): Issue[] {
  const { type, properties, required = [], additionalProperties } = fields;
  const other = Object.keys(fields).find((name) => !ROOT.includes(name));
  if (type !== "object" || !isObject(properties) || additionalProperties !== false || other !== undefined)
    return [{ pointer, found: other ?? "another schema", allowed: ROOT_SAYS }];
  const names = Object.keys(properties);
  if (names.length > OWN_FIELDS_MAX)
    return [
      { pointer: `${pointer}/properties`, found: `${names.length} fields`, allowed: `at most ${OWN_FIELDS_MAX}` },
    ];
  const wanted = Array.isArray(required) ? required : [];
  return names.flatMap((name) =>
    fieldIssues(name, properties[name], wanted.includes(name), `${pointer}${encodePointer(["properties", name])}`),
  );
}

/** Members that two types may not share. */
const SOLE = ["name", "address"] as const;

function sharedIssues(types: readonly OwnType[]): Issue[] {
  return SOLE.flatMap((member) =>
    types.flatMap((type, index): Issue[] => {
      const value = type[member];
      const isFirst = value === undefined || types.findIndex((one) => one[member] === value) === index;
      return isFirst
        ? []
        : [
            {
              pointer: `/types/${index}/${member}`,
              found: describe(value),
              allowed: `a ${member} that no other type has`,
            },
          ];
    }),
  );
}

/** Faults of a type that a plugin's type could not have either, such as a title in two scripts. */
function shapeIssues(type: OwnType, pointer: string): Issue[] {
  const given = contributed(type);
  const parsed = contentTypeShape.safeParse(given);
  return parsed.success ? [] : under(pointer, issuesFromZod(parsed.error, given));
}

/** An owner's type names its converted fields in a member, which a plugin's type has in a step. */
const ofConverted = ({ pointer, ...issue }: Issue): Issue => ({
  ...issue,
  pointer: pointer.replace("/migrate/0/convert/fields/", "/converted/"),
});

/** Faults of the document. Pointers start at its body. */
export const ownTypesIssues = ({ types }: OwnTypes): Issue[] => [
  ...sharedIssues(types),
  ...types.flatMap((type, index) => {
    const faults = schemaIssues(type, `/types/${index}/fields`);
    if (faults.length === 0) faults.push(...shapeIssues(type, `/types/${index}`));
    // The other rules read the schema.
    return faults.length > 0 ? faults : contentTypeIssues(contributed(type), `/types/${index}`).map(ofConverted);
  }),
];
