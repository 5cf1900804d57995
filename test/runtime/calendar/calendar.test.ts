/** The calendar: planned publications, times of pages, dated pages and entries, by days of the site's zone. */
import { describe, expect, test } from "vitest";
import { CALENDAR_DAYS_MAX, CALENDAR_ITEMS_MAX } from "../../../manifests/bounds/editor.ts";
import { dayText, numberOfDay } from "../../../manifests/shapes/calendar.ts";
import type { Refusal } from "../../../manifests/refusals/refusal.ts";
import type { Page } from "../../../runtime/documents/content/content.ts";
import { type CalendarAsked, type CalendarParts, calendarOf } from "../../../runtime/editing/calendar/calendar.ts";
import type { CalendarView } from "../../../runtime/editing/calendar/views.ts";
import { ENTRY } from "../../../runtime/documents/content/entry.ts";
import { mayMove } from "../../../sites/editor/pages/calendar/items.ts";
import { LANGUAGES, languagesWorld, siteInLanguages } from "../languages/languagesWorld.ts";
import { excess } from "../../support/effort.ts";
import { EVENT, event, EVENTS, eventsPlugin } from "../entries/events.ts";
import { PACK, page, SITE, type World, worldWith } from "../kernel/world.ts";

const read = (world: World, asked: CalendarAsked, types: readonly string[] = [EVENT]): CalendarView =>
  calendarOf({ ...world.kernel, powers: world.powers } as unknown as CalendarParts, SITE, asked, types);

const MARCH = { from: "2026-03-01", to: "2026-03-31" };
const shown = ({ items }: CalendarView): unknown[] =>
  items.map(({ kind, id, day, last, field }) => [
    kind,
    id,
    day,
    ...(last === day ? [] : [last]),
    ...(field ? [field] : []),
  ]);

async function worldIn(timeZone: string, pages: Record<string, Page>, pack = EVENTS): Promise<World> {
  const world = await worldWith({ home: page("/"), ...pages }, pack);
  const { version, body } = world.kernel.documents.only(SITE, "settings");
  await world.run("settings.put", { expected: version, body: { ...body, timeZone } });
  return world;
}

describe("a day of the site's zone", () => {
  test("has what begins, ends, is dated and lasts on it, whole days first", async () => {
    const world = await worldIn("Europe/Berlin", {
      shop: page("/shop", { from: "2026-03-05T07:00:00Z", until: "2026-03-09T22:59:59.999Z" }),
      news: page("/news/1", { date: "2026-03-05" }),
      party: event("/events/party", { start: "2026-03-05", opens: "2026-03-05T18:00:00+01:00" }),
    });
    expect(shown(read(world, MARCH))).toEqual([
      ["date", "news", "2026-03-05"],
      ["value", "party", "2026-03-05", "start"],
      ["from", "shop", "2026-03-05"],
      ["value", "party", "2026-03-05", "opens"],
      ["until", "shop", "2026-03-09"],
    ]);
  });

  test.each([
    ["the first moment of the first day", "2026-02-28T23:00:00Z", true],
    ["a moment before it", "2026-02-28T22:59:59.999Z", false],
    ["the last moment of the last day, after the clocks went forward", "2026-03-31T21:59:59.999Z", true],
    ["the moment after it", "2026-03-31T22:00:00Z", false],
  ])("includes %s: %s", async (_, from, isIn) => {
    const world = await worldIn("Europe/Berlin", { shop: page("/shop", { from }), news: page("/n", { date: from }) });
    expect(read(world, MARCH).items.map(({ id }) => id)).toEqual(isIn ? ["news", "shop"] : []);
  });

  test("is none in a zone's own calendar: a moment stands on the day that the zone has", async () => {
    const world = await worldIn("Pacific/Apia", { shop: page("/shop", { from: "2026-03-30T11:30:00Z" }) });
    expect(read(world, MARCH).items.map(({ day, at }) => [day, at])).toEqual([
      ["2026-03-31", Date.parse("2026-03-30T11:30:00Z")],
    ]);
  });

  test("has what is planned, and says if later changes will stop it", async () => {
    const world = await worldIn("Europe/Berlin", { about: page("/about") });
    const at = world.powers.now() + 3_600_000;
    const { schedule } = await world.run<{ schedule: string }>("schedule.create", { at, label: "Spring" });
    const asked = { from: dayText(Math.floor(at / 86_400_000) - 1), to: dayText(Math.floor(at / 86_400_000) + 1) };
    expect(read(world, asked).items).toMatchObject([
      { kind: "publication", id: schedule, at, title: "Spring", willRun: true },
    ]);
    await world.run("page.update", { page: "about", expected: 1, changes: { title: "Later" } });
    expect(read(world, { ...asked, show: "publications" }).items).toMatchObject([{ id: schedule, willRun: false }]);
    await world.run("schedule.cancel", { schedule });
    expect(read(world, asked).items).toEqual([]);
  });
});

describe("entries of several days", () => {
  const LASTING = eventsPlugin({
    fields: {
      type: "object",
      properties: {
        start: { type: "string", format: "date", title: "Start" },
        end: { type: "string", format: "date", title: "End" },
      },
      required: ["start"],
      additionalProperties: false,
    },
    index: ["start", "end"],
    emptyAs: { end: "start" },
  });

  test("stand there once, with their last day, also if they began before", async () => {
    const world = await worldIn(
      "UTC",
      {
        before: event("/e/before", { start: "2026-02-20", end: "2026-03-02" }),
        over: event("/e/over", { start: "2026-02-20", end: "2026-02-28" }),
        one: event("/e/one", { start: "2026-03-10" }),
        after: event("/e/after", { start: "2026-03-31", end: "2026-04-02" }),
        backwards: event("/e/backwards", { start: "2026-03-12", end: "2026-03-01" }),
        later: event("/e/later", { start: "2026-04-01" }),
      },
      [...PACK, LASTING],
    );
    expect(shown(read(world, MARCH))).toEqual([
      ["value", "before", "2026-02-20", "2026-03-02", "start"],
      ["value", "one", "2026-03-10", "start"],
      ["value", "backwards", "2026-03-12", "start"],
      ["value", "after", "2026-03-31", "2026-04-02", "start"],
    ]);
  });
});

describe("a part alone", () => {
  const PAGES = {
    shop: page("/shop", { from: "2026-03-05T07:00:00Z" }),
    news: page("/news/1", { date: "2026-03-06" }),
    party: event("/events/party", { start: "2026-03-07" }, { date: "2026-03-01" }),
  };
  test.each<[string, string | undefined, string[]]>([
    ["everything", undefined, ["party", "shop", "news", "party"]],
    ["the times of pages", "visibility", ["shop"]],
    ["dated pages", "dates", ["party", "news"]],
    ["a type, with the dates of its entries' pages", EVENT, ["party", "party"]],
    ["publications", "publications", []],
  ])("%s", async (_, show, ids) => {
    const world = await worldIn("UTC", PAGES);
    expect(read(world, { ...MARCH, show }).items.map(({ id }) => id)).toEqual(ids);
  });

  test("that the site does not have is refused", async () => {
    const world = await worldIn("UTC", PAGES);
    expect(() => read(world, { ...MARCH, show: "acme.none/none" })).toThrow(
      expect.objectContaining({ code: "INVALID_REQUEST" }),
    );
  });
});

describe("bounds", () => {
  const last = (days: number): string => dayText((numberOfDay("2026-03-01") ?? 0) + days - 1);
  test.each([
    [0, false],
    [1, true],
    [CALENDAR_DAYS_MAX - 1, true],
    [CALENDAR_DAYS_MAX, true],
    [CALENDAR_DAYS_MAX + 1, false],
  ])("%i days: %s", async (days, isRead) => {
    const world = await worldIn("UTC", {});
    const asked = { from: "2026-03-01", to: last(days) };
    if (isRead) expect(read(world, asked).items).toEqual([]);
    else expect(() => read(world, asked)).toThrow(expect.objectContaining({ code: "INVALID_REQUEST" }));
  });

  test("today is asked for by default", async () => {
    const world = await worldIn("UTC", {});
    const today = new Date(world.powers.now()).toISOString().slice(0, 10);
    await world.run("page.update", { page: "home", expected: 1, changes: { date: today } });
    expect(shown(read(world, {}))).toEqual([["date", "home", today]]);
  });

  /** A site whose entries stand on the days from the first one on, some a day. */
  async function crowded(days: number, aDay: number): Promise<World> {
    const entries = Array.from({ length: days * aDay }, (_, index) => {
      const day = dayText((numberOfDay("2026-03-01") ?? 0) + Math.floor(index / aDay));
      return [`e${index}`, event(`/events/e${index}`, { start: day })] as const;
    });
    return worldIn("UTC", Object.fromEntries(entries));
  }

  test.each([
    [CALENDAR_ITEMS_MAX - 1, CALENDAR_ITEMS_MAX - 1, null],
    [CALENDAR_ITEMS_MAX, CALENDAR_ITEMS_MAX, null],
    [CALENDAR_ITEMS_MAX + 1, CALENDAR_ITEMS_MAX, "2026-03-01"],
  ])("%i items on one day: %i are shown", async (count, most, cutFrom) => {
    const world = await crowded(1, count);
    const view = read(world, MARCH);
    expect([view.items.length, view.cutFrom]).toEqual([most, cutFrom]);
  });

  test("says from which day on it is not complete", async () => {
    const world = await crowded(2, CALENDAR_ITEMS_MAX - 1);
    expect(read(world, MARCH)).toMatchObject({ cutFrom: "2026-03-02" });
  });

  test("costs what its days have, and not what the site has", async () => {
    const few = await crowded(200, 10);
    expect(await excess(() => read(few, { from: "2026-03-10", to: "2026-03-16" }), 70)).toBeUndefined();
  });
});

describe("a member who is limited to languages", () => {
  const [GERMAN, ENGLISH] = ["translator", "writer"];
  async function limited(): Promise<World> {
    const shared = eventsPlugin({
      fields: {
        type: "object",
        properties: {
          start: { type: "string", format: "date", title: "Start", shared: true },
          opens: { type: "string", format: "date-time", title: "Opens" },
        },
        required: ["start"],
        additionalProperties: false,
      },
      index: ["start", "opens"],
    });
    const pages = {
      home: page("/"),
      shop: page("/shop", { from: "2026-03-05T08:00:00Z" }),
      laden: page("/de/laden", { language: "de", from: "2026-03-10T08:00:00Z" }),
      party: event("/events/party", { start: "2026-03-12" }),
    };
    const world = await languagesWorld(siteInLanguages(pages, { languages: LANGUAGES }), [...PACK, shared]);
    const copy = { page: "party", expected: 1, path: "/de/fest", language: "de" };
    const { page: fest } = await world.run<{ page: string }>("page.duplicate", copy);
    const opens = { op: "set", section: ENTRY, fields: { opens: "2026-03-12T08:00:00Z" } };
    await world.run("page.edit", { page: fest, expected: 1, operations: [opens] });
    await world.run("member.languages", { member: GERMAN, languages: ["de"] });
    await world.run("member.languages", { member: ENGLISH, languages: ["en"] });
    return world;
  }

  /** The items that a member is offered to move. */
  const movable = (world: World, member: string): string[] =>
    read(world, { ...MARCH, member })
      .items.filter((item) => mayMove("editor", item))
      .map(({ path, field }) => (field ? `${path} ${field}` : String(path)));

  test("is offered no move that would be refused: of another language, or of a value that all share", async () => {
    const world = await limited();
    expect(movable(world, "m2")).toEqual(["/shop", "/de/laden", "/events/party start", "/de/fest opens"]);
    expect(movable(world, GERMAN)).toEqual(["/de/laden", "/de/fest opens"]);
    expect(movable(world, ENGLISH)).toEqual(["/shop"]);
    // The calendar offers what the command takes, and nothing else.
    let keys = 0;
    const moved = (member: string, path: string, operation: object): Promise<string> => {
      const { id = "" } = world.kernel.documents.pageAtPath(SITE, path, world.kernel.documents.change(SITE)) ?? {};
      const caller = { site: SITE, actor: { kind: "member", id: member }, role: "editor", requestId: "r" } as const;
      const expected = world.kernel.documents.get(SITE, "page", id)?.version;
      const input = { page: id, expected, operations: [operation] };
      return world.kernel.execute("page.edit", { ...caller, key: `move-${(keys += 1)}` }, input).then(
        () => "done",
        ({ code }: Refusal) => code,
      );
    };
    const begin = { op: "page", changes: { from: "2026-03-06T08:00:00Z" } };
    const start = { op: "set", section: ENTRY, fields: { start: "2026-03-14" } };
    const opens = { op: "set", section: ENTRY, fields: { opens: "2026-03-13T08:00:00Z" } };
    expect([
      await moved(GERMAN, "/shop", begin),
      await moved(GERMAN, "/de/laden", begin),
      await moved(GERMAN, "/de/fest", opens),
      await moved(GERMAN, "/events/party", start),
      await moved(ENGLISH, "/events/party", start),
      await moved(ENGLISH, "/shop", begin),
    ]).toEqual(["FORBIDDEN", "done", "done", "FORBIDDEN", "FORBIDDEN", "done"]);
  });

  test("is offered the publications of their languages alone", async () => {
    const world = await limited();
    const at = world.powers.now() + 3_600_000;
    await world.run("schedule.create", { at, label: "Everything" });
    await world.run("schedule.create", { at: at + 1, label: "German", only: { pages: ["laden"] } });
    await world.run("schedule.create", { at: at + 2, label: "English", only: { pages: ["shop"] } });
    const days = [-1, 1].map((by) => dayText(Math.floor(at / 86_400_000) + by));
    const { items } = read(world, { from: days[0], to: days[1], show: "publications", member: GERMAN });
    expect(items.map((item) => [item.title, mayMove("editor", item)])).toEqual([
      ["Everything", false],
      ["German", true],
      ["English", false],
    ]);
  });
});

describe("translations", () => {
  test("share a value, which stands there once with the page that keeps it", async () => {
    const shared = eventsPlugin({
      fields: {
        type: "object",
        properties: { start: { type: "string", format: "date", title: "Start", shared: true } },
        required: ["start"],
        additionalProperties: false,
      },
      index: ["start"],
    });
    const world = await worldWith(
      {
        home: page("/"),
        party: event("/events/party", { start: "2026-03-07" }),
      },
      [...PACK, shared],
    );
    const { version, body } = world.kernel.documents.only(SITE, "settings");
    const languages = [
      { tag: "en", name: "English" },
      { tag: "de", name: "Deutsch", prefix: "/de" },
    ];
    await world.run("settings.put", { expected: version, body: { ...body, languages } });
    await world.run("page.duplicate", { page: "party", expected: 1, path: "/de/party", language: "de" });
    expect(shown(read(world, MARCH))).toEqual([["value", "party", "2026-03-07", "start"]]);
    await world.run("page.delete", { page: "party", expected: 1 });
    expect(read(world, MARCH).items.map(({ path }) => path)).toEqual(["/de/party"]);
  });
});
