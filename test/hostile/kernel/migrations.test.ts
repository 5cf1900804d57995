/** Plugin updates that try to gain more than their own content in its new place. */
import { describe, expect, test } from "vitest";
import { ISSUES_MAX } from "../../../manifests/bounds/json.ts";
import {
  FIELDS_CONVERTED_MAX,
  MIGRATION_PARTS_MAX,
  MIGRATION_STEPS_MAX,
  MIGRATION_TEMPLATE_MAX_CHARS,
} from "../../../manifests/bounds/manifest.ts";
import { movedShape, migrateShape, renamedShape } from "../../../manifests/manifest/migration.ts";
import { sectionIn } from "../../../runtime/rendering/sectionIn.ts";
import { fitOf } from "../../../runtime/templates/fitting.ts";

const text = { type: "string", title: "Text", maxLength: 1_000 };
const type = (properties: object, more: object = {}) => ({
  fields: { type: "object", properties, additionalProperties: false },
  ...more,
});
const split = (into: Record<string, string>) => [{ split: { from: "old", into } }];

describe("the template of a migration", () => {
  test.each([
    ["pages", "{{ 'page:home' | link }}"],
    ["the site", "{{ site.name }}{{ page.title }}{{ settings.token }}"],
    ["other fields", "{{ fields.secret }}{{ secret }}"],
    ["prototypes", "{{ value.constructor.constructor }}{{ value.__proto__.polluted }}"],
  ])("can read nothing of %s (attack 124)", (_, template) => {
    const { fields } = fitOf(type({ part: text, secret: text }, { migrate: split({ part: template }) }), {
      old: "x",
      secret: "s",
    });
    expect(["", undefined, "page:home"]).toContain(fields["part"]);
  });

  test.each([
    ["without end", "{% for a in (1..1000000) %}{% for b in (1..1000000) %}x{% endfor %}{% endfor %}"],
    [
      "that doubles its text",
      "{% assign a = value %}{% for i in (1..60) %}{% assign a = a | append: a %}{% endfor %}{{ a }}",
    ],
    ["that is no template", "{% nonsense %}"],
  ])("%s writes nothing and holds its section (attack 124)", (_, template) => {
    const wanted = { ...type({ part: text }, { migrate: split({ part: template }) }) };
    const required = { ...wanted, fields: { ...wanted.fields, required: ["part"] } };
    expect(fitOf(required, { old: "x".repeat(900) }).issues).not.toEqual([]);
  });
});

describe("names of fields", () => {
  test.each(["__proto__", "constructor", "toString"])(
    "such as %s change only the content object (attack 125)",
    (name) => {
      const content = JSON.parse(`{ "old": "x", ${JSON.stringify(name)}: "y" }`) as Record<string, unknown>;
      const { fields } = fitOf(type({ part: text }, { renamed: { old: "part", [name]: "part" } }), content);
      expect(fields).toEqual({ part: "x" });
      expect(({} as Record<string, unknown>)["part"]).toBeUndefined();
      expect(Object.getPrototypeOf(fields)).toBe(Object.prototype);
    },
  );

  test("that form a circle move each value once (attack 125)", () => {
    const { fields, kept } = fitOf(
      type(
        { a: text, b: text },
        { renamed: { c: "a", d: "b" }, migrate: [{ move: { from: "a", to: "b" } }, { move: { from: "b", to: "a" } }] },
      ),
      { c: "1", d: "2" },
    );
    expect([fields, kept]).toEqual([{ a: "1", b: "2" }, []]);
  });

  test("neither take nor overwrite a value that fits (attack 125)", () => {
    const moving = type(
      { a: text, b: text },
      { migrate: [{ move: { from: "a", to: "b" } }, { split: { from: "gone", into: { a: "stolen" } } }] },
    );
    expect(fitOf(moving, { a: "mine", b: "yours", gone: "x" }).fields).toEqual({ a: "mine", b: "yours" });
  });
});

const named = (count: number) => Object.fromEntries(Array.from({ length: count }, (_, n) => [`a${n}`, "b"]));
const BOUNDS: readonly (readonly [string, number, (count: number) => boolean])[] = [
  [
    "steps",
    MIGRATION_STEPS_MAX,
    (count) => migrateShape.safeParse(Array.from({ length: count }, () => ({ move: { from: "a", to: "b" } }))).success,
  ],
  ["names", MIGRATION_STEPS_MAX, (count) => renamedShape.safeParse(named(count)).success],
  ["parts", MIGRATION_PARTS_MAX, (count) => movedShape.safeParse({ split: { from: "a", into: named(count) } }).success],
  [
    "fields to convert",
    FIELDS_CONVERTED_MAX,
    (count) => movedShape.safeParse({ convert: { fields: Object.keys(named(count)) } }).success,
  ],
  [
    "characters of a template",
    MIGRATION_TEMPLATE_MAX_CHARS,
    (count) => movedShape.safeParse({ split: { from: "a", into: { b: "x".repeat(count) } } }).success,
  ],
];

test.each(BOUNDS)("more %s than the bound are refused (attack 125)", (_, most, isTaken) => {
  expect([most - 1, most, most + 1].map(isTaken)).toEqual([true, true, false]);
});

test("content with thousands of faults gets an answer of limited size (attack 125)", () => {
  const content = Object.fromEntries(Array.from({ length: 5_000 }, (_, n) => [`f${n}`, n]));
  const found = fitOf(type({ f1: text }), content);
  expect(found.issues.length).toBeLessThanOrEqual(ISSUES_MAX);
  expect(found.kept).toHaveLength(4_999);
});

describe("the earlier rendering of a section that no longer fits", () => {
  const wrapped = (id: string, inside: string): string =>
    `<section class="section section--card is-plain" id="${id}" data-section="acme.cards/card">\n${inside}\n</section>`;

  test("contains that section alone, with the sections nested in it (attack 126)", () => {
    const html = `<main>${wrapped("one", `<p>1</p>${wrapped("two", "<p>2</p>")}`)}${wrapped("three", "<p>3</p>")}</main>`;
    expect(sectionIn(html, "one")).toBe(wrapped("one", `<p>1</p>${wrapped("two", "<p>2</p>")}`));
    expect(sectionIn(html, "two")).toBe(wrapped("two", "<p>2</p>"));
    expect(sectionIn(html, "three")).toBe(wrapped("three", "<p>3</p>"));
  });

  test.each([
    ["one nobody has", "four"],
    ["one named in a text", 'x" data-section="'],
    ["one of an element that is no section", "five"],
  ])("is empty for %s (attack 126)", (_, id) => {
    const html = `<main><div id="five" data-section="x/y">5</div>${wrapped("one", "&lt;section id=&quot;four&quot;")}</main>`;
    expect(sectionIn(html, id)).toBeUndefined();
  });

  test("is empty where elements are not closed (attack 126)", () => {
    expect(sectionIn(`<main>${wrapped("one", "<section>")}`, "one")).toBeUndefined();
  });
});
