import { beforeAll, expect, test } from "vitest";
import { type Column, listedColumns } from "../../../../sites/editor/pages/entries/columns.ts";
import { daysOfEntry, filtersOfDay, filtersOfMonth } from "../../../../sites/editor/pages/entries/monthEntries.ts";
import { EVENT, TYPE, event, eventsPlugin } from "../../../runtime/entries/events.ts";
import { PACK, SITE, page, worldWith, type World } from "../../../runtime/kernel/world.ts";

const LASTING = {
  fields: {
    ...TYPE.fields,
    properties: { ...TYPE.fields.properties, end: { type: "string", format: "date", title: "Last day" } },
  },
  index: ["start", "end", "opens"],
  emptyAs: { end: "start" },
};
const ENTRIES = {
  day: { start: "2026-12-10" },
  fair: { start: "2026-11-28", end: "2026-12-02" },
  slip: { start: "2026-12-11", end: "2026-01-11" },
  season: { start: "2026-10-01", end: "2027-03-01" },
  first: { start: "2026-11-30", end: "2026-11-30" },
  last: { start: "2027-01-03", opens: "2026-11-29T23:30:00Z" },
  before: { start: "2026-11-28", end: "2026-11-29", opens: "2026-11-29T22:30:00Z" },
  after: { start: "2027-01-04", opens: "2027-01-03T23:30:00Z" },
};
const columns = listedColumns(LASTING);
const TIME_ZONE = "Europe/Berlin";

let world: World;
beforeAll(async () => {
  const pages = Object.entries(ENTRIES).map(([id, values]) => [id, event(`/${id}`, values)] as const);
  world = await worldWith({ home: page("/"), ...Object.fromEntries(pages) }, [...PACK, eventsPlugin(LASTING)]);
});

function columnOf(name: string): Column {
  const column = columns.find((one) => one.name === name);
  if (!column) throw new Error(`no column ${name}`);
  return column;
}

/** The entries that December finds by a column, with their days. */
function december(name: string): Readonly<Record<string, readonly string[]>> {
  const column = columnOf(name);
  const asked = { type: { columns }, column, month: "2026-12", timeZone: TIME_ZONE };
  const found = filtersOfMonth(asked).flatMap(
    (where) => world.kernel.reads.entries(SITE, { type: EVENT, where, order: name, cursor: "" }, 50).items,
  );
  const drawn = found.map(({ id, values = {} }) => [id, daysOfEntry(asked, values)] as const);
  expect(new Set(found.map(({ id }) => id)).size).toBe(found.length);
  return Object.fromEntries(drawn);
}

test("a month by the first day has each entry that lies in it, one that ends before it begins on its first day", () => {
  const { season, ...others } = december("start");
  expect([season?.length, season?.[0], season?.at(-1)]).toEqual([35, "2026-11-30", "2027-01-03"]);
  expect(others).toEqual({
    fair: ["2026-11-30", "2026-12-01", "2026-12-02"],
    first: ["2026-11-30"],
    day: ["2026-12-10"],
    slip: ["2026-12-11"],
    last: ["2027-01-03"],
  });
});

test("a month by the last day has entries without one on their first day, as lists find them", () => {
  expect(december("end")).toEqual({
    first: ["2026-11-30"],
    fair: ["2026-12-02"],
    day: ["2026-12-10"],
    last: ["2027-01-03"],
  });
});

test("a month by a moment has the entries of the site's days", () => {
  expect(december("opens")).toEqual({ last: ["2026-11-30"] });
});

test.each([
  ["start", { "start.to": "2026-12-01", "end.from": "2026-12-01" }],
  ["end", { "end.from": "2026-12-01", "end.to": "2026-12-01" }],
  ["opens", { "opens.from": "2026-12-01", "opens.to": "2026-12-01" }],
])("the list of a day by %s has the filters %o", (name, filters) => {
  expect(filtersOfDay({ columns }, columnOf(name), "2026-12-01")).toEqual(filters);
});
