import { expect, test } from "vitest";
import { listedColumns } from "../../../../sites/editor/pages/entries/columns.ts";
import { lookingAddress, lookingIn, whereOf } from "../../../../sites/editor/pages/entries/looking.ts";

const TYPE = {
  fields: {
    type: "object",
    properties: {
      start: { type: "string", format: "date", title: "Day" },
      opens: { type: "string", format: "date-time" },
      place: { $ref: "drawbridge:text", title: "Place" },
      kind: {
        title: "Kind",
        oneOf: [
          { const: "talk", title: "Talk" },
          { const: "walk", title: "walk" },
        ],
      },
      price: { type: "number" },
      free: { type: "boolean" },
      topics: { $ref: "drawbridge:pages", of: "acme.events/topic" },
    },
  },
  index: ["start", "opens", "place", "kind", "price", "free", "topics", "gone"],
  emptyAs: {},
};
const COLUMNS = listedColumns(TYPE);

test("the columns are the indexed values, with titles, choices and what they refer to", () => {
  expect(COLUMNS.map(({ name, title, kind }) => [name, title, kind])).toEqual([
    ["start", "Day", "date"],
    ["opens", "opens", "dateTime"],
    ["place", "Place", "text"],
    ["kind", "Kind", "text"],
    ["price", "price", "number"],
    ["free", "free", "boolean"],
    ["topics", "topics", "page"],
  ]);
  expect(COLUMNS.find(({ name }) => name === "kind")?.choices).toEqual([
    ["talk", "Talk"],
    ["walk", "walk"],
  ]);
  expect(COLUMNS.find(({ name }) => name === "topics")).toMatchObject({ isList: true, of: "acme.events/topic" });
});

const asked = (query: string): unknown =>
  whereOf(lookingIn(new URLSearchParams(query), "acme.events/event", COLUMNS), COLUMNS, "Europe/Berlin");

test.each<[string, string, unknown]>([
  ["nothing", "", undefined],
  ["a range of days", "start.from=2026-03-01&start.to=2026-03-31", { start: { from: "2026-03-01", to: "2026-03-31" } }],
  [
    "whole days in the zone of the site",
    "opens.from=2026-03-29&opens.to=2026-03-29",
    {
      opens: { from: "2026-03-28T23:00:00.000Z", before: "2026-03-29T22:00:00.000Z" },
    },
  ],
  ["a part of a text", "place.contains=Kiel", { place: { contains: "Kiel" } }],
  ["a choice", "kind.eq=talk", { kind: { eq: "talk" } }],
  ["a number with a comma", "price.from=8,5", { price: { from: 8.5 } }],
  ["a truth", "free.eq=false", { free: { eq: false } }],
  ["a reference", "topics.has=jazz", { topics: { has: "jazz" } }],
  ["no day of the calendar", "start.from=2026-02-30", undefined],
  ["no number", "price.from=much", undefined],
  ["no choice", "kind.eq=swim", undefined],
  ["no truth", "free.eq=perhaps", undefined],
  ["a comparison that the field lacks", "place.from=a&topics.eq=jazz", undefined],
  ["a field that the type lacks", "gone.eq=a&__proto__.eq=a", undefined],
])("a filter of the address asks for %s", (_what, query, where) => {
  expect(asked(query)).toEqual(where);
});

test("an address keeps its filters, its order and its search", () => {
  const looking = lookingIn(new URLSearchParams("order=-start&text=a%26b&place.eq=K%C3%B6ln"), "a.b/c", COLUMNS);
  const again = new URL(lookingAddress("/x", looking), "https://site.example").searchParams;
  expect(lookingIn(again, "a.b/c", COLUMNS)).toEqual(looking);
});
