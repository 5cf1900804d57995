import { describe, expect, test } from "vitest";
import { DIRECTIVE_WORDS_MAX_CHARS, LINE_MAX_CHARS } from "../../../manifests/bounds/fields.ts";
import { changed, declarative } from "../fixture.ts";
import { issuesOf } from "../manifestIssues.ts";

const BOX = {
  name: "box",
  title: "Box",
  as: "block",
  template: "box.liquid",
  markdown: "box.md.liquid",
  css: "box.css",
  fields: {
    type: "object",
    properties: {
      kind: { title: "Kind", oneOf: [{ const: "note", title: "Note" }] },
      size: { type: "integer", title: "Size" },
      isBig: { type: "boolean", title: "Big" },
      to: { $ref: "drawbridge:link", title: "To" },
    },
    additionalProperties: false,
  },
  example: { fields: { kind: "note", size: 3 }, content: "A *text*" },
};
const withBoxes = (...boxes: readonly object[]) => changed(declarative, [["contributes", "inline"], boxes]);
const withField = (schema: object) => ({
  ...BOX,
  fields: { type: "object", properties: { one: schema }, additionalProperties: false },
  example: { fields: {}, content: "" },
});

test("a directive with values of one line is taken", () => expect(issuesOf(withBoxes(BOX))).toEqual([]));

test.each([
  { type: "string", title: "One", maxLength: LINE_MAX_CHARS - 1 },
  { type: "string", title: "One", maxLength: LINE_MAX_CHARS },
  { type: "string", title: "One", maxLength: LINE_MAX_CHARS + 1, widget: "line" },
  { $ref: "drawbridge:text", title: "One" },
])("a directive with the text %j is taken", (schema) => expect(issuesOf(withBoxes(withField(schema)))).toEqual([]));

describe("a directive is refused", () => {
  test.each<[string, readonly object[], string, string]>([
    ["with another kind", [{ ...BOX, as: "leaf" }], "/contributes/inline/0/as", '"mark", "block"'],
    ["with the name of another one", [BOX, BOX], "/contributes/inline/1/name", "each once"],
    ["with a style sheet of another ending", [{ ...BOX, css: "box.txt" }], "/contributes/inline/0/css", ".css"],
    [
      "with an example that does not fit",
      [{ ...BOX, example: { fields: { size: "3" }, content: "" } }],
      "/contributes/inline/0/example/fields/size",
      "whole",
    ],
    [
      "with a list",
      [withField({ type: "array", title: "One", items: { type: "string", title: "X" } })],
      "/contributes/inline/0/fields/properties/one",
      "one text",
    ],
    [
      "with formatted text",
      [withField({ $ref: "drawbridge:markdown", title: "One" })],
      "/contributes/inline/0/fields/properties/one",
      "one text",
    ],
    [
      "with a text of several lines",
      [withField({ type: "string", title: "One", maxLength: LINE_MAX_CHARS + 1 })],
      "/contributes/inline/0/fields/properties/one",
      "one text",
    ],
    [
      "with a paragraph",
      [withField({ type: "string", title: "One", widget: "paragraph" })],
      "/contributes/inline/0/fields/properties/one",
      "one text",
    ],
    [
      "with a picture",
      [withField({ $ref: "drawbridge:image", title: "One" })],
      "/contributes/inline/0/fields/properties/one",
      "one text",
    ],
    [
      "with frames in a line",
      [{ ...BOX, as: "mark", frames: ["https://films.example"] }],
      "/contributes/inline/0/frames",
      "frames of a block",
    ],
    [
      "with a frame that is no origin",
      [{ ...BOX, frames: ["https://films.example/a"] }],
      "/contributes/inline/0/frames/0",
      "https://",
    ],
    [
      "with a longer example",
      [{ ...BOX, example: { fields: {}, content: "a".repeat(DIRECTIVE_WORDS_MAX_CHARS + 1) } }],
      "/contributes/inline/0/example/content",
      String(DIRECTIVE_WORDS_MAX_CHARS),
    ],
  ])("%s", (_, boxes, pointer, allowed) =>
    expect(issuesOf(withBoxes(...boxes))[0]).toMatchObject({ pointer, allowed: expect.stringContaining(allowed) }),
  );
});
