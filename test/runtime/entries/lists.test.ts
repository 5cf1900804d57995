/** Members' lists of entries: of the draft, filtered and ordered by what the type indexes, page by page. */
import { expect, test } from "vitest";
import { Refusal } from "../../../manifests/refusals/refusal.ts";
import type { EntriesAsked } from "../../../runtime/editing/entryList.ts";
import { SITE, page, worldWith } from "../kernel/world.ts";
import { EVENT, EVENTS, event } from "./events.ts";

const PAGES = {
  home: page("/"),
  jazz: page("/topics/jazz"),
  spring: event("/events/spring", { start: "2026-03-20", place: "Kiel", price: 12, tags: ["a"], topics: ["jazz"] }),
  summer: event("/events/summer", { start: "2026-06-20", place: "Bremen", price: 8.5 }, { date: "2026-01-02" }),
  autumn: event("/events/autumn", { start: "2026-09-20", place: "Kiel", free: true }, { date: "2026-01-03" }),
  hidden: event("/shows/hidden", { start: "2026-04-01", price: 8.5 }, { noindex: true, collection: "shows" }),
};

const world = await worldWith(PAGES, EVENTS);

type Wanted = Partial<Omit<EntriesAsked, "size">>;
const ask = (asked: Wanted = {}, size = 50) =>
  world.kernel.reads.entries(SITE, { type: EVENT, cursor: "", ...asked }, size);
const idsOf = (asked: Wanted): string[] => ask(asked).items.map(({ id }) => id);

test.each<[string, Wanted, string[]]>([
  ["in the order of the type, with pages that lists leave out", {}, ["spring", "hidden", "summer", "autumn"]],
  ["in reverse", { order: "-start" }, ["autumn", "summer", "hidden", "spring"]],
  ["by a number, those without it last", { order: "price" }, ["hidden", "summer", "spring", "autumn"]],
  ["by a number in reverse, those without it last", { order: "-price" }, ["spring", "summer", "hidden", "autumn"]],
  ["newest first", { order: "newest" }, ["autumn", "summer", "hidden", "spring"]],
  ["by title", { order: "title" }, ["autumn", "hidden", "spring", "summer"]],
  ["by path", { order: "path" }, ["autumn", "spring", "summer", "hidden"]],
  ["from a day to a day", { where: { start: { from: "2026-04-01", to: "2026-06-20" } } }, ["hidden", "summer"]],
  ["of one place", { where: { place: { eq: "Kiel" } } }, ["spring", "autumn"]],
  ["of one place, by title", { where: { place: { eq: "Kiel" } }, order: "title" }, ["autumn", "spring"]],
  ["with a part of a text, whatever its case", { where: { place: { contains: "EM" } } }, ["summer"]],
  [
    "with a part of a text, and another condition",
    { where: { place: { contains: "i" }, start: { from: "2026-04-01" } } },
    ["autumn"],
  ],
  ["with a part of one text of a list", { where: { tags: { contains: "A" } } }, ["spring"]],
  [
    "with a part of a text and a word in the title",
    { where: { place: { contains: "i" } }, text: "spring" },
    ["spring"],
  ],
  [
    "with a part of a text, in an order of pages",
    { where: { place: { contains: "i" } }, order: "title" },
    ["autumn", "spring"],
  ],
  ["with a part that no text has", { where: { place: { contains: "%" } } }, []],
  ["of a topic", { where: { topics: { has: "jazz" } } }, ["spring"]],
  ["with a word in title or path", { text: "SHOW" }, ["hidden"]],
  ["in a state", { state: "published" }, ["spring", "hidden", "summer", "autumn"]],
  ["in a state that none has", { state: "new" }, []],
  ["of a collection", { collection: "shows", order: "-start" }, ["hidden"]],
])("lists entries %s", (_what, asked, ids) => {
  expect(idsOf(asked)).toEqual(ids);
});

test.each<[string, Wanted]>([
  ["an indexed order", { order: "price" }],
  ["its reverse", { order: "-price" }],
  ["an order of texts", { order: "place" }],
  ["an order of pages", { order: "title" }],
])("turns pages in %s and misses none, whatever their size", (_what, asked) => {
  const all = idsOf(asked);
  for (const size of [1, 2, 3, 4, 5]) {
    const found: string[] = [];
    for (let cursor: string | null = ""; cursor !== null;) {
      const turned = ask({ ...asked, cursor }, size);
      expect(turned.total).toBe(cursor === "" ? 4 : undefined);
      found.push(...turned.items.map(({ id }) => id));
      cursor = turned.next;
    }
    expect(found).toEqual(all);
  }
});

test("begins again with a cursor that is none", () => {
  expect(idsOf({ cursor: "nonsense" })).toEqual(idsOf({}));
});

test("gives the indexed values of each row, or all values", () => {
  const [spring] = ask().items;
  expect(spring).toMatchObject({ type: EVENT, state: "published", values: { start: "2026-03-20", topics: ["jazz"] } });
  expect(ask({ values: "all" }).items[0]?.values).toEqual(PAGES.spring.values);
});

test("lists the draft: new, changed and deleted entries", async () => {
  const own = await worldWith(PAGES, EVENTS);
  const asked = { type: EVENT, cursor: "" };
  await own.run("page.edit", {
    page: "summer",
    expected: 1,
    operations: [{ op: "set", section: "entry_values", fields: { start: "2026-01-01" } }],
  });
  await own.run("page.create", { id: "late", body: event("/events/late", { start: "2027-01-01" }) });
  await own.run("page.delete", { page: "spring", expected: 1 });
  const rows = (more: Wanted) =>
    own.kernel.reads.entries(SITE, { ...asked, ...more }, 50).items.map(({ id, state }) => `${id} ${state}`);
  expect(rows({})).toEqual(["summer changed", "hidden published", "autumn published", "late new"]);
  expect(rows({ state: "new" })).toEqual(["late new"]);
});

test.each<[string, Wanted, string]>([
  ["a type that no plugin has", { type: "acme.events/show" }, "/type"],
  ["a filter by another field", { where: { about: { eq: "x" } } }, "/where/about"],
  ["a comparison that the field lacks", { where: { topics: { eq: "jazz" } } }, "/where/topics/eq"],
  ["a value of another kind", { where: { price: { from: "much" } } }, "/where/price/from"],
  ["an order by another field", { order: "about" }, "/order"],
  ["an order by a field with several values", { order: "-tags" }, "/order"],
  ["deleted entries", { state: "deleted" }, "/state"],
])("refuses %s", (_what, asked, pointer) => {
  expect(() => ask(asked)).toThrow(Refusal);
  try {
    ask(asked);
  } catch (error) {
    expect((error as Refusal).detail["issues"]).toMatchObject([{ pointer }]);
  }
});
