import { describe, expect, test } from "vitest";
import { REFERENCES_MAX } from "../../../manifests/bounds/fields.ts";
import {
  ENTRY_ADDRESS_MAX_CHARS,
  INDEX_MAX,
  INDEXED_LIST_MAX_ITEMS,
  INDEXED_TEXT_MAX_CHARS,
  QUERY_MAX_OFFSET,
  WHERE_MAX_FIELDS,
  WHERE_MAX_VALUES,
} from "../../../manifests/bounds/manifest.ts";
import { validateFields } from "../../../manifests/fields/fields.ts";
import { indexedFields, storedValues } from "../../../manifests/fields/indexed.ts";
import { readManifest } from "../../../manifests/rules/readManifest.ts";
import type { Issue } from "../../../manifests/refusals/refusal.ts";
import { entryPath } from "../../../manifests/shapes/entryAddress.ts";
import { TYPE } from "../../runtime/entries/events.ts";
import { declarative } from "../fixture.ts";

const many = <T>(count: number, make: (index: number) => T): T[] =>
  Array.from({ length: count }, (_, index) => make(index));

function issuesWith(type: object, more: object = {}): readonly Issue[] {
  const manifest = { ...declarative, contributes: { contentTypes: [{ ...TYPE, ...type }], ...more } };
  const read = readManifest(JSON.stringify(manifest));
  return read.ok ? [] : read.error;
}

const section = (query: object): object => ({
  sections: [
    {
      name: "list",
      title: "List",
      category: "list",
      template: "list.liquid",
      markdown: "list.md.liquid",
      variants: [{ name: "plain", title: "Plain" }],
      fields: {
        type: "object",
        properties: { from: { type: "string", format: "date", title: "From" } },
        additionalProperties: false,
      },
      queries: { found: query },
      example: { fields: {} },
    },
  ],
});
const EVENT = `${String(declarative["id"])}/event`;
const issuesOfQuery = (query: object): readonly Issue[] => issuesWith({}, section({ type: EVENT, ...query }));

test("a content type is accepted, with and without its optional members", () => {
  expect(issuesWith({})).toEqual([]);
  const two = { ...TYPE.fields, properties: { ...TYPE.fields.properties, end: TYPE.fields.properties.start } };
  expect(issuesWith({ fields: two, index: ["start", "end"], emptyAs: { end: "start" } })).toEqual([]);
  expect(issuesWith({ address: undefined, order: undefined, index: undefined, template: undefined })).toEqual([]);
});

describe("a content type is refused with", () => {
  test.each<[string, object, string]>([
    ["an index of a field that it lacks", { index: ["colour"] }, "/index/0"],
    ["an index of formatted text", { index: ["start", "about"] }, "/index/1"],
    ["a field twice in the index", { index: ["start", "start"] }, "/index/1"],
    ["an order by a field outside the index", { order: "about" }, "/order"],
    ["an address without {slug}", { address: "/events" }, "/address"],
    ["an address with two slugs", { address: "/{slug}/{slug}" }, "/address"],
    ["a relative address", { address: "events/{slug}" }, "/address"],
    ["an address in capitals", { address: "/Events/{slug}" }, "/address"],
    ["an address with a placeholder that does not exist", { address: "/{title}/{slug}" }, "/address"],
    ["an address under the interface", { address: "/api/{slug}" }, "/address"],
    ["an address in the editor", { address: "/_editor/{slug}" }, "/address"],
    ["an address by the date of a text", { address: "/{place.year}/{slug}" }, "/address"],
    ["an empty field outside the index", { emptyAs: { about: "start" } }, "/emptyAs/about"],
    ["an empty field that stands for one of another kind", { emptyAs: { start: "place" } }, "/emptyAs/start"],
    ["an empty field that stands for itself", { emptyAs: { start: "start" } }, "/emptyAs/start"],
    ["an empty field that stands for none", { emptyAs: { start: "constructor" } }, "/emptyAs/start"],
    ["an example that its schema refuses", { example: { fields: {} } }, "/example/fields/start"],
    ["a schema that no section could have", { fields: { type: "object", properties: {}, oneOf: [] } }, "/fields"],
    ["a template outside the package's form", { template: "event.html" }, "/template"],
    ["a renamed field that is still there", { renamed: { place: "start" } }, "/renamed/place"],
  ])("%s", (_what, change, pointer) => {
    const [issue] = issuesWith(change);
    expect(issue?.pointer).toContain(`/contributes/contentTypes/0${pointer}`);
  });

  test("the name of a section of the plugin, because documents name both alike", () => {
    const { sections } = section({}) as { sections: object[] };
    const issues = issuesWith({}, { sections: [{ ...sections[0], name: "event" }] });
    expect(issues).toMatchObject([{ pointer: "/contributes/contentTypes/0/name", allowed: "each once" }]);
  });
});

test.each<[string, object]>([
  ["by a day", { where: { start: { from: "today" } } }],
  ["by the value of a field", { where: { start: { after: { field: "from" } } }, order: "-start" }],
  ["by a reference to the page itself", { where: { topics: { has: "this" } } }],
  ["by several fields", { where: { price: { from: 1, to: 5 }, free: { eq: true }, place: { in: ["Kiel", "Husum"] } } }],
])("a list of own entries may filter %s", (_what, query) => expect(issuesOfQuery(query)).toEqual([]));

test.each<[string, object, string]>([
  ["by a field outside the index", { where: { about: { eq: "x" } } }, "/where/about"],
  ["a list by equality", { where: { tags: { eq: "a" } } }, "/where/tags/eq"],
  ["one value by membership", { where: { place: { has: "Kiel" } } }, "/where/place/has"],
  ["a boolean by size", { where: { free: { after: true } } }, "/where/free/after"],
  ["a number by a text", { where: { price: { eq: "5" } } }, "/where/price/eq"],
  ["by a comparison that does not exist", { where: { price: { like: 5 } } }, "/where/price/like"],
  ["by no comparison", { where: { price: {} } }, "/where/price"],
  [
    "by a field of the section that does not exist",
    { where: { start: { eq: { field: "day" } } } },
    "/where/start/eq/field",
  ],
  ["in the order of a field outside the index", { order: "about" }, "/order"],
  ["of a type that the plugin lacks", { type: `${String(declarative["id"])}/show` }, "/type"],
])("a list of own entries may not filter %s", (_what, query, pointer) =>
  expect(issuesOfQuery(query)[0]?.pointer).toBe(`/contributes/sections/0/queries/found${pointer}`),
);

test.each<[string, object, string]>([
  ["a filter", { where: { start: { from: "today" } } }, "/where"],
  ["an order by a field", { order: "start" }, "/order"],
])("a query without a type may not have %s", (_what, query, pointer) =>
  expect(issuesWith({}, section(query))[0]?.pointer).toBe(`/contributes/sections/0/queries/found${pointer}`),
);

describe("bounds", () => {
  const fieldsOf = (count: number) => ({
    fields: {
      type: "object",
      properties: Object.fromEntries(many(count, (n) => [`f${n}`, { type: "number", title: "N" }])),
      additionalProperties: false,
    },
    index: many(count, (n) => `f${n}`),
    address: undefined,
    order: undefined,
    example: { fields: {} },
  });
  const numbers = (count: number) => Object.fromEntries(many(count, (n) => [`f${n}`, { eq: n }]));

  test.each([
    ["INDEX_MAX", INDEX_MAX, (n: number) => issuesWith(fieldsOf(n))],
    [
      "ENTRY_ADDRESS_MAX_CHARS",
      ENTRY_ADDRESS_MAX_CHARS,
      (n: number) => issuesWith({ address: `/${"a".repeat(n - 8)}/{slug}` }),
    ],
    [
      "WHERE_MAX_FIELDS",
      WHERE_MAX_FIELDS,
      (n: number) => issuesWith(fieldsOf(INDEX_MAX), section({ type: EVENT, where: numbers(n) })),
    ],
    [
      "WHERE_MAX_VALUES",
      WHERE_MAX_VALUES,
      (n: number) => issuesOfQuery({ where: { price: { in: many(n, (index) => index) } } }),
    ],
    [
      "INDEXED_TEXT_MAX_CHARS",
      INDEXED_TEXT_MAX_CHARS,
      (n: number) => issuesOfQuery({ where: { place: { eq: "x".repeat(n) } } }),
    ],
    ["QUERY_MAX_OFFSET", QUERY_MAX_OFFSET, (n: number) => issuesOfQuery({ offset: n })],
    [
      "REFERENCES_MAX",
      REFERENCES_MAX,
      (n: number) => validateFields(TYPE.fields, { start: "2026-01-01", topics: many(n, (index) => `t${index}`) }),
    ],
  ] as const)("%s holds", (_name, bound, issues) => {
    expect(issues(bound - 1)).toEqual([]);
    expect(issues(bound)).toEqual([]);
    expect(issues(bound + 1).length).toBeGreaterThan(0);
  });

  test("a text and a list in the index are cut", () => {
    const fields = indexedFields({ fields: TYPE.fields, index: ["place", "tags"] });
    const stored = (name: string, value: unknown) =>
      storedValues(fields.get(name) ?? { kind: "text", isList: false }, value);
    for (const length of [INDEXED_TEXT_MAX_CHARS - 1, INDEXED_TEXT_MAX_CHARS])
      expect(stored("place", "x".repeat(length))).toEqual(["x".repeat(length)]);
    expect(stored("place", "x".repeat(INDEXED_TEXT_MAX_CHARS + 1))).toEqual(["x".repeat(INDEXED_TEXT_MAX_CHARS)]);
    for (const count of [INDEXED_LIST_MAX_ITEMS - 1, INDEXED_LIST_MAX_ITEMS, INDEXED_LIST_MAX_ITEMS + 1])
      expect(stored("tags", many(count, String)).length).toBe(Math.min(count, INDEXED_LIST_MAX_ITEMS));
  });
});

test.each<[string, unknown, readonly unknown[]]>([
  ["place", "", []],
  ["place", "\ud800", ["\ufffd"]],
  ["price", 0, [0]],
  ["price", "0", []],
  ["free", false, [0]],
  ["free", true, [1]],
  ["start", "2026-03-12", ["2026-03-12"]],
  ["start", "2026-03-12T10:00:00Z", []],
  ["opens", "2026-03-12T10:00:00+02:00", ["2026-03-12T08:00:00.000Z"]],
  ["opens", "yesterday", []],
  ["tags", ["a", "a", "", 1, "b"], ["a", 1, "b"]],
  ["tags", "a", ["a"]],
  ["topics", ["jazz"], ["jazz"]],
])("the index stores the field %s with the value %j as %j", (name, value, stored) => {
  const field = indexedFields({ fields: TYPE.fields, index: TYPE.index }).get(name);
  expect(field && storedValues(field, value)).toEqual(stored);
});

test.each([
  ["/events/{slug}", "/events/gig"],
  ["/journal/{year}/{month}/{day}/{slug}", "/journal/2026/03/12/gig"],
  ["/events/{start.year}/{slug}", "/events/2030/gig"],
  ["/events/{end.year}/{slug}", undefined],
])("the address %s leads to %s", (address, path) => {
  const dates: Readonly<Record<string, string>> = { start: "2030-05-01" };
  expect(entryPath(address, "gig", (field) => (field === undefined ? "2026-03-12" : dates[field]))).toBe(path);
});

test.each([
  [EVENT, []],
  [EVENT.replace("event", "evnet"), ["/contributes/contentTypes/0/fields/properties/like/of"]],
  ["other.plugin/event", []],
  ["site/recipe", []],
])("a field may refer to entries of %s, or is told of a type that the plugin lacks", (of, pointers) => {
  const like = { $ref: "drawbridge:pages", title: "Like", of };
  const fields = { ...TYPE.fields, properties: { ...TYPE.fields.properties, like } };
  expect(issuesWith({ fields }).map(({ pointer }) => pointer)).toEqual(pointers);
});
