import { describe, expect, test } from "vitest";
import { expandSchema } from "../../../manifests/fields/fieldSchema.ts";
import { validateFields } from "../../../manifests/fields/fields.ts";
import type { JsonSchema } from "../../../manifests/shapes/shape.ts";
import { issuesWords, issueWords, issuesAt, issuesBelow } from "../../../sites/editor/fields/faults.ts";
import { emptyValue, isEmptyAllowed, movedValue, textIn, withMember } from "../../../sites/editor/fields/values.ts";
import { FIELDS } from "../../../sites/words/en/fields.ts";

const CARD: JsonSchema = {
  type: "object",
  properties: {
    tone: { type: "string", title: "Tone", enum: ["calm", "loud"] },
    title: { $ref: "drawbridge:text", title: "Title" },
    picture: { $ref: "drawbridge:image", title: "Picture" },
    note: { type: "string", title: "Note", default: "kept" },
    points: { type: "array", title: "Points", items: { type: "string" } },
  },
  required: ["tone", "title", "points", "note"],
  additionalProperties: false,
};

describe("a new entry of a list", () => {
  test("begins with what its fields need, and leaves defaults to the server", () => {
    const value = emptyValue(expandSchema(CARD));
    expect(value).toEqual({ tone: "calm", title: "", points: [] });
    expect(validateFields({ ...CARD, required: ["tone", "title", "points"] }, value)).toEqual([]);
  });

  test("begins with its default, which is its own copy", () => {
    const schema = { type: "array", default: [{ a: 1 }] };
    const value = emptyValue(schema);
    expect(value).toEqual([{ a: 1 }]);
    expect(value).not.toBe(schema.default);
  });
});

test("an entry is named by its first text, not by a choice", () => {
  expect(textIn(expandSchema(CARD), { tone: "loud", title: "Larch", note: "x" })).toBe("Larch");
});

test("moving an entry beyond the ends changes nothing", () => {
  expect(movedValue(["a", "b", "c"], 2, 0)).toEqual(["c", "a", "b"]);
  expect(movedValue(["a", "b"], 1, 2)).toEqual(["a", "b"]);
  expect(movedValue(["a", "b"], 0, -1)).toEqual(["a", "b"]);
});

test("a member is changed or taken away, and the value before stays as it was", () => {
  const before = { a: 1, b: 2 };
  expect(withMember(before, "a", undefined)).toEqual({ b: 2 });
  expect(withMember(before, "c", 3)).toEqual({ a: 1, b: 2, c: 3 });
  expect(before).toEqual({ a: 1, b: 2 });
});

test.each<[boolean, JsonSchema]>([
  [true, { $ref: "drawbridge:text" }],
  [false, { $ref: "drawbridge:link" }],
  [false, { type: "string", minLength: 1 }],
  [false, { type: "string", format: "email" }],
])("an empty text is a value (%s) of %j", (isAllowed, field) => {
  const { properties } = expandSchema({
    type: "object",
    properties: { field: { title: "F", ...field } },
    additionalProperties: false,
  });
  expect(isEmptyAllowed((properties as Record<string, JsonSchema>)["field"] ?? {})).toBe(isAllowed);
});

test("faults are those of the server, at their field, in words", () => {
  const issues = issuesWords(CARD, { tone: "calm", points: [1] });
  expect(issuesAt(issues, "/title").map((issue) => issueWords(FIELDS, issue))).toEqual(["Fill this in."]);
  expect(issuesBelow(issues, "/points").map(({ pointer }) => pointer)).toEqual(["/points/0"]);
  expect(issuesBelow(issues, "/point")).toEqual([]);
});
