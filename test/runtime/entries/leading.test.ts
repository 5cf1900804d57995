import { expect, test } from "vitest";
import { LEADING_ROWS_MAX } from "../../../manifests/bounds/documents.ts";
import type { FieldCondition, PageQuery } from "../../../runtime/documents/content/content.ts";
import { SITE, page, worldWith } from "../kernel/world.ts";
import { EVENT, EVENTS, event } from "./events.ts";

/** Lists begin in their own order, or from a condition that few entries fulfil. */
const world = await worldWith({ home: page("/") }, EVENTS);
const { documents } = world.kernel;
const MANY = LEADING_ROWS_MAX + 1;
/** Entries by place: as many as the bound -1, 0 and +1. */
const PLACES = { fewer: LEADING_ROWS_MAX - 1, bound: LEADING_ROWS_MAX, more: MANY } as const;

const day = (n: number): string =>
  `2027-${String(1 + (n % 12)).padStart(2, "0")}-${String(1 + (n % 28)).padStart(2, "0")}`;

const entries = Object.entries(PLACES).flatMap(([place, count]) =>
  Array.from({ length: count }, (_, n) => ({
    id: `${place}-${n}`,
    start: n % 50 === 0 ? undefined : day(n * 7),
    place,
    price: n % 5,
    tags: n % 100 === 1 ? ["rare", "b"] : ["b"],
  })),
);

for (let at = 0; at < entries.length; at += 100)
  world.powers.sql.atomically(
    () =>
      void documents.write(
        { site: SITE, actor: "member:m", at: 1 },
        entries.slice(at, at + 100).map(({ id, start, ...values }) => ({
          kind: "page" as const,
          id,
          expected: 0,
          body: event(`/events/${id}`, { ...values, ...(start === undefined ? {} : { start }) }),
        })),
      ),
  );

const is = (field: string, comparison: FieldCondition["is"], value: string | number): FieldCondition => ({
  field,
  is: comparison,
  kind: typeof value === "number" ? "number" : "text",
  values: [value],
});

const asked = (query: Omit<PageQuery, "type">): string[] =>
  documents.lists.query(SITE, "", { type: EVENT, ...query }, documents.change(SITE), 0).map(({ id }) => id);

/** The statements of a query, with the tables that they begin from. */
function beginsFromCondition(query: Omit<PageQuery, "type">): boolean {
  const { sql } = world.powers;
  const all = sql.all.bind(sql);
  let found = false;
  sql.all = (text, ...values) => {
    found ||= text.includes("entry_index AS leading");
    return all(text, ...values);
  };
  asked(query);
  sql.all = all;
  return found;
}

/** The same list by comparison of all entries. Entries without a day come last, and equal ones by id. */
function expected(keeps: (entry: (typeof entries)[number]) => boolean, isReversed = false): string[] {
  const [dated, others] = [true, false].map((has) =>
    entries.filter((entry) => keeps(entry) && (entry.start !== undefined) === has),
  );
  const sorted = (dated ?? []).toSorted((a, b) => compare(a.start ?? "", b.start ?? "") || compare(a.id, b.id));
  return [
    ...(isReversed ? sorted.toReversed() : sorted),
    ...(others ?? []).toSorted((a, b) => compare(a.id, b.id)),
  ].map(({ id }) => id);
}

const compare = (a: string, b: string): number => (a < b ? -1 : Number(a > b));

test.each([
  ["fewer", true],
  ["bound", true],
  ["more", false],
] as const)("a list of the entries at the place %s begins from the place: %s", (place, begins) => {
  const query = { where: [is("place", "eq", place)] };
  expect(beginsFromCondition(query)).toBe(begins);
  expect(asked(query)).toEqual(expected((entry) => entry.place === place));
});

test("the condition with the fewest entries leads, and the others still hold", () => {
  const where = [is("place", "eq", "bound"), is("tags", "has", "rare"), is("price", "not", 0)];
  expect(asked({ where })).toEqual(
    expected(({ place, tags, price }) => place === "bound" && tags.includes("rare") && price !== 0),
  );
});

test("the order, its reverse, a limit and an offset are the same from a condition", () => {
  const where = [is("tags", "has", "rare")];
  const rare = (isReversed: boolean): string[] => expected(({ tags }) => tags.includes("rare"), isReversed);
  expect(asked({ where })).toEqual(rare(false));
  expect(asked({ where, order: "-start" })).toEqual(rare(true));
  expect(asked({ where, order: "-start", limit: 3, offset: 2 })).toEqual(rare(true).slice(2, 5));
});

test("a value that no entry has, and a condition that excludes a value, lead to the right list", () => {
  expect(asked({ where: [is("place", "eq", "nowhere")] })).toEqual([]);
  expect(beginsFromCondition({ where: [is("place", "not", "more")] })).toBe(false);
  expect(asked({ where: [is("place", "not", "more")] })).toHaveLength(PLACES.fewer + PLACES.bound);
});
