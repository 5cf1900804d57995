/** The sorts of values that lists and pages show in words, by the schema of their field. */
import { typeOf } from "./fieldTypes.ts";
import { isObject } from "../json/jsonObject.ts";
import type { JsonSchema } from "../shapes/shape.ts";

export type ValueSort =
  | "text"
  | "markdown"
  | "number"
  | "boolean"
  | "choice"
  | "date"
  | "dateTime"
  | "time"
  | "picture"
  | "file"
  | "link"
  | "action"
  | "page"
  | "pages"
  | "list";

const NAMED: Readonly<Record<string, ValueSort>> = {
  "drawbridge:text": "text",
  "drawbridge:markdown": "markdown",
  "drawbridge:image": "picture",
  "drawbridge:audio": "file",
  "drawbridge:video": "file",
  "drawbridge:document": "file",
  "drawbridge:link": "link",
  "drawbridge:action": "action",
  "drawbridge:page": "page",
  "drawbridge:pages": "pages",
};

const FORMATS: Readonly<Record<string, ValueSort>> = { date: "date", "date-time": "dateTime", time: "time" };

const TYPES: Readonly<Record<string, ValueSort>> = {
  string: "text",
  number: "number",
  integer: "number",
  boolean: "boolean",
};

/** The sort of one value that is no list. A group of fields has none. */
function single(schema: JsonSchema): ValueSort | undefined {
  const described = typeOf(schema)?.schema ?? schema;
  const named = NAMED[String(described["x-type"])];
  if (named) return named;
  if ("oneOf" in described || "enum" in described) return "choice";
  return FORMATS[String(described["format"])] ?? TYPES[String(described["type"])];
}

/** The sort of a field's values. Undefined if no words can show them, such as those of a group of fields. */
export function valueSort(schema: JsonSchema): ValueSort | undefined {
  const isList = schema["type"] === "array" && typeOf(schema) === undefined;
  if (!isList) return single(schema);
  const { items } = schema;
  return isObject(items) && single(items) !== undefined ? "list" : undefined;
}
