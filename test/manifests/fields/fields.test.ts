import { describe, expect, test } from "vitest";
import {
  IMAGE_MAX_SIDE,
  LINK_MAX_CHARS,
  MARKDOWN_MAX_CHARS,
  PLAIN_TEXT_MAX_CHARS,
} from "../../../manifests/bounds/fields.ts";
import {
  ENUM_MAX_VALUES,
  ISSUES_MAX,
  PATTERN_MAX_CHARS,
  PATTERN_MAX_WAYS,
  SCHEMA_MAX_DEPTH,
  SCHEMA_MAX_NODES,
} from "../../../manifests/bounds/json.ts";
import { checkDefaults, validateFields, withDefaults } from "../../../manifests/fields/fields.ts";
import { checkFieldSchema, expandSchema } from "../../../manifests/fields/fieldSchema.ts";
import { isSafePattern } from "../../../manifests/fields/pattern.ts";
import type { JsonSchema } from "../../../manifests/shapes/shape.ts";
import { excess } from "../../support/effort.ts";

const fieldsOf = (properties: JsonSchema, rest: JsonSchema = {}): JsonSchema => ({
  type: "object",
  properties,
  additionalProperties: false,
  ...rest,
});
const one = (schema: JsonSchema): JsonSchema => fieldsOf({ it: { title: "It", ...schema } });
const issueOf = (schema: JsonSchema) => checkFieldSchema(schema)[0];
const fits = (schema: JsonSchema, value: unknown): boolean => validateFields(one(schema), { it: value }).length === 0;
const around = (bound: number) => [bound - 1, bound, bound + 1];

describe("a schema of an author is refused with", () => {
  test.each<[string, JsonSchema, string, string, string]>([
    [
      "a remote reference",
      one({ $ref: "https://example.com/x.json" }),
      "/properties/it/$ref",
      "https://example.com",
      "drawbridge:text",
    ],
    [
      "a field type that does not exist",
      one({ $ref: "drawbridge:html" }),
      "/properties/it/$ref",
      "drawbridge:html",
      "drawbridge:markdown",
    ],
    [
      "a reference to a member every object has",
      one({ $ref: "drawbridge:toString" }),
      "/properties/it/$ref",
      "toString",
      "drawbridge:text",
    ],
    [
      "a reference outside $defs",
      one({ $ref: "#/properties/it" }),
      "/properties/it/$ref",
      "#/properties/it",
      "#/$defs/",
    ],
    ["a reference to nothing", one({ $ref: "#/$defs/none" }), "/properties/it/$ref", "#/$defs/none", "#/$defs/<name>"],
    [
      "a reference that leads back to itself",
      { ...one({ $ref: "#/$defs/a" }), $defs: { a: { type: "array", items: { $ref: "#/$defs/a" } } } },
      "/properties/it/$ref/items/$ref",
      "leads back to itself",
      "#/$defs/<name>",
    ],
    [
      "a rule beside a reference",
      one({ $ref: "drawbridge:link", pattern: "^x$" }),
      "/properties/it/pattern",
      "beside $ref",
      "title",
    ],
    [
      "a sentence that is ours",
      one({ type: "string", "x-rule": "anything" }),
      "/properties/it/x-rule",
      "x-rule",
      "only $ref",
    ],
    [
      "patternProperties",
      fieldsOf({}, { patternProperties: {} }),
      "/patternProperties",
      "patternProperties",
      "properties",
    ],
    ["allOf", one({ allOf: [] }), "/properties/it/allOf", "allOf", "oneOf"],
    ["not", one({ not: {} }), "/properties/it/not", '"not"', "oneOf"],
    ["if", one({ if: {} }), "/properties/it/if", '"if"', "oneOf"],
    [
      "uniqueItems, which compares every item with every other",
      one({ type: "array", items: { type: "string" }, uniqueItems: true }),
      "/properties/it/uniqueItems",
      "uniqueItems",
      "minItems",
    ],
    [
      "$id, which would move every reference",
      { ...fieldsOf({}), $id: "https://example.com" },
      "/$id",
      "$id",
      "only $ref",
    ],
    [
      "another dialect",
      { ...fieldsOf({}), $schema: "http://json-schema.org/draft-07/schema#" },
      "/$schema",
      "draft-07",
      "2020-12",
    ],
    [
      "a pattern that can blow up",
      one({ type: "string", pattern: "^(a+)+$" }),
      "/properties/it/pattern",
      "^(a+)+$",
      "not repeated",
    ],
    ["an unknown format", one({ type: "string", format: "regex" }), "/properties/it/format", "regex", "date"],
    [
      "a rule of another type",
      one({ type: "string", minimum: 3 }),
      "/properties/it/minimum",
      "minimum in a schema of type string",
      "type number",
    ],
    ["no type", one({}), "/properties/it", "a schema without type", "$ref"],
    ["two types", one({ type: ["string", "null"] }), "/properties/it/type", "a list of 2 items", "one of string"],
    ["no title", fieldsOf({ it: { type: "string" } }), "/properties/it/title", "nothing", "a title"],
    ["open objects", { type: "object", properties: {} }, "/additionalProperties", "nothing", "false"],
    ["open objects on purpose", fieldsOf({}, { additionalProperties: true }), "/additionalProperties", "true", "false"],
    ["a list without items", one({ type: "array" }), "/properties/it/items", "nothing", "a schema"],
    ["a required field that is not there", fieldsOf({}, { required: ["it"] }), "/required/0", '"it"', "one of"],
    [
      "a property named __proto__",
      fieldsOf(JSON.parse('{"__proto__":{"type":"string","title":"It"}}')),
      "/properties/__proto__",
      "__proto__",
      "a lower-case letter",
    ],
    [
      "a property every object has",
      fieldsOf({ valueOf: { type: "string", title: "It" } }),
      "/properties/valueOf",
      "valueOf",
      "no name every object has",
    ],
    ["a schema that is no object", fieldsOf({ it: true }), "/properties/it", "true", "a schema"],
    ["a whole that is no object", { type: "array", items: { type: "string" } }, "/type", '"array"', '"object"'],
    ["a choice without title", one({ oneOf: [{ const: 1 }] }), "/properties/it/oneOf", "a list of 1 item", '"title"'],
    [
      "a choice that is a schema",
      one({ oneOf: [{ type: "string", title: "x" }] }),
      "/properties/it/oneOf",
      "a list",
      '"const"',
    ],
  ])("%s", (_, schema, pointer, found, allowed) => {
    expect(issueOf(schema)).toEqual({
      pointer,
      found: expect.stringContaining(found),
      allowed: expect.stringContaining(allowed),
    });
  });
});

describe("bounds of a schema", () => {
  test("schemas are counted after references are replaced", () => {
    // One root and `count` fields.
    const wide = (count: number) =>
      fieldsOf(
        Object.fromEntries(
          Array.from({ length: count - 1 }, (_, index) => [`f${index}`, { type: "boolean", title: "F" }]),
        ),
      );
    expect(around(SCHEMA_MAX_NODES).map((count) => checkFieldSchema(wide(count)).length)).toEqual([0, 0, 1]);
  });

  test("references that double at every step are refused before they are followed", async () => {
    const twice = (next: string) => fieldsOf({ a: { $ref: next, title: "A" }, b: { $ref: next, title: "B" } });
    const steps = Array.from({ length: 40 }, (_, index): [string, JsonSchema] => [
      `s${index}`,
      twice(`#/$defs/s${index + 1}`),
    ]);
    const schema = {
      ...one({ $ref: "#/$defs/s0" }),
      $defs: Object.fromEntries([...steps, ["s40", { type: "boolean" }]]),
    };
    let issues: readonly unknown[] = [];
    expect(await excess(() => (issues = checkFieldSchema(schema)), 50)).toBeUndefined();
    expect(issues[0]).toMatchObject({ found: expect.stringMatching(/more schemas|deeper/) });
  });

  test("depth", () => {
    const deep = (levels: number): JsonSchema =>
      levels === 0 ? { type: "string", title: "It" } : { type: "array", title: "It", items: deep(levels - 1) };
    // The property itself is the first level.
    const found = around(SCHEMA_MAX_DEPTH).map((levels) => checkFieldSchema(fieldsOf({ it: deep(levels - 1) })));
    expect(found.map((issues) => issues.length)).toEqual([0, 0, 1]);
    expect(found[2]?.[0]).toMatchObject({
      found: "deeper nesting",
      allowed: `at most ${SCHEMA_MAX_DEPTH} levels of schemas`,
    });
  });

  test("values of an enumeration", () => {
    const values = (count: number) => one({ enum: Array.from({ length: count }, (_, index) => index) });
    expect(around(ENUM_MAX_VALUES).map((count) => checkFieldSchema(values(count)).length)).toEqual([0, 0, 1]);
  });

  test("issues", () => {
    const wrong = (count: number) =>
      fieldsOf(
        Object.fromEntries(Array.from({ length: count }, (_, index) => [`f${index}`, { type: "null", title: "F" }])),
      );
    expect(around(ISSUES_MAX).map((count) => checkFieldSchema(wrong(count)).length)).toEqual([49, 50, 50]);
  });
});

describe("patterns", () => {
  test.each([
    "^(a+)+$",
    "^(a|a)*$",
    "^(a|b)+$",
    "^(?:a*)*$",
    "^a*a*$",
    "^.*,.*$",
    "^[a-z]+[a-z0-9]+$",
    "^(?=a)a$",
    "^(?<n>a)$",
    "^(a)\\1$",
    "a",
    "^a",
    "a$",
    "^a|b$",
    "^(a$",
    "^a)$",
    "^[$",
    "^[z-a]$",
    "^\\p{L}+$",
    "^a**$",
    "^(a)*$",
    "^(a){3}$",
    "^{2}$",
  ])("%s is refused", (pattern) => expect(isSafePattern(pattern)).toBe(false));

  test.each([
    "^$",
    "^[a-z0-9-]+$",
    "^\\d{4}-\\d{2}-\\d{2}$",
    "^$|^[0-9]{4}(-[0-9]{2}(-[0-9]{2})?)?$",
    "^#[0-9a-f]{6}$",
    "^.{1,300}$",
    "^(?:0\\.9375|1|1\\.(?:0625|125))rem$",
    "^[A-Za-z0-9_-]{11}$",
    "^\\+?[0-9][0-9 ().-]{2,30}$",
  ])("%s is accepted", (pattern) => expect(isSafePattern(pattern)).toBe(true));

  test("a pattern is at most as long as its bound", () => {
    const ofLength = (length: number) => `^${"a".repeat(length - 2)}$`;
    expect(around(PATTERN_MAX_CHARS).map((length) => isSafePattern(ofLength(length)))).toEqual([true, true, false]);
  });

  test("bounded repetitions share a text in at most as many ways as the bound", () => {
    // The first quantifier is the largest and not counted; the second one exceeds its maximum by one.
    const ways = (count: number) => `^a{0,500}a{0,${count - 1}}$`;
    expect(around(PATTERN_MAX_WAYS).map((count) => isSafePattern(ways(count)))).toEqual([true, true, false]);
  });

  test("the worst accepted pattern costs little on the longest text", async () => {
    const pattern = new RegExp(`^a*a{0,${PATTERN_MAX_WAYS - 1}}b$`, "u");
    expect(isSafePattern(pattern.source)).toBe(true);
    let matches: boolean | undefined;
    expect(await excess(() => (matches = pattern.test("a".repeat(MARKDOWN_MAX_CHARS))), 100)).toBeUndefined();
    expect(matches).toBe(false);
  });
});

describe("a link may not be", () => {
  test.each([
    "javascript:alert(1)",
    "JavaScript:alert(1)",
    " javascript:alert(1)",
    "java\nscript:alert(1)",
    "\u0000javascript:alert(1)",
    "data:text/html,x",
    "vbscript:x",
    "file:///etc/passwd",
    "http://example.com",
    "//example.com",
    "/\\example.com",
    "\\\\example.com",
    "/a\tb",
    "/a b",
    '/a"b',
    "/a<b",
    "https://",
    "https:// example.com",
    "https://exa\u2028mple.com",
    "mailto:",
    "tel:abc",
    "#",
    "#a b",
    "page:",
    "page:Home",
    "page:../x",
    "blob:x",
    "",
  ])("%j", (link) => {
    expect(validateFields(one({ $ref: "drawbridge:link" }), { it: link })[0]).toMatchObject({
      pointer: "/it",
      found: `the text ${JSON.stringify(link)}`,
      allowed: expect.stringContaining("page:<page id>, /path, https://…"),
      rule: { name: "link" },
    });
  });
  test.each([
    "page:home",
    "page:home#team",
    "/",
    "/a/b?c=d#e",
    "https://example.com/ä",
    "mailto:a@example.com?subject=x",
    "tel:+44-20",
    "#top",
  ])("… but %j it may be", (link) => expect(fits({ $ref: "drawbridge:link" }, link)).toBe(true));
});

describe("a picture", () => {
  const picture = { src: "/media/a.jpg", alt: "", width: 10, height: 10 };
  test.each([
    ["https://example.com/a.jpg"],
    ["/a.jpg"],
    ["media/a.jpg"],
    ["/media/../a.jpg"],
    ["/media//a.jpg"],
    ["/media/.hidden"],
    ["/media/a.jpg?x"],
    ["data:image/png;base64,AA"],
    ["/media/"],
    ["/media/a/../../b"],
    ["/media/%2e%2e/b"],
  ])("from %s is refused", (src) => {
    expect(validateFields(one({ $ref: "drawbridge:image" }), { it: { ...picture, src } })[0]).toMatchObject({
      pointer: "/it/src",
      found: `the text ${JSON.stringify(src)}`,
      allowed: expect.stringContaining("under /media/"),
    });
  });
  test.each([
    ["drawbridge:audio", ["mp3", "ogg", "wav"]],
    ["drawbridge:video", ["mp4", "webm"]],
    ["drawbridge:document", ["pdf", "docx", "csv", "txt"]],
  ])("is a picture's alone: %s takes only files of its own endings, with a name", ($ref, endings) => {
    const file = (ending: string) => ({ src: `/media/a/file.${ending}`, title: "A file" });
    const all = ["mp3", "ogg", "wav", "mp4", "webm", "pdf", "docx", "csv", "txt", "jpg", "svg", "html", "mp3.html"];
    expect(all.filter((ending) => fits({ $ref }, file(ending)))).toEqual(all.filter((one) => endings.includes(one)));
    expect(fits({ $ref }, { ...file(endings[0] ?? ""), title: "" })).toBe(false);
    for (const src of ["https://example.com/a.mp3", "/media/../a.mp3", "/media/a.mp3?x=.mp3", "//media/a.mp3"])
      expect(fits({ $ref }, { src, title: "A file" })).toBe(false);
  });
  test("needs all four of its members", () => {
    expect(validateFields(one({ $ref: "drawbridge:image" }), { it: {} }).map(({ pointer }) => pointer)).toEqual([
      "/it/src",
      "/it/alt",
      "/it/width",
      "/it/height",
    ]);
  });
  test("has sides within the bound", () => {
    const sides = [0, 1, ...around(IMAGE_MAX_SIDE)];
    expect(sides.map((width) => fits({ $ref: "drawbridge:image" }, { ...picture, width }))).toEqual([
      false,
      true,
      true,
      true,
      false,
    ]);
  });
});

describe("values", () => {
  const schema = fieldsOf(
    {
      text: { $ref: "drawbridge:text", title: "Text", default: "x" },
      action: { $ref: "drawbridge:action", title: "Action" },
      color: { type: "string", format: "color", title: "Colour" },
      day: { type: "string", format: "date", title: "Day" },
      size: {
        oneOf: [
          { const: "s", title: "Small" },
          { const: "l", title: "Large" },
        ],
        title: "Size",
        default: "s",
      },
      cards: {
        type: "array",
        title: "Cards",
        maxItems: 2,
        default: [{}],
        items: fieldsOf({ n: { type: "integer", title: "N", minimum: 1, default: 4 } }),
      },
    },
    { required: ["text", "action"] },
  );
  const action = { label: "Go", link: "/" };

  test.each<[string, JsonSchema, string, string, string]>([
    ["a required field left out", { text: "a" }, "/action", "nothing", "required"],
    [
      "an unknown field",
      { text: "a", action, "b/c": 1 },
      "/b~1c",
      'an unknown member named "b/c"',
      "only text, action",
    ],
    ["an unknown member deep inside", { text: "a", action, cards: [{ m: 1 }] }, "/cards/0/m", '"m"', "only n"],
    ["text of two lines", { text: "a\nb", action }, "/text", '"a\\nb"', "one line of text"],
    ["a number for text", { text: 3, action }, "/text", "3", "text"],
    [
      "a label of nothing",
      { text: "a", action: { label: "", link: "/" } },
      "/action/label",
      "0 characters",
      "at least 1",
    ],
    ["a colour by name", { text: "a", action, color: "red;}" }, "/color", '"red;}"', "a colour such as #1a2b3c"],
    ["a day that does not exist", { text: "a", action, day: "2026-02-30" }, "/day", "2026-02-30", "a valid date"],
    ["a choice that is not offered", { text: "a", action, size: "m" }, "/size", '"m"', 'one of "s", "l"'],
    ["too many items", { text: "a", action, cards: [{}, {}, {}] }, "/cards", "a list of 3 items", "at most 2 items"],
    ["half a number", { text: "a", action, cards: [{ n: 1.5 }] }, "/cards/0/n", "1.5", "a whole number"],
    ["a number too small", { text: "a", action, cards: [{}, { n: 0 }] }, "/cards/1/n", "0", "at least 1"],
    ["a list for an object", { text: "a", action: [] }, "/action", "a list of 0 items", "an object"],
  ])("%s is refused", (_, value, pointer, found, allowed) => {
    expect(validateFields(schema, value)).toMatchObject([
      { pointer, found: expect.stringContaining(found), allowed: expect.stringContaining(allowed) },
    ]);
  });

  test("valid values have no issues", () => {
    const value = { text: "a", action, color: "#1a2b3c", day: "2026-02-28", size: "l", cards: [{ n: 2 }, {}] };
    expect(validateFields(schema, value)).toEqual([]);
  });

  test("defaults stand where nothing was given, however deep, and the given value is not touched", () => {
    const given = { action, cards: [{}, { n: 9 }] };
    expect(withDefaults(schema, given)).toEqual({ text: "x", action, size: "s", cards: [{ n: 4 }, { n: 9 }] });
    expect(withDefaults(schema, {})).toEqual({ text: "x", size: "s", cards: [{ n: 4 }] });
    expect(given).toEqual({ action, cards: [{}, { n: 9 }] });
  });

  test("a default is a copy of its own each time", () => {
    const first = withDefaults(schema, {}) as { cards: object[] };
    first.cards.push({});
    expect(withDefaults(schema, {})["cards"]).toEqual([{ n: 4 }]);
  });

  test("a default its own schema refuses is an issue", () => {
    expect(checkDefaults(one({ type: "integer", minimum: 5, default: 4 }))).toEqual([
      {
        pointer: "/properties/it/default",
        found: "4",
        allowed: "at least 5",
        rule: { name: "minimum", limit: "5" },
      },
    ]);
    expect(checkDefaults(one({ $ref: "drawbridge:link", default: "javascript:1" }))).toHaveLength(1);
    expect(checkDefaults(schema)).toEqual([]);
  });

  test("values are never checked against a schema that was refused", () => {
    expect(() => validateFields(one({ $ref: "drawbridge:none" }), {})).toThrow(RangeError);
    expect(() => validateFields(expandSchema(one({ $ref: "drawbridge:link" })), {})).toThrow(RangeError);
  });

  test.each([
    ["text", "drawbridge:text", PLAIN_TEXT_MAX_CHARS, ""],
    ["Markdown", "drawbridge:markdown", MARKDOWN_MAX_CHARS, ""],
    ["a link", "drawbridge:link", LINK_MAX_CHARS, "/"],
  ])("%s is at most as long as its bound", (_, $ref, bound, start) => {
    expect(around(bound).map((length) => fits({ $ref }, start.padEnd(length, "a")))).toEqual([true, true, false]);
  });

  test("issues stop at their bound", () => {
    const many = (count: number) => Object.fromEntries(Array.from({ length: count }, (_, index) => [`x${index}`, 1]));
    expect(around(ISSUES_MAX).map((count) => validateFields(fieldsOf({}), many(count)).length)).toEqual([49, 50, 50]);
  });
});
