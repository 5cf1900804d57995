/** The fields of a content type as columns of a table, and their values as cells. */
import { isObject } from "../json/jsonObject.ts";
import { harmless, joinedCells } from "../shapes/csv.ts";
import type { JsonSchema } from "../shapes/shape.ts";
import { expandSchema } from "./fieldSchema.ts";
import { isOfType } from "./fieldTypes.ts";

/** `data` is a value with members, such as a picture. Its cell has JSON. */
export type CellKind = "text" | "number" | "boolean" | "date" | "dateTime" | "choice" | "page" | "data";

export interface CsvField {
  readonly name: string;
  /** The name of the column. */
  readonly column: string;
  readonly title: string;
  readonly kind: CellKind;
  readonly isList: boolean;
  /** The values of a choice, with their words. */
  readonly choices: readonly (readonly [value: string | number | boolean, words: string])[];
  /** The content type of the pages that the field refers to. Null for any page. */
  readonly of: string | null;
}

/** Columns of the page itself, in the order of the file. */
export const PAGE_COLUMNS = ["id", "title", "path", "description", "date", "held"] as const;
/** The version of the page. The editor asks for it to compare a file. */
export const VERSION_COLUMN = "version";
export type PageColumn = (typeof PAGE_COLUMNS)[number];

const isPageColumn = (name: string): name is PageColumn => PAGE_COLUMNS.some((one) => one === name);

const FORMATS: Readonly<Record<string, CellKind>> = { date: "date", "date-time": "dateTime" };

function kindOf(schema: JsonSchema): CellKind {
  if (isOfType(schema, "drawbridge:page")) return "page";
  if ("enum" in schema || "oneOf" in schema) return "choice";
  if (schema["type"] === "string") return FORMATS[String(schema["format"])] ?? "text";
  if (schema["type"] === "number" || schema["type"] === "integer") return "number";
  return schema["type"] === "boolean" ? "boolean" : "data";
}

function choicesOf({ enum: plain, oneOf }: JsonSchema): CsvField["choices"] {
  if (Array.isArray(plain)) return plain.map((value: string) => [value, String(value)]);
  return Array.isArray(oneOf) ? oneOf.map((one: JsonSchema) => [one["const"] as string, String(one["title"])]) : [];
}

const textOf = (value: unknown): string | null => (typeof value === "string" && value !== "" ? value : null);

/** The fields of a type in their order. A field that has the name of a page's column gets a longer one. */
export function csvFields(fields: JsonSchema): readonly CsvField[] {
  const properties = (expandSchema(fields)["properties"] ?? {}) as Readonly<Record<string, JsonSchema>>;
  return Object.entries(properties).map(([name, schema]) => {
    const items = schema["items"];
    const isPages = isOfType(schema, "drawbridge:pages");
    const isSimple = isPages || (isObject(items) && kindOf(items) !== "data");
    const isList = schema["type"] === "array" && isSimple;
    const one = isList && isObject(items) ? items : schema;
    return {
      name,
      column: isPageColumn(name) || name === VERSION_COLUMN ? `values.${name}` : name,
      title: textOf(schema["title"]) ?? name,
      kind: isPages ? "page" : kindOf(one),
      isList,
      choices: choicesOf(one),
      of: textOf(schema["of"]),
    };
  });
}

/** Numbers and booleans are not escaped, because a minus sign begins no formula there. */
function cellText({ kind }: CsvField, value: unknown, refOf: (id: string) => string): string {
  if (value === undefined || value === null) return "";
  if (kind === "page") return refOf(String(value));
  return kind === "data" ? JSON.stringify(value) : String(value);
}

/** The cell of a value. `refOf` writes a reference, such as the path of its page. */
export function csvCell(field: CsvField, value: unknown, refOf: (id: string) => string): string {
  if (typeof value === "number" || typeof value === "boolean") return String(value);
  const isSeveral = field.isList && Array.isArray(value);
  return harmless(
    isSeveral ? joinedCells(value.map((one) => cellText(field, one, refOf))) : cellText(field, value, refOf),
  );
}
