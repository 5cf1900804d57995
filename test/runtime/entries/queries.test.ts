import { expect, test } from "vitest";
import type { FieldCondition, PageQuery } from "../../../runtime/documents/content/content.ts";
import { SITE, page, worldWith } from "../kernel/world.ts";
import { EVENT, EVENTS, event } from "./events.ts";

const PAGES = {
  home: page("/"),
  jazz: page("/topics/jazz"),
  spring: event("/events/spring", {
    start: "2026-03-20",
    opens: "2026-03-20T18:00:00+01:00",
    place: "Kiel",
    price: 12,
    free: false,
    tags: ["a", "b"],
    topics: ["jazz"],
  }),
  summer: event(
    "/events/summer",
    { start: "2026-06-20", place: "Bremen", price: 8.5, tags: ["b"], topics: [] },
    { date: "2026-01-02" },
  ),
  autumn: event("/events/autumn", { start: "2026-09-20", place: "Kiel", free: true }, { date: "2026-01-03" }),
  other: event("/shows/other", { start: "2026-09-21" }),
  hidden: event("/events/hidden", { start: "2026-04-01" }, { noindex: true }),
};

const world = await worldWith(PAGES, EVENTS);
const NOON = Date.parse("2026-06-20T12:00:00Z");

const ask = (query: Omit<PageQuery, "type">, now = NOON): string[] =>
  world.kernel.documents.lists
    .query(SITE, "https://acme.example", { type: EVENT, ...query }, world.kernel.documents.change(SITE), now)
    .map(({ id }) => id);

const is = (
  field: string,
  comparison: FieldCondition["is"],
  kind: FieldCondition["kind"],
  ...values: FieldCondition["values"][number][]
): FieldCondition => ({
  field,
  is: comparison,
  kind,
  values,
});

test.each<[string, Omit<PageQuery, "type">, string[]]>([
  ["in the order of the type", {}, ["spring", "summer", "autumn", "other"]],
  ["in the reverse order", { order: "-start" }, ["other", "autumn", "summer", "spring"]],
  ["by another field, those without a value last", { order: "price" }, ["summer", "spring", "autumn", "other"]],
  [
    "by another field in reverse, those without a value last",
    { order: "-price" },
    ["spring", "summer", "autumn", "other"],
  ],
  ["newest first, those without a date last", { order: "newest" }, ["autumn", "summer", "other", "spring"]],
  ["by title", { order: "title" }, ["autumn", "other", "spring", "summer"]],
  ["by path", { order: "path" }, ["autumn", "spring", "summer", "other"]],
  [
    "in the order of the type, if another one is unknown",
    { order: "nothing" },
    ["autumn", "summer", "other", "spring"],
  ],
  ["with a limit", { limit: 2 }, ["spring", "summer"]],
  ["with an offset", { limit: 2, offset: 1 }, ["summer", "autumn"]],
  ["with an offset among those without a value", { order: "price", offset: 3 }, ["other"]],
  ["after the last one", { offset: 4 }, []],
  ["below a path", { under: "/events" }, ["spring", "summer", "autumn"]],
  ["equal to a text", { where: [is("place", "eq", "text", "Kiel")] }, ["spring", "autumn"]],
  ["other than a text, also without a value", { where: [is("place", "not", "text", "Kiel")] }, ["summer", "other"]],
  ["among texts", { where: [is("place", "in", "text", "Bremen", "Kiel")] }, ["spring", "summer", "autumn"]],
  ["of a number", { where: [is("price", "eq", "number", 8.5)] }, ["summer"]],
  ["below a number", { where: [is("price", "before", "number", 12)] }, ["summer"]],
  ["up to a number", { where: [is("price", "to", "number", 12)] }, ["spring", "summer"]],
  ["above a number", { where: [is("price", "after", "number", 8.5)] }, ["spring"]],
  ["from a number", { where: [is("price", "from", "number", 8.5)] }, ["spring", "summer"]],
  ["of a boolean", { where: [is("free", "eq", "boolean", 1)] }, ["autumn"]],
  ["in a list", { where: [is("tags", "has", "text", "b")] }, ["spring", "summer"]],
  ["with a reference", { where: [is("topics", "has", "page", "jazz")] }, ["spring"]],
  [
    "between two days",
    { where: [is("start", "after", "date", "2026-03-20"), is("start", "before", "date", "2026-09-21")] },
    ["summer", "autumn"],
  ],
  [
    "by two fields",
    { where: [is("place", "eq", "text", "Kiel"), is("start", "after", "date", "2026-04-01")] },
    ["autumn"],
  ],
  ["from today", { where: [is("start", "from", "date", { clock: "today" })] }, ["summer", "autumn", "other"]],
  ["after today", { where: [is("start", "after", "date", { clock: "today" })] }, ["autumn", "other"]],
  ["before today", { where: [is("start", "before", "date", { clock: "today" })] }, ["spring"]],
  ["up to today", { where: [is("start", "to", "date", { clock: "today" })] }, ["spring", "summer"]],
  [
    "filtered by what orders them, in another order",
    { order: "title", where: [is("start", "from", "date", { clock: "today" })] },
    ["autumn", "other", "summer"],
  ],
])("entries are listed %s", (_claim, query, ids) => {
  expect(ask(query)).toEqual(ids);
});

test.each<[string, FieldCondition["is"], string, string[]]>([
  ["a moment before is past", "before", "2026-03-20T17:00:00.001Z", ["spring"]],
  ["the very moment is not past", "before", "2026-03-20T17:00:00.000Z", []],
  ["the very moment counts as from now", "from", "2026-03-20T17:00:00.000Z", ["spring"]],
  ["the very moment is not after now", "after", "2026-03-20T17:00:00.000Z", []],
])("of a date-time, %s", (_claim, comparison, now, ids) => {
  expect(ask({ where: [is("opens", comparison, "dateTime", { clock: "now" })] }, Date.parse(now))).toEqual(ids);
});

test.each<[FieldCondition["is"], string, string[]]>([
  // The event opens at 17:00 UTC.
  ["from", "2026-03-20T23:59:59.999Z", ["spring"]],
  ["from", "2026-03-21T00:00:00.000Z", []],
  ["before", "2026-03-20T23:59:59.999Z", []],
  ["before", "2026-03-21T00:00:00.000Z", ["spring"]],
  ["after", "2026-03-20T00:00:00.000Z", []],
  ["after", "2026-03-19T23:59:59.999Z", ["spring"]],
  ["to", "2026-03-20T00:00:00.000Z", ["spring"]],
  ["to", "2026-03-19T23:59:59.999Z", []],
])("a date-time is %s today at %s", (comparison, now, ids) => {
  expect(ask({ where: [is("opens", comparison, "dateTime", { clock: "today" })] }, Date.parse(now))).toEqual(ids);
});

test("results have the type and the indexed values", () => {
  const [first] = world.kernel.documents.lists.query(
    SITE,
    "",
    { type: EVENT, limit: 1 },
    world.kernel.documents.change(SITE),
    NOON,
  );
  expect(first).toMatchObject({
    id: "spring",
    type: EVENT,
    values: {
      start: "2026-03-20",
      opens: "2026-03-20T18:00:00+01:00",
      place: "Kiel",
      price: 12,
      tags: ["a", "b"],
      topics: ["jazz"],
    },
  });
});

test("pages without a type have neither, in a list of all pages", () => {
  const all = world.kernel.documents.lists.query(
    SITE,
    "",
    { order: "path" },
    world.kernel.documents.change(SITE),
    NOON,
  );
  expect(all.find(({ id }) => id === "home")).not.toHaveProperty("values");
  expect(all.find(({ id }) => id === "autumn")?.values).toEqual({ start: "2026-09-20", place: "Kiel", free: true });
});
