/** Changes of an owner's types by the forms of the editor: names, merging by part, and values that entries keep. */
import { describe, expect, test } from "vitest";
import { NAME_MAX_CHARS } from "../../../manifests/bounds/manifest.ts";
import type { OwnTypes } from "../../../manifests/ownTypes/ownTypes.ts";
import { ownTypesIssues } from "../../../manifests/ownTypes/rules.ts";
import {
  typeNamed,
  withFieldParts,
  withFieldUp,
  withKind,
  withNewField,
  withNewType,
  withoutField,
  withoutType,
  withParts,
} from "../../../sites/editor/pages/types/changes.ts";
import { fieldNameFor, typeNameFor } from "../../../sites/editor/pages/types/naming.ts";
import { choicesFrom, statesOfField } from "../../../sites/editor/pages/types/states.ts";
import { beginningsOf } from "../../../sites/editor/pages/types/spans.ts";
import { recipeType } from "../../runtime/entries/ownTypes.ts";

const ALL: OwnTypes = { types: [recipeType()] };
const HERE = { type: "recipe", field: "minutes" };
const now = (field = "minutes") => statesOfField(typeNamed(ALL, "recipe"), field);
const changed = (sent: Readonly<Record<string, string>>, field = "minutes", all = ALL): OwnTypes =>
  withFieldParts(
    all,
    { ...HERE, field },
    {
      sent: { ...now(field), ...sent },
      now: statesOfField(typeNamed(all, "recipe"), field),
      mine: new Set(Object.keys(sent)),
    },
  );
const fieldsIn = (all: OwnTypes): string[] => Object.keys(typeNamed(all, "recipe").fields["properties"] as object);

describe("names from words", () => {
  test.each([
    ["Day trip", "day-trip"],
    ["Käse & Brot", "kase-brot"],
    ["2 Räder", "type2-rader"],
    ["食谱", "type"],
    ["a".repeat(99), "a".repeat(NAME_MAX_CHARS)],
  ])("a type of the name %s is %s", (title, name) => expect(typeNameFor(title, [])).toBe(name));

  test.each([
    ["Cooking time (min)", "cookingTimeMin"],
    ["食材", "field"],
    ["1st", "field1st"],
  ])("a field of the label %s is %s", (label, name) => expect(fieldNameFor(label, [])).toBe(name));

  test("a name that is taken gets a number, and stays within its bound", () => {
    expect(typeNameFor("Recipe", ["recipe", "recipe-2"])).toBe("recipe-3");
    expect(fieldNameFor("Day", ["day"])).toBe("day2");
    expect(typeNameFor("a".repeat(99), ["a".repeat(NAME_MAX_CHARS)])).toHaveLength(NAME_MAX_CHARS);
  });
});

test.each([
  ["minutes", undefined],
  ["-minutes", undefined],
  ["title", "title"],
  ["level", "level"],
])("lists ordered by %s are ordered by %s once minutes leave the index", (order, later) => {
  const all = { types: [recipeType({ order })] };
  const next = changed({ listed: "" }, "minutes", all);
  expect(typeNamed(next, "recipe").order).toBe(later);
  expect(ownTypesIssues(next)).toEqual([]);
});

test("the letters of a currency make a number an amount, and no letters a number again", () => {
  const priced = changed({ currency: "EUR" });
  const schema = (all: OwnTypes) =>
    (typeNamed(all, "recipe").fields["properties"] as Record<string, object>)["minutes"];
  expect([schema(priced), ownTypesIssues(priced)]).toMatchObject([{ currency: "EUR" }, []]);
  expect(schema(changed({ currency: "" }, "minutes", priced))).not.toHaveProperty("currency");
  expect(ownTypesIssues(changed({ currency: "EU" }))).not.toEqual([]);
});

test("a type is made, gets fields and is valid at every step", () => {
  const { all: first, name } = withNewType(ALL, "Day trip", "Recipes");
  let all = first;
  expect(name).toBe("day-trip");
  expect(typeNamed(all, name).address).toBe("/recipes-2/{slug}");
  for (const [kind, label] of [
    ["text", "Place"],
    ["choice", "Level"],
    ["page", "Guide"],
    ["date", "Day"],
  ] as const) {
    all = withNewField(all, name, kind, {
      label,
      choices: "Easy\nHard",
      of: kind === "page" ? "site/recipe" : "",
      listed: "true",
    });
    expect(ownTypesIssues(all)).toEqual([]);
  }
  expect(typeNamed(all, name).index).toEqual(["place", "level", "guide", "day"]);
  expect(withoutType(all, name)).toEqual(ALL);
});

test("two members change parts of one type, one field and another: each keeps the other's", () => {
  const mine = changed({ label: "Time" });
  const both = changed(
    { label: "Plant-based" },
    "vegan",
    withParts(mine, "recipe", { title: "Dish" }, new Set(["title"])),
  );
  const type = typeNamed(both, "recipe");
  expect(type.title).toBe("Dish");
  expect(type.fields["properties"]).toMatchObject({
    minutes: { title: "Time", minimum: 1 },
    vegan: { title: "Plant-based" },
  });
  expect(ownTypesIssues(both)).toEqual([]);
});

test("a field that gets another name is renamed in the index, in the order and for its entries", () => {
  const renamed = changed({ name: "time" });
  expect(typeNamed(renamed, "recipe")).toMatchObject({ order: "time", renamed: { minutes: "time" } });
  expect(typeNamed(renamed, "recipe").index?.[0]).toBe("time");
  expect(fieldsIn(renamed)[0]).toBe("time");
  const again = withFieldParts(
    renamed,
    { ...HERE, field: "time" },
    {
      sent: { ...now(), name: "duration" },
      now: statesOfField(typeNamed(renamed, "recipe"), "time"),
      mine: new Set(["name"]),
    },
  );
  expect(typeNamed(again, "recipe").renamed).toEqual({ minutes: "duration", time: "duration" });
  expect(ownTypesIssues(again)).toEqual([]);
  expect(() => changed({ name: "vegan" })).toThrow("INVALID_REQUEST");
});

test("a removed field leaves the index and the order", () => {
  const without = withoutField(ALL, "recipe", "minutes");
  expect(typeNamed(without, "recipe").order).toBeUndefined();
  expect(ownTypesIssues(without)).toEqual([]);
  expect(() => withoutField(without, "recipe", "minutes")).toThrow("NOT_FOUND");
});

test("a field gets another kind: it leaves what the kind cannot have, and its name and label stay", () => {
  const here = { type: "recipe", field: "minutes" };
  const text = withKind(ALL, here, { kind: "text", choices: "", mayLack: false });
  expect(ownTypesIssues(text)).toEqual([]);
  expect(typeNamed(text, "recipe")).toMatchObject({ order: "minutes", converted: ["minutes"] });
  expect(typeNamed(text, "recipe").fields).toMatchObject({
    required: ["minutes"],
    properties: { minutes: { $ref: "drawbridge:text", title: "Minutes" } },
  });
  const formatted = withKind(text, here, { kind: "formatted", choices: "", mayLack: true });
  expect(ownTypesIssues(formatted)).toEqual([]);
  expect(typeNamed(formatted, "recipe")).toMatchObject({ converted: ["minutes"], fields: { required: [] } });
  expect(typeNamed(formatted, "recipe").order).toBeUndefined();
  expect(typeNamed(formatted, "recipe").index).not.toContain("minutes");
  const named = withFieldParts(text, here, {
    sent: { ...statesOfField(typeNamed(text, "recipe"), "minutes"), name: "time" },
    now: statesOfField(typeNamed(text, "recipe"), "minutes"),
    mine: new Set(["name"]),
  });
  expect(typeNamed(named, "recipe").converted).toEqual(["time"]);
  expect(ownTypesIssues(named)).toEqual([]);
  const without = withoutField(named, "recipe", "time");
  expect(typeNamed(without, "recipe").converted).toBeUndefined();
  expect(ownTypesIssues(without)).toEqual([]);
});

test("a converted field that the type does not have is refused where it stands", () => {
  const wrong = { types: [recipeType({ converted: ["minutes", "hours"] })] };
  expect(ownTypesIssues(wrong)).toMatchObject([{ pointer: "/types/0/converted/1" }]);
});

test("a field moves up by one, and the first one stays", () => {
  expect(fieldsIn(withFieldUp(ALL, "recipe", "level")).slice(0, 3)).toEqual(["minutes", "level", "vegan"]);
  expect(fieldsIn(withFieldUp(ALL, "recipe", "minutes"))).toEqual(fieldsIn(ALL));
});

test("a changed line of a choice keeps its value, so entries keep their choice", () => {
  const present = [
    { const: "easy", title: "Easy" },
    { const: "hard", title: "Hard" },
  ];
  expect(choicesFrom("Simple\nHard", present)).toEqual([{ const: "easy", title: "Simple" }, present[1]]);
  expect(choicesFrom("Hard\r\n\r\nEasy\nNew", present)).toEqual([
    present[1],
    present[0],
    { const: "new", title: "New" },
  ]);
  expect(choicesFrom("A\nA", []).map(({ const: value }) => value)).toEqual(["a", "a-2"]);
});

describe("a field that ends what another begins", () => {
  const day = (title: string) => ({ type: "string", format: "date", title });
  const SPAN: OwnTypes = {
    types: [
      {
        ...recipeType({ index: ["first", "last"], order: "newest" }),
        fields: {
          type: "object",
          properties: { first: day("First"), last: day("Last"), place: { $ref: "drawbridge:text", title: "Place" } },
          required: [],
          additionalProperties: false,
        },
      },
    ],
  };
  const edited = (sent: Readonly<Record<string, string>>, field = "last", all = SPAN): OwnTypes => {
    const present = statesOfField(typeNamed(all, "recipe"), field);
    const parts = { sent: { ...present, ...sent }, now: present, mine: new Set(Object.keys(sent)) };
    return withFieldParts(all, { type: "recipe", field }, parts);
  };
  const typeOf = (all: OwnTypes) => typeNamed(all, "recipe");
  const ended = edited({ begins: "first" });

  test("may name each other field of its kind", () => {
    expect(beginningsOf(typeOf(SPAN), "last")).toEqual(["first"]);
    expect(beginningsOf(typeOf(SPAN), "place")).toEqual([]);
    expect(beginningsOf(typeOf(ended), "first")).toEqual([]);
  });

  test("is not before it, and lists take the beginning while it is empty", () => {
    expect(ownTypesIssues(ended)).toEqual([]);
    expect(typeOf(ended)).toMatchObject({
      emptyAs: { last: "first" },
      fields: { properties: { last: { notBefore: "first" } } },
    });
    expect(typeOf(edited({ begins: "" }, "last", ended))).toEqual(typeOf(SPAN));
  });

  test.each<[string, OwnTypes, object | undefined, string | undefined]>([
    ["follows a new name of the beginning", edited({ name: "start" }, "first", ended), { last: "start" }, "start"],
    ["keeps its rule under a new name", edited({ name: "end" }, "last", ended), { end: "first" }, undefined],
    ["leaves lists that may not use the beginning", edited({ listed: "" }, "first", ended), undefined, "first"],
    ["is free when the beginning is removed", withoutField(ended, "recipe", "first"), undefined, undefined],
    [
      "is free when the beginning gets another kind",
      withKind(ended, { type: "recipe", field: "first" }, { kind: "text", choices: "", mayLack: false }),
      undefined,
      undefined,
    ],
  ])("%s", (_name, all, emptyAs, notBefore) => {
    expect(ownTypesIssues(all)).toEqual([]);
    expect(typeOf(all).emptyAs).toEqual(emptyAs);
    const { last } = typeOf(all).fields["properties"] as Record<string, { notBefore?: string } | undefined>;
    expect(last?.notBefore).toBe(notBefore);
  });
});
