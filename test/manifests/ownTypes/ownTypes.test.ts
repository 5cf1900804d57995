/** The document of an owner's types: its closed list of kinds, its bounds, and the template that draws the values. */
import { describe, expect, test } from "vitest";
import {
  CHOICE_MAX_CHARS,
  LONG_TEXT_MAX_CHARS,
  OWN_FIELDS_MAX,
  OWN_TYPES_MAX,
} from "../../../manifests/bounds/documents.ts";
import { indexedFields } from "../../../manifests/fields/indexed.ts";
import { contributed, drawingFiles } from "../../../manifests/ownTypes/asPlugin.ts";
import { FIELD_KINDS, KIND_NAMES, kindOfField } from "../../../manifests/ownTypes/kinds.ts";
import { type OwnType, ownTypesShape } from "../../../manifests/ownTypes/ownTypes.ts";
import { ownTypesIssues } from "../../../manifests/ownTypes/rules.ts";
import { contentTypeIssues } from "../../../manifests/rules/contentTypeRules.ts";
import type { JsonSchema } from "../../../manifests/shapes/shape.ts";
import { checkTemplate } from "../../../manifests/templates/templateCheck.ts";
import { fieldsOf, recipeType } from "../../runtime/entries/ownTypes.ts";

const CHOICES = [{ const: "a", title: "A" }];

/** A field of a kind, with everything that it may say. */
const schemaOf = (kind: keyof typeof FIELD_KINDS): JsonSchema => ({
  ...FIELD_KINDS[kind].fixed,
  ...(kind === "choice" ? { oneOf: CHOICES } : {}),
  title: "A field",
});

const issuesOf = (...types: OwnType[]) => ownTypesIssues({ types });
const pointersOf = (...types: OwnType[]) => issuesOf(...types).map(({ pointer }) => pointer);
const withFields = (properties: object, more: Partial<OwnType> = {}): OwnType =>
  recipeType({ fields: fieldsOf(properties), index: [], order: "title", ...more });

test("a type of an owner is valid, and has the shape of a plugin's type", () => {
  expect(issuesOf(recipeType())).toEqual([]);
  expect(ownTypesShape.safeParse({ types: [recipeType()] }).success).toBe(true);
  expect(contentTypeIssues(contributed(recipeType()), "")).toEqual([]);
});

describe("the kinds of fields", () => {
  test.each(KIND_NAMES)("%s is told from all others, and its template is one that a plugin may have", (kind) => {
    expect(kindOfField(schemaOf(kind))).toBe(kind);
    const type = withFields({ one: schemaOf(kind) });
    expect(issuesOf(type)).toEqual([]);
    expect(
      checkTemplate({ text: drawingFiles({ types: [type] })["recipe.liquid"] ?? "", pointer: "" }, "section"),
    ).toEqual([]);
  });

  test.each(KIND_NAMES)("%s is offered to lists if the index takes it", (kind) => {
    const isIndexed = indexedFields({ fields: fieldsOf({ one: schemaOf(kind) }), index: ["one"] }).has("one");
    expect(FIELD_KINDS[kind].isUnlisted === undefined).toBe(isIndexed);
  });

  test.each(KIND_NAMES)("a required field of the kind %s starts with a valid value, or is refused", (kind) => {
    const type = recipeType({ fields: fieldsOf({ one: schemaOf(kind) }, ["one"]), index: [], order: "title" });
    if (FIELD_KINDS[kind].start) expect(issuesOf(type)).toEqual([]);
    else expect(issuesOf(type)).toMatchObject([{ pointer: "/types/0/fields/properties/one" }]);
  });

  test.each<[string, object]>([
    ["an object", { type: "object", properties: {}, title: "X" }],
    ["a text of a rule of its own", { type: "string", pattern: "a", title: "X" }],
    ["a keyword of the compiler", { $ref: "drawbridge:text", "x-type": "drawbridge:markdown", title: "X" }],
    ["a file", { $ref: "drawbridge:document", title: "X" }],
    ["a choice without values", { title: "X" }],
    ["a choice between texts with quotes", { oneOf: [{ const: 'a"', title: "X" }], title: "X" }],
    ["a choice with a value twice", { oneOf: [...CHOICES, ...CHOICES], title: "X" }],
    ["a number with a text as its bound", { type: "number", minimum: "1", title: "X" }],
    ["no schema at all", null as never],
  ])("%s is none of them", (_, schema) => {
    expect(pointersOf(withFields({ one: schema }))).toEqual(["/types/0/fields/properties/one"]);
  });

  test("a field has a title that people can read", () => {
    for (const title of [undefined, "", "a\nb", "\u202eevil", 5])
      expect(pointersOf(withFields({ one: { $ref: "drawbridge:text", title } }))[0]).toMatch(/\/one(\/title)?$/);
  });
});

describe("bounds", () => {
  const many = (count: number): object =>
    Object.fromEntries(Array.from({ length: count }, (_, index) => [`f${index}`, { type: "boolean", title: "X" }]));
  test.each([
    [OWN_FIELDS_MAX - 1, []],
    [OWN_FIELDS_MAX, []],
    [OWN_FIELDS_MAX + 1, ["/types/0/fields/properties"]],
  ])("a type of %i fields", (count, pointers) => {
    expect(pointersOf(withFields(many(count)))).toEqual(pointers);
  });

  test.each([
    [OWN_TYPES_MAX - 1, true],
    [OWN_TYPES_MAX, true],
    [OWN_TYPES_MAX + 1, false],
  ])("a site of %i types", (count, isValid) => {
    const types = Array.from({ length: count }, (_, index) => recipeType({ name: `t${index}` }));
    expect(ownTypesShape.safeParse({ types }).success).toBe(isValid);
  });

  test.each([
    [CHOICE_MAX_CHARS - 1, true],
    [CHOICE_MAX_CHARS, true],
    [CHOICE_MAX_CHARS + 1, false],
  ])("a value of a choice of %i characters", (length, isValid) => {
    const oneOf = [{ const: "a".repeat(length), title: "A" }];
    expect(issuesOf(withFields({ one: { oneOf, title: "X" } })).length === 0).toBe(isValid);
  });

  test("a long text holds a page", () => {
    expect(FIELD_KINDS.long.fixed["maxLength"]).toBe(LONG_TEXT_MAX_CHARS);
  });
});

test("two types share neither name nor address", () => {
  expect(pointersOf(recipeType(), recipeType())).toEqual(["/types/1/name", "/types/1/address"]);
  expect(pointersOf(recipeType({ name: "a" }), recipeType({ name: "b", address: "/b/{slug}" }))).toEqual([]);
});

test("the index, the order and the address name fields of the type", () => {
  expect(
    pointersOf(recipeType({ index: ["steps", "gone"], order: "gone", address: "/{minutes.year}/{slug}" })).toSorted(),
  ).toEqual(["/types/0/address", "/types/0/index/0", "/types/0/index/1", "/types/0/order"]);
});

test("labels are text in the template, whatever they contain", () => {
  const title = `{{ site.name }} {% if %} <b> " ' & %}`;
  const { liquid } = {
    liquid: drawingFiles({ types: [withFields({ one: { $ref: "drawbridge:text", title } })] })["recipe.liquid"] ?? "",
  };
  expect(checkTemplate({ text: liquid, pointer: "" }, "section")).toEqual([]);
  expect(liquid).not.toContain("<b>");
  expect(liquid).not.toContain("site.name }}");
});
