/** Rules within one directive: its values are written between quotes, so each is one text, number, choice, or yes or no. */
import { LINE_MAX_CHARS } from "../bounds/fields.ts";
import { expandSchema } from "../fields/fieldSchema.ts";
import { validateFields } from "../fields/fields.ts";
import { isObject } from "../json/jsonObject.ts";
import type { DirectiveContribution } from "../manifest/directive.ts";
import type { Manifest } from "../manifest/manifest.ts";
import { describe, encodePointer } from "../refusals/pointer.ts";
import type { Issue } from "../refusals/refusal.ts";
import type { JsonSchema } from "../shapes/shape.ts";
import { schemaIssues, under } from "./sectionRules.ts";

const TYPES: ReadonlySet<unknown> = new Set(["string", "number", "integer", "boolean"]);

/** True for a plain text whose input has several lines. A value of a directive cannot hold a line break. */
const hasLines = (schema: JsonSchema): boolean =>
  schema["widget"] === "paragraph" ||
  (schema["widget"] !== "line" && !("x-type" in schema) && Number(schema["maxLength"] ?? 0) > LINE_MAX_CHARS);

/** True for a value of one line: a choice, or one of the types without members. */
const isWritable = (schema: unknown): boolean =>
  isObject(schema) &&
  schema["x-type"] !== "drawbridge:markdown" &&
  !hasLines(schema) &&
  (TYPES.has(schema["type"]) || Array.isArray(schema["enum"]) || Array.isArray(schema["oneOf"]));

/** A frame stands between blocks of text, and never in a line. */
const frameIssues = ({ as, frames }: DirectiveContribution, pointer: string): Issue[] =>
  as !== "block" && frames !== undefined
    ? [{ pointer: `${pointer}/frames`, found: `frames of a ${as}`, allowed: "frames of a block" }]
    : [];

function directiveIssues(directive: DirectiveContribution, pointer: string): Issue[] {
  const { fields, example } = directive;
  const issues = schemaIssues(fields, `${pointer}/fields`);
  if (issues.length > 0) return issues;
  const properties = Object.entries(expandSchema(fields)["properties"] ?? {});
  return [
    ...frameIssues(directive, pointer),
    ...properties
      .filter(([, schema]) => !isWritable(schema))
      .map(([name, schema]) => ({
        pointer: `${pointer}/fields/properties${encodePointer([name])}`,
        found: describe(isObject(schema) ? (schema["x-type"] ?? schema["type"]) : schema),
        allowed: "one text, link, number or choice, or true and false",
      })),
    ...under(`${pointer}/example/fields`, validateFields(fields, example.fields)),
  ];
}

export const allDirectiveIssues = ({ contributes: { inline = [] } }: Manifest): Issue[] =>
  inline.flatMap((directive, index) => directiveIssues(directive, `/contributes/inline/${index}`));
