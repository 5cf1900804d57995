/** Validates values against the schema of their fields, and fills in defaults. */
import { Validator } from "@cfworker/json-schema";
import { ISSUES_MAX } from "../bounds/json.ts";
import { defaultsIssues } from "./defaultsLength.ts";
import { checkFieldSchema, expandSchema } from "./fieldSchema.ts";
import { counted, decodePointer, describe, encodePointer, quote, valueAt } from "../refusals/pointer.ts";
import { type Issue, Refusal } from "../refusals/refusal.ts";
import { isRule, ruled, type Ruled } from "../refusals/rules.ts";
import { isObject } from "../json/jsonObject.ts";
import type { JsonSchema } from "../shapes/shape.ts";
import { spanIssues } from "./spans.ts";

type Unit = ReturnType<Validator["validate"]>["errors"][number];
type Schema = ConstructorParameters<typeof Validator>[0];

const isText = (value: unknown): value is string => typeof value === "string";

const listed = (values: readonly unknown[]): string => values.map((value) => JSON.stringify(value)).join(", ");

/** The rule that a failed keyword stands for. Undefined for a keyword that only contains others. */
function ruleOf(keyword: string, limit: unknown): Ruled | undefined {
  if (keyword === "type") return isText(limit) && isRule(limit) ? ruled(limit) : undefined;
  if (keyword === "const") return ruled("const", JSON.stringify(limit));
  if (keyword === "oneOf" && Array.isArray(limit)) return ruled("enum", listed(limit.map((one) => one["const"])));
  if (!isRule(keyword)) return undefined;
  return ruled(keyword, Array.isArray(limit) ? listed(limit) : String(limit));
}

interface Checked {
  readonly validator: Validator;
  readonly schema: JsonSchema;
}

const checked = new WeakMap<JsonSchema, Checked>();

function requireChecked(fields: JsonSchema): Checked {
  const known = checked.get(fields);
  if (known) return known;
  // A schema with faults expands incompletely, and every value would pass the missing parts.
  if (checkFieldSchema(fields).length > 0)
    throw new RangeError("values were checked against a schema that was refused");
  const made = prepared(expandSchema(fields));
  checked.set(fields, made);
  return made;
}

function prepared(expanded: JsonSchema): Checked {
  // The validator writes into the schema, so it gets a copy.
  const schema = structuredClone(expanded);
  return { schema, validator: new Validator(schema as Schema, "2020-12", false) };
}

const fragment = (location: string): string[] => decodePointer(decodeURIComponent(location.replace(/^#/, "")));

function missing(unit: Unit, rule: readonly string[], schema: JsonSchema, value: unknown): Issue[] {
  const required = valueAt(schema, rule);
  const at = fragment(unit.instanceLocation);
  const instance = valueAt(value, at);
  const names = Array.isArray(required) ? required.filter(isText) : [];
  return names
    .filter((name) => typeof instance === "object" && instance !== null && !Object.hasOwn(instance, name))
    .map((name) => ({
      pointer: encodePointer([...at, name]),
      found: "nothing",
      ...ruled("required"),
    }));
}

/** Finds the schema of the value at a path. An expanded schema has no references and no branches. */
const schemaAt = (schema: JsonSchema, path: readonly string[]): unknown =>
  path.reduce<unknown>((node, part) => valueAt(node, ["items"]) ?? valueAt(node, ["properties", part]), schema);

function unknownMember(unit: Unit, schema: JsonSchema): Issue {
  const at = fragment(unit.instanceLocation);
  const known = Object.keys(valueAt(schemaAt(schema, at.slice(0, -1)), ["properties"]) ?? {});
  return {
    pointer: encodePointer(at),
    found: `an unknown member named ${quote(at.at(-1) ?? "")}`,
    ...(known.length > 0 ? ruled("members", known.join(", ")) : ruled("noMembers")),
  };
}

function broken(unit: Unit, rule: readonly string[], schema: JsonSchema, value: unknown): Issue[] {
  const namedRule = unit.keyword === "pattern" ? valueAt(schema, [...rule.slice(0, -1), "x-rule"]) : undefined;
  const allowed = isText(namedRule) ? saidBy(namedRule) : ruleOf(unit.keyword, valueAt(schema, rule));
  if (!allowed) return [];
  const at = fragment(unit.instanceLocation);
  const instance = valueAt(value, at);
  const found =
    unit.keyword.endsWith("Length") && isText(instance) ? counted(instance.length, "character") : describe(instance);
  return [{ pointer: encodePointer(at), found, ...allowed }];
}

/** The rule's table entry, or the field type's own sentence. */
const saidBy = (namedRule: string): Ruled => (isRule(namedRule) ? ruled(namedRule) : { allowed: namedRule });

function issuesOf(unit: Unit, schema: JsonSchema, value: unknown): Issue[] {
  const rule = fragment(unit.keywordLocation);
  // Each choice of a oneOf reports its own failure. The failure of the oneOf itself names all choices.
  if (rule.includes("oneOf") && unit.keyword !== "oneOf") return [];
  if (unit.keyword === "required") return missing(unit, rule, schema, value);
  if (unit.keyword === "false") return [unknownMember(unit, schema)];
  return broken(unit, rule, schema, value);
}

function issuesIn({ validator, schema }: Checked, value: unknown): Issue[] {
  const { errors } = validator.validate(value);
  const issues = [...errors.flatMap((unit) => issuesOf(unit, schema, value)), ...spanIssues(schema, value)];
  return [...new Map(issues.map((issue) => [`${issue.pointer}\n${issue.allowed}`, issue])).values()].slice(
    0,
    ISSUES_MAX,
  );
}

/** Lists the issues of values. `checkFieldSchema` must have accepted the schema. */
export const validateFields = (fields: JsonSchema, value: unknown): Issue[] => issuesIn(requireChecked(fields), value);

/** The same for values whose defaults will be filled in: also lists defaults that would add too much. */
export function validateForDefaults(fields: JsonSchema, value: unknown): Issue[] {
  const issues = validateFields(fields, value);
  return issues.length > 0 ? issues : defaultsIssues(expandSchema(fields), value);
}

/** Every schema in a schema, with its path. */
function* schemasIn(schema: JsonSchema, path: readonly string[]): Generator<[JsonSchema, readonly string[]]> {
  yield [schema, path];
  if (isObject(schema["items"])) yield* schemasIn(schema["items"], [...path, "items"]);
  for (const [name, child] of Object.entries(schema["properties"] ?? {})) {
    if (isObject(child)) yield* schemasIn(child, [...path, "properties", name]);
  }
}

/**
 * Lists defaults that the author's own schema refuses, or that add too much together. Pointers refer to the expanded
 * schema.
 */
export function checkDefaults(fields: JsonSchema): Issue[] {
  const issues = defaultsIssues(expandSchema(fields), {});
  return issues.length > 0 ? issues : refusedDefaults(fields);
}

function refusedDefaults(fields: JsonSchema): Issue[] {
  return [...schemasIn(expandSchema(fields), [])].flatMap(([schema, path]) => {
    if (!("default" in schema)) return [];
    const at = encodePointer([...path, "default"]);
    return issuesIn(prepared(schema), schema["default"]).map((issue) => ({ ...issue, pointer: at + issue.pointer }));
  });
}

function filled(schema: JsonSchema, value: unknown): unknown {
  if (Array.isArray(value) && isObject(schema["items"])) {
    const { items } = schema;
    return value.map((item) => filled(items, item));
  }
  return isObject(value) && isObject(schema["properties"]) ? filledObject(schema["properties"], value) : value;
}

function filledObject(properties: JsonSchema, value: JsonSchema): JsonSchema {
  const result: JsonSchema = { ...value };
  for (const [name, child] of Object.entries(properties)) {
    if (!isObject(child)) continue;
    if (Object.hasOwn(value, name)) result[name] = filled(child, value[name]);
    else if ("default" in child) result[name] = filled(child, structuredClone(child["default"]));
  }
  return result;
}

/**
 * Returns the values with defaults filled in; the input is not changed. Throws TOO_LARGE if the defaults add too much:
 * a stored value may have been checked against another version's schema.
 */
export function withDefaults<T extends JsonSchema>(fields: JsonSchema, value: T): T & JsonSchema {
  const schema = expandSchema(fields);
  const issues = defaultsIssues(schema, value);
  if (issues.length > 0) throw new Refusal("TOO_LARGE", { issues });
  return filled(schema, value) as T & JsonSchema;
}
