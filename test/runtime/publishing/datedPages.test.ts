/** Pages with a date of the future: readable at their address, and in no list before their date. */
import { expect, test } from "vitest";
import { EVENT, event, eventsPlugin } from "../entries/events.ts";
import { PACK, SITE, listSection, page, worldWith, type World } from "../kernel/world.ts";
import { ring, ringUntil } from "./ringing.ts";

/** A site in Berlin at noon of 2026-03-28, the day before summer time begins. */
async function site(dates: Readonly<Record<string, string>>, type: object = {}): Promise<World> {
  const news = Object.entries(dates).map(([id, date]) => [id, page(`/${id}`, { collection: "news", date, title: id })]);
  const world = await worldWith({ home: page("/", { sections: [listSection("news")] }), ...Object.fromEntries(news) }, [
    ...PACK,
    eventsPlugin(type, { all: { type: EVENT, order: "title" } }),
  ]);
  world.powers.clock.now = Date.parse("2026-03-28T11:00:00Z");
  const settings = world.kernel.documents.only(SITE, "settings");
  const body = { ...settings.body, timeZone: "Europe/Berlin" };
  await world.run("settings.put", { expected: settings.version, body });
  await world.run("publish", {});
  return world;
}

const listed = async (world: World): Promise<string[]> =>
  [...(await world.html("/")).matchAll(/<li>(\w+)<\/li>/g)].map(([, title]) => title ?? "");
const inSitemap = async (world: World): Promise<string[]> =>
  [...(await world.html("/sitemap.xml")).matchAll(/example\/(\w+)</g)].map(([, path]) => path ?? "");
const releases = (world: World): number => world.powers.sql.all("SELECT 1 FROM releases").length;

test("a page of tomorrow comes into the sitemap at its date, where no list shows it", async () => {
  const world = await worldWith({ home: page("/"), next: page("/next", { date: "2026-03-29" }) });
  world.powers.clock.now = Date.parse("2026-03-28T11:00:00Z");
  await world.write("home", page("/", { title: "New" }));
  await world.run("publish", {});
  expect(await inSitemap(world)).not.toContain("next");
  await ringUntil(world, "2026-03-29T00:00:00Z");
  expect(await inSitemap(world)).toContain("next");
});

test("a page of tomorrow has its address, and stands in lists and files from midnight of the site's zone on", async () => {
  const world = await site({ past: "2026-03-28", next: "2026-03-29", later: "2026-03-30" });
  const before = releases(world);
  expect([await world.statusOf("/next"), await listed(world), await inSitemap(world)]).toEqual([
    200,
    ["past"],
    ["past"],
  ]);
  await ringUntil(world, "2026-03-28T22:59:59.999Z");
  expect([await listed(world), releases(world)]).toEqual([["past"], before]);
  await ringUntil(world, "2026-03-28T23:00:00Z");
  expect([await listed(world), await inSitemap(world)]).toEqual([["next", "past"], ["next", "past"].toSorted()]);
  // The day on which summer time begins has 23 hours.
  await ringUntil(world, "2026-03-29T21:59:59.999Z");
  expect(await listed(world)).toEqual(["next", "past"]);
  await ringUntil(world, "2026-03-29T22:00:00Z");
  expect([await listed(world), releases(world)]).toEqual([["later", "next", "past"], before + 2]);
});

test("a page of a moment stands in lists from that moment on", async () => {
  const world = await site({ soon: "2026-03-28T12:00:00.500Z", sooner: "2026-03-28T11:30:00Z" });
  expect(await listed(world)).toEqual([]);
  await ringUntil(world, "2026-03-28T11:29:59.999Z");
  expect(await listed(world)).toEqual([]);
  await ringUntil(world, "2026-03-28T11:30:00Z");
  expect(await listed(world)).toEqual(["sooner"]);
  await ringUntil(world, "2026-03-28T12:00:00.499Z");
  expect(await listed(world)).toEqual(["sooner"]);
  await ringUntil(world, "2026-03-28T12:00:00.500Z");
  expect(await listed(world)).toEqual(["soon", "sooner"]);
});

test("a page whose type allows it stands in lists before its date, and makes no release", async () => {
  const world = await site({}, { future: true });
  const found = () =>
    world.kernel.documents.lists
      .query(SITE, "", { order: "path" }, world.kernel.documents.change(SITE), world.powers.clock.now)
      .map(({ id }) => id);
  await world.write("gig", event("/gig", { start: "2026-05-01" }, { date: "2026-05-01" }));
  await world.run("publish", {});
  expect(found()).toEqual(["home", "gig"]);
  expect(world.kernel.clockMoments.nextDue()).toBeUndefined();
});

test("an entry of another type waits for its date, in lists of the type, too", async () => {
  const world = await site({});
  await world.write("gig", event("/gig", { start: "2026-05-01" }, { date: "2026-05-01" }));
  await world.run("publish", {});
  const found = (now: string) =>
    world.kernel.documents.lists
      .query(SITE, "", { type: EVENT }, world.kernel.documents.change(SITE), Date.parse(now))
      .map(({ id }) => id);
  expect([found("2026-04-30T21:59:59.999Z"), found("2026-04-30T22:00:00Z")]).toEqual([[], ["gig"]]);
});

test("a clock that was set back takes a page out of lists again", async () => {
  const world = await site({ next: "2026-03-29", last: "2026-04-09" });
  await ringUntil(world, "2026-03-29T12:00:00Z");
  expect(await listed(world)).toEqual(["next"]);
  world.powers.clock.now = Date.parse("2026-03-28T12:00:00Z");
  await ring(world);
  expect(await listed(world)).toEqual([]);
});

test("a draft's date of the future says nothing of it to visitors", async () => {
  const world = await site({ past: "2026-03-27" });
  const before = releases(world);
  await world.write("secret", page("/secret", { collection: "news", date: "2026-03-28T12:00:00Z" }));
  await ringUntil(world, "2026-03-28T12:01:00Z");
  expect([await listed(world), releases(world)]).toEqual([["past"], before]);
});
