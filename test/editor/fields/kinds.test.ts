import { describe, expect, test } from "vitest";
import { FIELD_TYPES } from "../../../manifests/fields/fieldTypes.ts";
import { expandSchema } from "../../../manifests/fields/fieldSchema.ts";
import { isObject } from "../../../manifests/json/jsonObject.ts";
import type { JsonSchema } from "../../../manifests/shapes/shape.ts";
import { fieldChoices, kindOf } from "../../../sites/editor/fields/kinds.ts";

const kindIn = (field: JsonSchema): string => {
  const { properties } = expandSchema({
    type: "object",
    properties: { field: { title: "Field", ...field } },
    additionalProperties: false,
  });
  const schema = isObject(properties) ? properties["field"] : undefined;
  return isObject(schema) ? kindOf(schema) : "none";
};

const KINDS_OF_NAMES = [
  "line",
  "markdown",
  "link",
  "page",
  "entries",
  "list",
  "image",
  "sound",
  "film",
  "document",
  "action",
];

describe("the control of a field", () => {
  test.each<[string, JsonSchema]>([
    ["line", { $ref: "drawbridge:text" }],
    ["markdown", { $ref: "drawbridge:markdown" }],
    ["link", { $ref: "drawbridge:link" }],
    ["image", { $ref: "drawbridge:image" }],
    ["sound", { $ref: "drawbridge:audio" }],
    ["film", { $ref: "drawbridge:video" }],
    ["document", { $ref: "drawbridge:document" }],
    ["action", { $ref: "drawbridge:action" }],
    ["choice", { type: "string", enum: ["a", "b"] }],
    ["choice", { oneOf: [{ const: 1, title: "One" }] }],
    ["fixed", { const: "x" }],
    ["color", { type: "string", format: "color" }],
    ["date", { type: "string", format: "date" }],
    ["time", { type: "string", format: "time" }],
    ["moment", { type: "string", format: "date-time" }],
    ["email", { type: "string", format: "email" }],
    ["boolean", { type: "boolean" }],
    ["number", { type: "integer" }],
    ["list", { type: "array", items: { type: "string" } }],
    ["group", { type: "object", properties: {}, additionalProperties: false }],
    ["line", { type: "string", maxLength: 40 }],
    ["paragraph", { type: "string", maxLength: 4000 }],
  ])("is %s for %j", (kind, schema) => {
    expect(kindIn(schema)).toBe(kind);
  });

  test("is known for every named type that a section may have", () => {
    for (const name of [...FIELD_TYPES.keys()].filter((type) => type !== "drawbridge:file"))
      expect(KINDS_OF_NAMES).toContain(kindIn({ $ref: name }));
  });
});

test("choices have the titles that their author gave", () => {
  expect(fieldChoices({ oneOf: [{ const: 1, title: "One" }] })).toEqual([{ value: 1, title: "One" }]);
  expect(fieldChoices({ enum: ["a"] })).toEqual([{ value: "a", title: "a" }]);
});
