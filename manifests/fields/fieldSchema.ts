/**
 * The subset of JSON Schema 2020-12 that an author may write. An editor can show all of it as a form, and a validator
 * can evaluate it in linear time. References are replaced in advance, so no cycle, remote document or doubling chain
 * reaches the validator.
 */
import { ENUM_MAX_VALUES, ISSUES_MAX, SCHEMA_MAX_DEPTH, SCHEMA_MAX_NODES } from "../bounds/json.ts";
import { ENTRIES_TYPE, fieldType, fieldTypeNames } from "./fieldTypes.ts";
import { GROUP_SAYS, isGroup, isShowIf, isWidget, SHOW_IF_SAYS, WIDGET_SAYS, WIDGETS } from "./presentation.ts";
import { isSafePattern, PATTERN_SAYS } from "./pattern.ts";
import { decodePointer, describe, encodePointer, quote, valueAt } from "../refusals/pointer.ts";
import type { Issue } from "../refusals/refusal.ts";
import { isObject } from "../json/jsonObject.ts";
import { TYPE_NAME, TYPE_NAME_SAYS } from "../shapes/owner.ts";
import type { JsonSchema } from "../shapes/shape.ts";

type Path = readonly PropertyKey[];
type Fault = { readonly found: string; readonly allowed: string };

const TYPES = ["string", "number", "integer", "boolean", "array", "object"];
const FORMATS = ["date", "time", "date-time", "email", "color"];
/** Exactly six hex digits: a colour input gives these, and no other text can enter a style sheet. */
const COLOR_PATTERN = "^#[0-9a-fA-F]{6}$";
const PROPERTY_NAME = /^[a-z][A-Za-z0-9_-]{0,39}$/;

const isText = (value: unknown): value is string => typeof value === "string";
const isNumber = (value: unknown): boolean => typeof value === "number" && Number.isFinite(value);
const isCount = (value: unknown): boolean => Number.isInteger(value) && Number(value) >= 0;
const isScalar = (value: unknown): boolean => isText(value) || isNumber(value) || typeof value === "boolean";

/** The content type of the pages that a field refers to. */
const isTypeName = (value: unknown): boolean => isText(value) && TYPE_NAME.test(value);

interface Keyword {
  /** The only type that the keyword applies to. Undefined if it applies to every type. */
  readonly of?: "string" | "number" | "array" | "object";
  readonly accepts: (value: unknown) => boolean;
  readonly allowed: string;
}

const choice = (value: unknown): boolean =>
  isObject(value) && isScalar(value["const"]) && isText(value["title"]) && Object.keys(value).length === 2;
const isShortList = (value: unknown, fits: (item: unknown) => boolean): boolean =>
  Array.isArray(value) && value.length > 0 && value.length <= ENUM_MAX_VALUES && value.every(fits);

const text: Keyword = { accepts: isText, allowed: "text" };
const anything: Keyword = { accepts: () => true, allowed: "any value" };
const count = (of: "string" | "array"): Keyword => ({ of, accepts: isCount, allowed: "a whole number from 0" });
const number: Keyword = { of: "number", accepts: isNumber, allowed: "a number" };

const KEYWORDS = new Map<string, Keyword>([
  ["$ref", text],
  ["$comment", text],
  ["title", text],
  ["description", text],
  ["default", anything],
  ["examples", { accepts: Array.isArray, allowed: "a list" }],
  ["type", { accepts: (value) => isText(value) && TYPES.includes(value), allowed: `one of ${TYPES.join(", ")}` }],
  [
    "enum",
    {
      accepts: (value) => isShortList(value, isScalar),
      allowed: `a list of 1 to ${ENUM_MAX_VALUES} texts, numbers or booleans`,
    },
  ],
  ["const", { accepts: isScalar, allowed: "a text, number or boolean" }],
  ["oneOf", { accepts: (value) => isShortList(value, choice), allowed: 'a list of { "const": value, "title": text }' }],
  ["group", { accepts: isGroup, allowed: GROUP_SAYS }],
  ["showIf", { accepts: isShowIf, allowed: SHOW_IF_SAYS }],
  ["widget", { accepts: isWidget, allowed: WIDGET_SAYS }],
  ["of", { accepts: isTypeName, allowed: TYPE_NAME_SAYS }],
  ["notBefore", text],
  ["values", { accepts: (value) => value === true, allowed: "true" }],
  ["currency", { of: "number", ...anything }],
  ["shared", { accepts: (value) => value === true, allowed: "true" }],
  ["writeOnly", { of: "string", accepts: (value) => value === true, allowed: "true" }],
  ["minLength", count("string")],
  ["maxLength", count("string")],
  ["pattern", { of: "string", accepts: (value) => isText(value) && isSafePattern(value), allowed: PATTERN_SAYS }],
  [
    "format",
    {
      of: "string",
      accepts: (value) => isText(value) && FORMATS.includes(value),
      allowed: `one of ${FORMATS.join(", ")}`,
    },
  ],
  ["minimum", number],
  ["maximum", number],
  ["exclusiveMinimum", number],
  ["exclusiveMaximum", number],
  [
    "multipleOf",
    { of: "number", accepts: (value) => isNumber(value) && Number(value) > 0, allowed: "a number above 0" },
  ],
  ["items", { of: "array", accepts: isObject, allowed: "a schema" }],
  ["minItems", count("array")],
  ["maxItems", count("array")],
  ["properties", { of: "object", accepts: isObject, allowed: "an object of schemas" }],
  [
    "required",
    {
      of: "object",
      accepts: (value) => Array.isArray(value) && value.every(isText),
      allowed: "a list of property names",
    },
  ],
  ["additionalProperties", { of: "object", accepts: (value) => value === false, allowed: "false" }],
]);
const KEYWORD_LIST = [...KEYWORDS.keys()].join(", ");
/** Keywords that may stand beside a reference: only presentation. Rules belong to the referenced type. */
const BESIDE_REFERENCE = new Set([
  "$ref",
  "$comment",
  "title",
  "description",
  "default",
  "examples",
  "group",
  "showIf",
  "of",
  "shared",
  "values",
]);
/** Keywords beside some references alone. */
const OF_REFERENCES = { of: ["drawbridge:page", "drawbridge:pages"], values: [ENTRIES_TYPE] };
const REFERENCE_SAYS = `${fieldTypeNames.join(", ")}, or #/$defs/<name> of this schema`;

class Expansion {
  readonly #root: JsonSchema;
  readonly #issues: Issue[] = [];
  #nodes = 0;

  constructor(root: JsonSchema) {
    this.#root = root;
  }

  run(): { schema: JsonSchema; issues: readonly Issue[] } {
    const { $defs, $schema, ...root } = this.#root;
    if ($schema !== undefined && $schema !== "https://json-schema.org/draft/2020-12/schema") {
      this.#refuse(["$schema"], { found: describe($schema), allowed: "https://json-schema.org/draft/2020-12/schema" });
    }
    const schema = this.#node(root, [], []);
    this.#definitions($defs);
    return { schema, issues: this.#issues };
  }

  /** Checks definitions even without a reference to them, so that adding a reference later reveals no fault. */
  #definitions($defs: unknown): void {
    if ($defs === undefined) return;
    if (!isObject($defs)) return this.#refuse(["$defs"], { found: describe($defs), allowed: "an object of schemas" });
    for (const [name, node] of Object.entries($defs)) this.#node(node, ["$defs", name], [`#/$defs/${name}`]);
  }

  #refuse(path: Path, fault: Fault): void {
    if (this.#issues.length < ISSUES_MAX) this.#issues.push({ pointer: encodePointer(path), ...fault });
  }

  #node(node: unknown, path: Path, through: readonly string[]): JsonSchema {
    if (!isObject(node)) {
      this.#refuse(path, { found: describe(node), allowed: "a schema" });
      return {};
    }
    const fault = this.#tooLarge(path);
    if (fault) {
      this.#refuse(path, fault);
      return {};
    }
    if (!this.#keywords(node, path)) return {};
    return "$ref" in node ? this.#reference(node, path, through) : this.#typed(node, path, through);
  }

  #tooLarge(path: Path): Fault | undefined {
    this.#nodes += 1;
    if (this.#nodes > SCHEMA_MAX_NODES)
      return { found: "more schemas", allowed: `at most ${SCHEMA_MAX_NODES} schemas` };
    const depth = path.filter((part, index) => part === "items" || path[index - 1] === "properties").length;
    if (depth <= SCHEMA_MAX_DEPTH) return undefined;
    return { found: "deeper nesting", allowed: `at most ${SCHEMA_MAX_DEPTH} levels of schemas` };
  }

  #keywords(node: JsonSchema, path: Path): boolean {
    const before = this.#issues.length;
    for (const [name, value] of Object.entries(node)) {
      const keyword = KEYWORDS.get(name);
      if (!keyword)
        this.#refuse([...path, name], { found: `the keyword ${quote(name)}`, allowed: `only ${KEYWORD_LIST}` });
      else if (!keyword.accepts(value))
        this.#refuse([...path, name], { found: describe(value), allowed: keyword.allowed });
    }
    return this.#issues.length === before;
  }

  #reference(node: JsonSchema, path: Path, through: readonly string[]): JsonSchema {
    const extra = Object.keys(node).filter((name) => !BESIDE_REFERENCE.has(name));
    for (const name of extra) {
      this.#refuse([...path, name], {
        found: `${name} beside $ref`,
        allowed: `only ${[...BESIDE_REFERENCE].join(", ")}`,
      });
    }
    this.#referring(node, path, node["$ref"]);
    const { $ref, ...beside } = node;
    const target = this.#target(String($ref), [...path, "$ref"], through);
    return extra.length > 0 ? {} : { ...target, ...beside };
  }

  /** Refuses a keyword that belongs to another reference. */
  #referring(node: JsonSchema, path: Path, $ref: unknown): void {
    for (const [name, references] of Object.entries(OF_REFERENCES))
      if (name in node && !references.includes(String($ref)))
        this.#refuse([...path, name], {
          found: $ref === undefined ? `${name} without a reference` : `${name} beside ${String($ref)}`,
          allowed: `${name} beside ${references.join(" or ")}`,
        });
  }

  #target(name: string, path: Path, through: readonly string[]): JsonSchema {
    const known = fieldType(name);
    if (known) return known;
    const local = name.startsWith("#/$defs/") ? valueAt(this.#root, decodePointer(name.slice(1))) : undefined;
    if (local === undefined) {
      this.#refuse(path, { found: `the reference ${quote(name)}`, allowed: REFERENCE_SAYS });
      return {};
    }
    if (through.includes(name)) {
      this.#refuse(path, {
        found: `the reference ${quote(name)}, which leads back to itself`,
        allowed: REFERENCE_SAYS,
      });
      return {};
    }
    return this.#node(local, path, [...through, name]);
  }

  #typed(node: JsonSchema, path: Path, through: readonly string[]): JsonSchema {
    const type = node["type"];
    if (type === undefined && !("oneOf" in node) && !("enum" in node) && !("const" in node)) {
      this.#refuse(path, { found: "a schema without type", allowed: "type, $ref, enum, const or oneOf" });
      return {};
    }
    this.#referring(node, path, undefined);
    this.#fitting(node, path, type === "integer" ? "number" : type);
    const widget = node["widget"];
    if (isWidget(widget) && !WIDGETS[widget].fits(node))
      this.#refuse([...path, "widget"], { found: widget, allowed: `${widget} with ${WIDGETS[widget].says}` });
    if (type === "object") return this.#object(node, path, through);
    if (type === "array") return this.#array(node, path, through);
    return node["format"] === "color" ? { ...node, pattern: COLOR_PATTERN, "x-rule": "color" } : node;
  }

  /** Refuses a rule for another type, which a validator would silently ignore. */
  #fitting(node: JsonSchema, path: Path, type: unknown): void {
    for (const name of Object.keys(node)) {
      const of = KEYWORDS.get(name)?.of;
      if (of === undefined || of === type) continue;
      this.#refuse([...path, name], {
        found: `${name} in a schema of type ${String(type)}`,
        allowed: `${name} with type ${of}`,
      });
    }
  }

  #array(node: JsonSchema, path: Path, through: readonly string[]): JsonSchema {
    return { ...node, items: this.#node(node["items"], [...path, "items"], through) };
  }

  #object(node: JsonSchema, path: Path, through: readonly string[]): JsonSchema {
    if (node["additionalProperties"] !== false) {
      this.#refuse([...path, "additionalProperties"], { found: "nothing", allowed: "false" });
    }
    const given = isObject(node["properties"]) ? node["properties"] : {};
    const entries = Object.entries(given).map(([name, child]): [string, JsonSchema] => {
      const at = [...path, "properties", name];
      this.#named(name, child, at);
      return [name, this.#node(child, at, through)];
    });
    this.#required(node["required"], given, path);
    for (const [name, child] of Object.entries(given)) {
      this.#shown(name, child, node, path);
      this.#ordered(name, child, given, path);
    }
    return { ...node, properties: Object.fromEntries(entries) };
  }

  #named(name: string, child: unknown, path: Path): void {
    if (!PROPERTY_NAME.test(name) || name in Object.prototype) {
      const allowed =
        "a lower-case letter, then letters, digits, _ and -, at most 40 characters, and no name every object has";
      this.#refuse(path, { found: `a property named ${quote(name)}`, allowed });
    }
    if (isObject(child) && !isText(child["title"])) {
      this.#refuse([...path, "title"], { found: "nothing", allowed: "a title, which people read beside the field" });
    }
  }

  /** A conditional field must not be required, because a hidden field cannot be filled in. */
  #shown(name: string, child: unknown, { properties, required }: JsonSchema, path: Path): void {
    const rule = isObject(child) ? child["showIf"] : undefined;
    if (!isShowIf(rule)) return;
    const at = [...path, "properties", name, "showIf"];
    const others = Object.keys(isObject(properties) ? properties : {}).filter((other) => other !== name);
    if (!others.includes(rule.field))
      this.#refuse([...at, "field"], { found: quote(rule.field), allowed: `one of ${others.join(", ")}` });
    if (Array.isArray(required) && required.includes(name))
      this.#refuse(at, { found: "a required field", allowed: "a field that may be left out" });
  }

  #ordered(name: string, child: unknown, properties: JsonSchema, path: Path): void {
    if (!isObject(child) || !isText(child["notBefore"])) return;
    const other = child["notBefore"] === name ? undefined : valueAt(properties, [child["notBefore"]]);
    const { format } = child;
    if (isObject(other) && other["format"] === format && /date|time/.test(String(format))) return;
    const found = describe(child["notBefore"]);
    this.#refuse([...path, "properties", name, "notBefore"], { found, allowed: "a field of the same format" });
  }

  #required(required: unknown, properties: JsonSchema, path: Path): void {
    if (!Array.isArray(required)) return;
    for (const [index, name] of required.entries()) {
      if (Object.hasOwn(properties, String(name))) continue;
      const allowed = `one of ${Object.keys(properties).join(", ")}`;
      this.#refuse([...path, "required", index], { found: describe(name), allowed });
    }
  }
}

const expansions = new WeakMap<JsonSchema, { schema: JsonSchema; issues: readonly Issue[] }>();

function expansionOf(schema: JsonSchema): { schema: JsonSchema; issues: readonly Issue[] } {
  const known = expansions.get(schema);
  if (known) return known;
  const expansion = new Expansion(schema).run();
  expansions.set(schema, expansion);
  return expansion;
}

/** Lists the faults of an author's schema for a set of fields. Its type must be object. */
export function checkFieldSchema(schema: JsonSchema): readonly Issue[] {
  const { issues } = expansionOf(schema);
  if (schema["type"] === "object") return issues;
  return [{ pointer: "/type", found: describe(schema["type"]), allowed: '"object"' }, ...issues];
}

/** The schema with every reference replaced. `checkFieldSchema` must have found no fault in it. */
export const expandSchema = (schema: JsonSchema): JsonSchema => expansionOf(schema).schema;
