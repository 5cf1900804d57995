/** Events of several days: a list asks for the last day, which is the first of events that name no other. */
import { expect, test } from "vitest";
import { ringUntil } from "../publishing/ringing.ts";
import { PACK, SITE, page, worldWith, type World } from "../kernel/world.ts";
import { TYPE, EVENT, event, eventsPlugin, listOf } from "./events.ts";

const LASTING = {
  fields: {
    ...TYPE.fields,
    properties: { ...TYPE.fields.properties, end: { type: "string", format: "date", title: "Last day" } },
  },
  index: ["start", "end"],
};
const LISTS = {
  coming: { type: EVENT, where: { end: { from: "today" } }, order: "start" },
  running: { type: EVENT, where: { start: { to: "today" }, end: { from: "today" } }, order: "start" },
  past: { type: EVENT, where: { end: { before: "today" } }, order: "-end" },
};
const PAGES = {
  home: page("/"),
  coming: listOf("coming"),
  running: listOf("running"),
  past: listOf("past"),
  day: event("/day", { start: "2026-03-27" }),
  fair: event("/fair", { start: "2026-03-26", end: "2026-03-28" }),
  late: event("/late", { start: "2026-03-28" }),
};
const site = (type: object = { emptyAs: { end: "start" } }): Promise<World> =>
  worldWith(PAGES, [...PACK, eventsPlugin({ ...LASTING, ...type }, LISTS)]);

const listed = async (world: World): Promise<string[][]> =>
  Promise.all(
    ["/coming", "/running", "/past"].map(async (path) =>
      [...(await world.html(path)).matchAll(/<i>(\w+) /g)].map(([, name]) => name ?? ""),
    ),
  );

test("an event is coming until its last day is over, and each midnight moves it on", async () => {
  const world = await site();
  await ringUntil(world, "2026-03-27T12:00:00Z");
  expect(await listed(world)).toEqual([["fair", "day", "late"], ["fair", "day"], []]);
  await ringUntil(world, "2026-03-28T00:00:01Z");
  expect(await listed(world)).toEqual([["fair", "late"], ["fair", "late"], ["day"]]);
  await ringUntil(world, "2026-03-28T23:59:59Z");
  expect((await listed(world))[2]).toEqual(["day"]);
  await ringUntil(world, "2026-03-29T00:00:01Z");
  expect(await listed(world)).toEqual([[], [], ["late", "fair", "day"]]);
});

test("lists keep an empty value empty", async () => {
  const { kernel } = await site();
  const found = kernel.documents.lists.query(
    SITE,
    "",
    { type: EVENT, order: "-end" },
    kernel.documents.change(SITE),
    0,
  );
  expect(found.map(({ id, values }) => [id, values?.["end"]])).toEqual([
    ["late", undefined],
    ["fair", "2026-03-28"],
    ["day", undefined],
  ]);
});

test("an update that names the other field makes the index again", async () => {
  const world = await site({});
  await ringUntil(world, "2026-03-27T12:00:00Z");
  expect(await listed(world)).toEqual([["fair"], ["fair"], []]);
  const updated = world.restart([...PACK, eventsPlugin({ ...LASTING, emptyAs: { end: "start" } }, LISTS, "1.1.0")]);
  await updated.run("publish", {});
  expect(await listed(updated)).toEqual([["fair", "day", "late"], ["fair", "day"], []]);
});
