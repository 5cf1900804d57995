/** Lists whose entries a member chooses in a field: type, conditions and order. */
import { describe, expect, test } from "vitest";
import type { Contributes } from "../../../manifests/manifest/manifest.ts";
import { issuesOf } from "../../manifests/manifestIssues.ts";
import { declarative } from "../../manifests/fixture.ts";
import { EVENT, event, eventsPlugin } from "./events.ts";
import { PACK, page, plugin, worldWith } from "../kernel/world.ts";

const section = (queries: object) => ({
  name: "list",
  title: "List",
  description: "List",
  category: "list",
  template: "list.liquid",
  markdown: "list.liquid",
  variants: [{ name: "plain", title: "Plain" }],
  fields: {
    type: "object",
    properties: { entries: { $ref: "drawbridge:entries", title: "Entries" } },
    additionalProperties: false,
  },
  queries,
  example: { fields: {} },
});

const lists = plugin(
  "acme.lists",
  {
    sections: [section({ found: { entries: { field: "entries" }, limit: 5 } })],
  } as unknown as Contributes,
  { "list.liquid": "{% for e in queries.found %}<i>{{ e.title }}</i>{% endfor %}" },
);

const ENTRIES = {
  jazz: event("/events/jazz", { start: "2026-03-01", place: "Quay", price: 12, free: false, topics: ["list"] }),
  folk: event("/events/folk", { start: "2026-01-01", place: "Barn", price: 5, free: true }),
  rock: event("/events/rock", { start: "2026-02-01", place: "Quay", price: 30, free: false }),
};

async function shown(entries?: object): Promise<string[]> {
  const list = page("/list", {
    sections: [{ id: "l", type: "acme.lists/list", fields: entries === undefined ? {} : { entries } }],
  });
  const world = await worldWith({ home: page("/"), list, ...ENTRIES }, [...PACK, eventsPlugin(), lists]);
  await world.run("publish", {});
  return [...(await world.html("/list")).matchAll(/<i>(\w+)<\/i>/g)].map(([, title = ""]) => title);
}

const where = (field: string, is: string, value: string) => ({ type: EVENT, where: [{ field, is, value }] });

describe("the entries that a member chose", () => {
  test.each([
    ["all, in the type's order", { type: EVENT }, ["folk", "rock", "jazz"]],
    ["in another order", { type: EVENT, order: "-price" }, ["rock", "jazz", "folk"]],
    ["by a text", where("place", "eq", "Quay"), ["rock", "jazz"]],
    ["by a number, written as text", where("price", "to", "12"), ["folk", "jazz"]],
    ["by a boolean, written as text", where("free", "eq", "true"), ["folk"]],
    ["by today", where("start", "before", "today"), ["folk"]],
    ["by the page that shows the list", where("topics", "has", "this"), ["jazz"]],
    ["a condition without a value asks nothing", where("place", "eq", ""), ["folk", "rock", "jazz"]],
    ["a number that is none matches nothing", where("price", "eq", "many"), []],
    ["a field that the type does not index matches nothing", where("colour", "eq", "red"), []],
    ["a type that is not there has no entries", { type: "acme.gone/thing" }, []],
  ])("%s", async (_, entries, titles) => {
    expect(await shown(entries)).toEqual(titles);
  });

  test("without a choice the list is empty, and shows not all pages", async () => {
    expect(await shown()).toEqual([]);
  });
});

test("a manifest names a field of the type, and nothing that the member chooses", () => {
  const issues = (queries: object) => issuesOf({ ...declarative, contributes: { sections: [section(queries)] } });
  expect(issues({ found: { entries: { field: "entries" } } })).toEqual([]);
  expect(issues({ found: { entries: { field: "other" } } })).toMatchObject([
    { pointer: "/contributes/sections/0/queries/found/entries/field" },
  ]);
  expect(issues({ found: { entries: { field: "entries" }, order: "newest" } })).toMatchObject([
    { pointer: "/contributes/sections/0/queries/found/order" },
  ]);
});
