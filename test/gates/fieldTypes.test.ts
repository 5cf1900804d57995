/** A new field type is one row. Invented rows show this. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { checkFieldSchema, expandSchema } from "../../manifests/fields/fieldSchema.ts";
import { validateFields } from "../../manifests/fields/fields.ts";
import { FIELD_TYPES, type FieldType, isReadersText } from "../../manifests/fields/fieldTypes.ts";
import { indexedField } from "../../manifests/fields/indexed.ts";
import { valueSort } from "../../manifests/fields/valueSort.ts";
import { sortOf } from "../../manifests/rules/formRules.ts";
import type { JsonSchema } from "../../manifests/shapes/shape.ts";
import { schemaType } from "../../sites/cli/plugin/types/schemas.ts";
import { schemaAt } from "../../sites/editor/canvas/page/schema.ts";
import { kindOf } from "../../sites/editor/fields/kinds.ts";
import { emptyValue, textIn } from "../../sites/editor/fields/values.ts";
import { ROOT } from "./folder.ts";

/** The module's types are those of workers, which conflict with Node's. */
const SCHEMA_FIELDS = new URL("../../sites/editor/pages/drawing/schemaFields.ts", import.meta.url).href;

const INVENTED: readonly FieldType[] = [
  { schema: { "x-type": "drawbridge:rating", type: "integer", minimum: 1, maximum: 5 } },
  {
    schema: { "x-type": "drawbridge:motto", type: "string", pattern: "^[A-Z]+$", "x-rule": "letters such as ABC" },
    control: "line",
    isText: true,
  },
  {
    schema: {
      "x-type": "drawbridge:badge",
      type: "object",
      properties: { src: { type: "string", title: "Source" }, says: { type: "string", title: "Words" } },
      required: ["src", "says"],
      additionalProperties: false,
    },
    control: "image",
    namedBy: "says",
  },
];

const schema: JsonSchema = {
  type: "object",
  properties: {
    rating: { $ref: "drawbridge:rating", title: "Rating" },
    motto: { $ref: "#/$defs/motto", title: "Motto" },
    badge: { $ref: "drawbridge:badge", title: "Badge" },
  },
  required: ["rating", "motto", "badge"],
  additionalProperties: false,
  $defs: { motto: { $ref: "drawbridge:motto" } },
};

/** The table, which the invented rows join for these tests. */
const table = FIELD_TYPES as Map<string, FieldType>;
const nameOf = (row: FieldType): string => String(row.schema["x-type"]);

beforeAll(() => INVENTED.forEach((row) => table.set(nameOf(row), row)));
afterAll(() => INVENTED.forEach((row) => table.delete(nameOf(row))));

const field = (name: string): JsonSchema =>
  (expandSchema(schema)["properties"] as Readonly<Record<string, JsonSchema>>)[name] ?? {};

const badge = { src: "/media/a.svg", says: "Best of show" };

describe("an invented field type", () => {
  test("may be referenced, and its values are checked", () => {
    expect(checkFieldSchema(schema)).toEqual([]);
    expect(validateFields(schema, { rating: 5, motto: "ABC", badge })).toEqual([]);
    expect(validateFields(schema, { rating: 6, motto: "abc", badge })).toEqual([
      expect.objectContaining({ pointer: "/rating", allowed: "at most 5" }),
      expect.objectContaining({ pointer: "/motto", allowed: "letters such as ABC" }),
    ]);
  });

  test("has the control that it names, or that of its schema", () => {
    expect(["rating", "motto", "badge"].map((name) => kindOf(field(name)))).toEqual(["number", "line", "image"]);
  });

  test("is a text or not, and has a name and a first value", () => {
    expect(["/rating", "/motto", "/badge"].map((at) => isReadersText(schemaAt(schema, at) ?? {}))).toEqual([
      false,
      true,
      false,
    ]);
    expect([emptyValue(field("rating")), emptyValue(field("badge"))]).toEqual([1, undefined]);
    expect([textIn(field("motto"), "ABC"), textIn(field("badge"), badge)]).toEqual(["ABC", "Best of show"]);
  });

  test("is written and indexed as a value of its schema", () => {
    expect(["rating", "motto", "badge"].map((name) => valueSort(field(name)))).toEqual(["number", "text", undefined]);
    expect(indexedField(field("rating"))).toEqual({ kind: "number", isList: false });
    expect(indexedField(field("badge"))).toBeUndefined();
  });

  test("has an author's type", async () => {
    const text = await schemaType("Fields", schema);
    expect(text).toContain("rating: number");
    expect(text).toContain("motto: string");
    expect(text).not.toContain("x-type");
  });

  test("has a value in forms, of visitors and of owners", async () => {
    const { schemaFields } = (await import(SCHEMA_FIELDS)) as { schemaFields(schema: JsonSchema): unknown };
    expect([sortOf(field("rating")), sortOf(field("motto"))]).toEqual(["number", "text"]);
    expect(schemaFields(expandSchema(schema))).toMatchObject({
      shown: [
        { name: "rating", kind: "number" },
        { name: "motto", kind: "text" },
      ],
      others: ["Badge"],
    });
  });
});

test("every field type has a name of its own, and words in the authors' guide", () => {
  const guide = readFileSync(join(ROOT, "docs/plugins/manifest.md"), "utf8");
  const rows = [...FIELD_TYPES].filter(([, row]) => !INVENTED.includes(row));
  expect(rows.map(([name]) => name)).toEqual(rows.map(([, row]) => nameOf(row)));
  expect(rows.filter(([name]) => !guide.includes(`\`${name}\``))).toEqual([]);
});
