/** A type of ten thousand entries whose author renames, drops and adds what lists use. */
import { expect, test } from "vitest";
import { ENTRY_TURN_VERSIONS } from "../../../manifests/bounds/documents.ts";
import { type CalendarParts, calendarOf } from "../../../runtime/editing/calendar/calendar.ts";
import { EVENT, EVENTS, TYPE, event, eventsPlugin } from "../../runtime/entries/events.ts";
import { copyPage } from "../../runtime/kernel/copyPage.ts";
import { PACK, SITE, page, worldWith, type World } from "../../runtime/kernel/world.ts";
import { excess } from "../../support/effort.ts";

const ENTRIES = 10_000;

/** The site, with entries that are copies of one. */
async function crowded(): Promise<World> {
  const world = await worldWith(
    { home: page("/"), e0: event("/e0", { start: "2026-05-01", place: "Harbour", price: 5 }) },
    EVENTS,
  );
  // Each begins a day after the one before it.
  const body = "replace(body, '2026-05-01', date('2026-05-01', '+' || value || ' days'))";
  copyPage(world, { id: "e0", path: "/e0", body }, ENTRIES - 1);
  return world;
}

const found = (world: World, query: object): string => {
  try {
    const { documents } = world.kernel;
    return String(
      documents.lists.query(SITE, "", { type: EVENT, limit: 1, ...query }, documents.change(SITE), 0).length,
    );
  } catch (error) {
    return String((error as { readonly code?: string }).code);
  }
};

test("is indexed again in turns, and no list has a part of it meanwhile", async () => {
  const { place, ...others } = TYPE.fields.properties;
  const type = {
    fields: { ...TYPE.fields, properties: { ...others, where: place } },
    index: ["start", "where"],
    renamed: { place: "where" },
  };
  const world = (await crowded()).restart([...PACK, eventsPlugin(type, {}, "2.0.0")]);
  const where = [{ field: "where", is: "eq", kind: "text", values: ["Harbour"] }];
  expect(found(world, { where })).toBe("UNAVAILABLE");
  let turns = 0;
  while (world.kernel.entries.isMaking(SITE) && turns < ENTRIES) {
    expect(found(world, { where })).toBe("UNAVAILABLE");
    await world.kernel.chores.run();
    turns += 1;
  }
  expect(turns).toBeLessThanOrEqual(ENTRIES / ENTRY_TURN_VERSIONS);
  expect(found(world, { where })).toBe("1");
  expect(found(world, { where, offset: ENTRIES - 1 })).toBe("1");
  expect(found(world, { where, offset: ENTRIES })).toBe("0");
  // The index no longer has this field.
  expect(found(world, { where: [{ ...where[0], field: "place" }] })).toBe("0");
  expect(world.kernel.documents.get(SITE, "page", "e9999")?.version).toBe(1);
  // A month of the calendar costs what it has, among the entries of 27 years.
  const parts = { ...world.kernel, powers: world.powers } as unknown as CalendarParts;
  const month = () => calendarOf(parts, SITE, { from: "2040-03-01", to: "2040-03-31" }, [EVENT]);
  const { items, cutFrom } = month();
  expect([items.length, items[0]?.day, items.at(-1)?.day, cutFrom]).toEqual([31, "2040-03-01", "2040-03-31", null]);
  expect(await excess(month, 70)).toBeUndefined();
});
