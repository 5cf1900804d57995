/** Entries whose plugin is gone, references in circles and to nothing, and values that an index no longer has. */
import { describe, expect, test } from "vitest";
import { versionOf } from "../../runtime/editing/editingWorld.ts";
import { EVENT, EVENTS, event, eventsPlugin, listOf } from "../../runtime/entries/events.ts";
import { PACK, SITE, page, worldWith, type World } from "../../runtime/kernel/world.ts";
import { ringUntil } from "../../runtime/publishing/ringing.ts";

const OF_THIS = { type: EVENT, where: { topics: { has: "this" } }, limit: 100 };

/** Events, of which each names others as its topics and lists the events that name it. */
const circles = eventsPlugin({ queries: { named: OF_THIS }, template: "list.liquid" }, { named: OF_THIS });

const found = (world: World, query: object) =>
  world.kernel.documents.lists.query(SITE, "", query, world.kernel.documents.change(SITE), world.powers.clock.now);

describe("a reference", () => {
  test("in a circle, or to its own page, draws each page once", async () => {
    const list = listOf("named").sections;
    const world = await worldWith(
      {
        home: page("/"),
        a: event("/a", { start: "2026-05-01", topics: ["b", "a"] }, { sections: list }),
        b: event("/b", { start: "2026-05-02", topics: ["c"] }, { sections: list }),
        c: event("/c", { start: "2026-05-03", topics: ["a"] }, { sections: list }),
      },
      [...PACK, circles],
    );
    expect(await world.html("/a")).toMatch(/<i>a .*<i>c /);
    expect(await world.html("/b")).toContain("<i>a ");
  });

  test("to a page that is held back or deleted names nothing, and nothing fails", async () => {
    const world = await worldWith(
      {
        home: page("/"),
        topic: listOf("named", "/topic"),
        gig: event("/gig", { start: "2026-05-01", topics: ["topic"] }),
      },
      [...PACK, circles],
    );
    expect(await world.html("/topic")).toContain("<i>gig ");
    await world.write("next", event("/next", { start: "2026-05-02", topics: ["topic", "gone"] }, { held: true }));
    await world.run("publish", {});
    expect(await world.html("/topic")).not.toContain("<i>next ");
    await world.run("page.delete", { page: "topic", expected: versionOf(world, "topic") });
    await world.run("publish", {});
    expect([await world.statusOf("/topic"), await world.statusOf("/gig")]).toEqual([404, 200]);
  });

  test("from a thousand entries to one page is listed up to the limit of its list", async () => {
    const world = await worldWith({ home: page("/"), topic: listOf("named", "/topic") }, [...PACK, circles]);
    const context = { site: SITE, actor: "member:m1", at: world.powers.clock.now };
    world.powers.sql.atomically(() => {
      for (let n = 0; n < 1_000; n++)
        world.kernel.documents.write(context, [
          { kind: "page", id: `e${n}`, expected: 0, body: event(`/e${n}`, { start: "2026-05-01", topics: ["topic"] }) },
        ]);
    });
    const condition = { field: "topics", is: "has", kind: "page", values: ["topic"] };
    expect(found(world, { type: EVENT, where: [condition] })).toHaveLength(1_000);
    const { body } = await world.kernel.draft.answer(SITE, "/topic");
    expect([...String(body).matchAll(/<i>e\d+ /g)]).toHaveLength(100);
  });
});

describe("entries of a plugin that is gone", () => {
  test("stay in the draft and at their addresses, and lists of their type keep what was published", async () => {
    const world = await worldWith(
      { home: page("/"), upcoming: listOf("upcoming"), gig: event("/gig", { start: "2026-05-01", place: "Harbour" }) },
      EVENTS,
    );
    const before = [await world.html("/gig"), await world.html("/upcoming")];
    expect(before[0]).toContain("Harbour");
    const without = world.restart(PACK);
    await without.run("publish", {});
    expect(await without.statusOf("/gig")).toBe(200);
    expect(without.kernel.documents.get(SITE, "page", "gig")?.body.values).toEqual({
      start: "2026-05-01",
      place: "Harbour",
    });
    expect(without.kernel.reads.page(SITE, "gig").unavailable).toMatchObject([{ type: EVENT }]);
    const again = without.restart(EVENTS);
    await again.run("publish", {});
    expect([await again.html("/gig"), await again.html("/upcoming")]).toEqual(before);
  });
});

test("a filter by a value that the index dropped matches nothing, and works again with the index", async () => {
  const world = await worldWith(
    { home: page("/"), gig: event("/gig", { start: "2026-05-01", place: "Harbour" }) },
    EVENTS,
  );
  const where = [{ field: "place", is: "eq", kind: "text", values: ["Harbour"] }];
  expect(found(world, { type: EVENT, where })).toHaveLength(1);
  const dropped = world.restart([...PACK, eventsPlugin({ index: ["start"] }, {}, "1.1.0")]);
  expect(found(dropped, { type: EVENT, where })).toEqual([]);
  expect(found(dropped.restart(EVENTS), { type: EVENT, where })).toHaveLength(1);
});

test("fifty pages that ask for now are rendered by one release, and by none while nothing changes", async () => {
  const many = Object.fromEntries(
    Array.from({ length: 50 }, (_, n) => [`l${n}`, listOf("open", n === 0 ? "/" : `/l${n}`)]),
  );
  const open = { type: EVENT, where: { opens: { after: "now" } } };
  const world = await worldWith(
    { ...many, gig: event("/gig", { start: "2026-01-02", opens: "2026-01-02T00:10:00Z" }) },
    [...PACK, eventsPlugin({}, { open })],
  );
  const releases = () => world.powers.sql.all("SELECT 1 FROM releases").length;
  const before = releases();
  await ringUntil(world, "2026-01-02T00:09:59Z");
  expect(releases()).toBe(before);
  await ringUntil(world, "2026-01-02T00:10:00.001Z");
  expect(releases()).toBe(before + 1);
  expect([await world.html("/l1"), await world.html("/l49")].join("")).not.toContain("<i>gig");
  await ringUntil(world, "2026-01-02T00:20:00Z");
  expect(releases()).toBe(before + 1);
});

test("a term that is removed while it is published takes its list with it, and its entries stay", async () => {
  const world = await worldWith(
    {
      home: page("/"),
      topic: listOf("named", "/topic"),
      gig: event("/gig", { start: "2026-05-01", topics: ["topic"] }, { sections: listOf("upcoming").sections }),
    },
    [...PACK, circles],
  );
  const values = world.kernel.documents.get(SITE, "page", "gig")?.body.values;
  await world.run("page.delete", { page: "topic", expected: versionOf(world, "topic") });
  expect(await world.html("/topic")).toContain("<i>gig ");
  await world.run("publish", {});
  expect([await world.statusOf("/topic"), await world.statusOf("/gig")]).toEqual([404, 200]);
  expect(world.kernel.documents.get(SITE, "page", "gig")?.body.values).toEqual(values);
  await world.write("gig", event("/gig", { start: "2026-05-02", topics: ["topic"] }));
  await world.run("publish", {});
  expect(await world.statusOf("/gig")).toBe(200);
});
