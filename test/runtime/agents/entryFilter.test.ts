import { describe, expect, test } from "vitest";
import { WHERE_MAX_FIELDS } from "../../../manifests/bounds/manifest.ts";
import type { AgentOperation } from "../../../manifests/agents/operationShape.ts";
import type { IndexKind } from "../../../manifests/fields/indexed.ts";
import { Refusal } from "../../../manifests/refusals/refusal.ts";
import { conditionsAsked, valueOrder, fulfilling } from "../../../runtime/agents/operations/entryFilter.ts";
import { parametersFrom } from "../../../runtime/agents/operations/parameters.ts";
import type { CatalogueType } from "../../../runtime/rendering/agents/catalogue.ts";
import type { PublicPage } from "../../../runtime/search/publicIndex.ts";

const KINDS: Readonly<Record<string, IndexKind>> = {
  city: "text",
  price: "number",
  free: "boolean",
  day: "date",
  opens: "dateTime",
  topic: "page",
  field: "text",
};

const TYPE: CatalogueType = {
  type: "acme.shows/show",
  title: "Show",
  plural: "Shows",
  schema: {},
  filters: [
    ...Object.entries(KINDS).map(([name, kind]) => ({ name, kind, isList: false })),
    { name: "tags", kind: "text" as const, isList: true },
  ],
};

const entry = (id: string, values: Record<string, unknown>): PublicPage =>
  ({ id, type: TYPE.type, values }) as unknown as PublicPage;

const SHOWS = [
  entry("a", { city: "Kiel", price: 5, free: false, day: "2026-03-01", opens: "2026-03-01T21:00:00Z", tags: ["x"] }),
  entry("b", { city: "Ulm", price: 0, free: true, day: "2026-03-02", opens: "2026-03-02T09:00:00Z", tags: ["x", "y"] }),
  entry("c", { topic: "t1", field: "odd" }),
];

/** Noon of 2 March in Tokyo is still 2 March in UTC. */
const CLOCK = { now: Date.parse("2026-03-02T03:00:00Z"), timeZone: "Asia/Tokyo" };

function found(query: AgentOperation, given: Record<string, unknown> = {}): string[] {
  const conditions = conditionsAsked(parametersFrom(query, given), TYPE, (page) => (page === "/topic" ? "t1" : page));
  return SHOWS.filter(fulfilling(conditions, TYPE, CLOCK)).map(({ id }) => id);
}

const ASKED: AgentOperation = { type: TYPE.type, where: { field: "conditions" } };
const asked = (field: string, is: string, value: unknown) => found(ASKED, { conditions: [{ field, is, value }] });

describe("conditions of a caller", () => {
  test.each([
    ["city", "eq", "Ulm", ["b"]],
    ["city", "not", "Ulm", ["a", "c"]],
    ["price", "to", "0", ["b"]],
    ["price", "after", "4.99", ["a"]],
    ["price", "before", "5", ["b"]],
    ["free", "eq", "true", ["b"]],
    ["free", "eq", false, ["a"]],
    ["day", "from", "2026-03-02", ["b"]],
    ["day", "before", "today", ["a"]],
    ["opens", "from", "today", ["a", "b"]],
    ["opens", "after", "now", ["b"]],
    ["opens", "to", "2026-03-01T22:00:00+01:00", ["a"]],
    ["tags", "has", "y", ["b"]],
    ["topic", "eq", "/topic", ["c"]],
    ["field", "eq", "odd", ["c"]],
  ])("%s %s %j finds %j", (field, is, value, ids) => {
    expect(asked(field, is, value)).toEqual(ids);
  });

  test.each([
    ["plaec", "eq", "Ulm", "/where/0/field"],
    ["__proto__", "eq", "Ulm", "/where/0/field"],
    ["city", "like", "Ulm", "/where/0/is"],
    ["city", "in", "Ulm", "/where/0/is"],
    ["city", "eq", { $ne: "" }, "/where/0/value"],
    ["price", "eq", "1e3", "/where/0/value"],
    ["free", "eq", "constructor", "/where/0/value"],
    ["day", "eq", "1 March", "/where/0/value"],
  ])("%s %s %j are refused at their place", (field, is, value, pointer) => {
    try {
      asked(field, is, value);
      expect.unreachable();
    } catch (error) {
      expect(error instanceof Refusal && error.detail.issues?.map((issue) => issue.pointer)).toEqual([pointer]);
    }
  });

  test("are refused together, so that one call mends all", () => {
    const conditions = [null, { field: "city", value: "Ulm" }, { field: "none", value: "x" }];
    expect(() => found(ASKED, { conditions })).toThrow(
      expect.objectContaining({ detail: { issues: [expect.anything(), expect.anything()] } }),
    );
  });
});

test.each([
  [WHERE_MAX_FIELDS - 1, false],
  [WHERE_MAX_FIELDS, false],
  [WHERE_MAX_FIELDS + 1, true],
])("%i conditions of a caller are refused: %s, whatever a plugin's input allows", (count, isRefused) => {
  const conditions = Array.from({ length: count }, () => ({ field: "city", value: "Ulm" }));
  const ask = (): string[] => found(ASKED, { conditions });
  if (isRefused) expect(ask).toThrow(expect.objectContaining({ code: "INVALID_REQUEST" }));
  else expect(ask()).toEqual(["b"]);
});

describe("a filter of the manifest", () => {
  test("holds for every call, with values from the input", () => {
    const query: AgentOperation = { type: TYPE.type, where: { city: { in: ["Kiel", { field: "town" }] } } };
    expect([found(query), found(query, { town: "Ulm" })]).toEqual([["a"], ["a", "b"]]);
  });

  test("may be about a field with the name field", () => {
    expect(found({ type: TYPE.type, where: { field: { eq: "odd" } } })).toEqual(["c"]);
  });
});

test.each([
  ["price", ["b", "a", "c"]],
  ["-price", ["a", "b", "c"]],
  ["-tags", ["b", "a", "c"]],
])("the order %s puts entries without the value last", (order, ids) => {
  expect(valueOrder(order, TYPE)?.(SHOWS).map(({ id }) => id)).toEqual(ids);
});
