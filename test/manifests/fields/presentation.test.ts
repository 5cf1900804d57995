import { describe, expect, test } from "vitest";
import { GROUP_MAX_CHARS, SHOW_IF_MAX_VALUES } from "../../../manifests/bounds/fields.ts";
import { checkFieldSchema } from "../../../manifests/fields/fieldSchema.ts";
import { validateFields } from "../../../manifests/fields/fields.ts";
import { isShown, WIDGETS } from "../../../manifests/fields/presentation.ts";
import type { JsonSchema } from "../../../manifests/shapes/shape.ts";

const KIND = { title: "Kind", enum: ["picture", "film"], default: "picture" };
const withFilm = (film: JsonSchema, rest: JsonSchema = {}): JsonSchema => ({
  type: "object",
  properties: { kind: KIND, film: { title: "Film", type: "string", ...film } },
  additionalProperties: false,
  ...rest,
});
const issueOf = (schema: JsonSchema) => checkFieldSchema(schema)[0];
const around = (bound: number) => [bound - 1, bound, bound + 1];

describe("a field that is shown for a value of another", () => {
  const schema = withFilm({ showIf: { field: "kind", is: "film" } });
  const film = (schema["properties"] as Record<string, JsonSchema>)["film"] ?? {};

  test("is shown for that value, and hidden for others and for the default", () => {
    expect(issueOf(schema)).toBeUndefined();
    expect(isShown(schema, film, { kind: "film" })).toBe(true);
    expect(isShown(schema, film, { kind: "picture" })).toBe(false);
    expect(isShown(schema, film, {})).toBe(false);
  });

  test("is shown for each value of a list", () => {
    const both = { ...film, showIf: { field: "kind", is: ["film", "picture"] } };
    expect(["film", "picture"].map((kind) => isShown(schema, both, { kind }))).toEqual([true, true]);
    expect(isShown(schema, both, {})).toBe(true);
  });

  test("keeps its value while it is hidden", () => {
    expect(validateFields(schema, { kind: "picture", film: "launch" })).toEqual([]);
  });

  test.each<[string, JsonSchema, string]>([
    ["a field that is not there", withFilm({ showIf: { field: "sound", is: true } }), "/properties/film/showIf/field"],
    ["itself", withFilm({ showIf: { field: "film", is: "x" } }), "/properties/film/showIf/field"],
    ["a member of every object", withFilm({ showIf: { field: "toString", is: "x" } }), "/properties/film/showIf/field"],
    ["no value", withFilm({ showIf: { field: "kind" } }), "/properties/film/showIf"],
    ["an object", withFilm({ showIf: { field: "kind", is: {} } }), "/properties/film/showIf"],
    ["code", withFilm({ showIf: "kind === 'film'" }), "/properties/film/showIf"],
    [
      "another while it is required",
      withFilm({ showIf: { field: "kind", is: "film" } }, { required: ["film"] }),
      "/properties/film/showIf",
    ],
  ])("is refused if it hangs on %s", (_, wrong, pointer) => {
    expect(issueOf(wrong)).toMatchObject({ pointer });
  });

  test.each(around(SHOW_IF_MAX_VALUES))("may hang on %i values, up to the bound", (count) => {
    const is = Array.from({ length: count }, (_, index) => `v${index}`);
    expect(issueOf(withFilm({ showIf: { field: "kind", is } })) === undefined).toBe(count <= SHOW_IF_MAX_VALUES);
  });
});

test.each(around(GROUP_MAX_CHARS))("a group may have a name of %i characters, up to the bound", (length) => {
  expect(issueOf(withFilm({ group: "g".repeat(length) })) === undefined).toBe(length <= GROUP_MAX_CHARS);
});

test("a group without a name is refused", () => {
  expect(issueOf(withFilm({ group: " " }))).toMatchObject({ pointer: "/properties/film/group" });
});

test("a group and a condition may stand beside a reference", () => {
  const schema = withFilm({});
  const film = { title: "Film", $ref: "drawbridge:link", group: "More", showIf: { field: "kind", is: "film" } };
  expect(issueOf({ ...schema, properties: { kind: KIND, film } })).toBeUndefined();
});

describe("a widget", () => {
  test.each<[string, JsonSchema]>([
    ["line", { type: "string", maxLength: 5_000 }],
    ["paragraph", { type: "string", maxLength: 40 }],
    ["radios", { type: "string", enum: ["a", "b"] }],
    ["select", { type: "string", enum: ["a", "b"] }],
    ["slider", { type: "integer", minimum: 0, maximum: 10 }],
  ])("%s is drawn for the fields it fits", (widget, field) => {
    expect(issueOf(withFilm({ ...field, widget }))).toBeUndefined();
    expect(Object.keys(WIDGETS)).toContain(widget);
  });

  test.each<[string, JsonSchema]>([
    ["slider", { type: "integer", minimum: 0 }],
    ["slider", { type: "string" }],
    ["radios", { type: "string" }],
    ["line", { type: "string", format: "date" }],
    ["script", { type: "string" }],
    ["constructor", { type: "string" }],
  ])("%s is refused for %o", (widget, field) => {
    expect(issueOf(withFilm({ ...field, widget }))).toMatchObject({ pointer: "/properties/film/widget" });
  });
});
