/** Releases that the clock makes: lists of coming events move by themselves, and nothing of the draft becomes public. */
import { expect, test } from "vitest";
import { CLOCK_RELEASE_PAUSE_MS } from "../../../manifests/bounds/publishing.ts";
import { Deployment } from "../backups/testDeployment.ts";
import { PACK, SITE, page, worldWith, type World } from "../kernel/world.ts";
import { ring, ringUntil } from "../publishing/ringing.ts";
import { EVENT, event, eventsPlugin, listOf } from "./events.ts";

const HOUR = 3_600_000;

const SECTIONS = {
  past: { type: EVENT, where: { start: { before: "today" } } },
  open: { type: EVENT, where: { opens: { after: "now" } }, order: "opens" },
  plain: { type: EVENT },
};

const at = (time: string): number => Date.parse(time);

/** A site in Berlin at noon of 2026-03-28, the day before summer time begins. */
async function site(pages: Parameters<typeof worldWith>[0] = {}): Promise<World> {
  const world = await worldWith(
    {
      home: page("/"),
      upcoming: listOf("upcoming"),
      past: listOf("past"),
      gig: event("/gig", { start: "2026-03-28", opens: "2026-03-28T17:00:00Z" }),
      fair: event("/fair", { start: "2026-03-29" }),
      ...pages,
    },
    [...PACK, eventsPlugin({}, SECTIONS)],
  );
  world.powers.clock.now = at("2026-03-28T11:00:00Z");
  const settings = world.kernel.documents.only(SITE, "settings");
  await world.run("settings.put", {
    expected: settings.version,
    body: { ...settings.body, timeZone: "Europe/Berlin" },
  });
  await world.run("publish", {});
  return world;
}

const listed = async (world: World, path: string): Promise<string[]> =>
  [...(await world.html(path)).matchAll(/<i>(\w+) <\/i>/g)].map(([, title]) => title ?? "");
const releases = (world: World) =>
  world.powers.sql.all<{ actor: string; change: number }>(
    "SELECT actor, change FROM releases WHERE site = ? ORDER BY id",
    SITE,
  );

test("a list moves over midnight of the site's zone, by a release that names the clock", async () => {
  const world = await site();
  expect(await listed(world, "/upcoming")).toEqual(["gig", "fair"]);
  const before = releases(world).length;
  await ringUntil(world, "2026-03-28T22:59:59Z");
  expect(await listed(world, "/upcoming")).toEqual(["gig", "fair"]);
  expect(releases(world).length).toBe(before);
  await ringUntil(world, "2026-03-28T23:00:01Z");
  expect(await listed(world, "/upcoming")).toEqual(["fair"]);
  expect(await listed(world, "/past")).toEqual(["gig"]);
  expect(releases(world).slice(before)).toMatchObject([{ actor: "system:clock" }]);
});

test("the day on which summer time begins has 23 hours", async () => {
  const world = await site();
  await ringUntil(world, "2026-03-29T21:59:59Z");
  expect(await listed(world, "/past")).toEqual(["gig"]);
  await ringUntil(world, "2026-03-29T22:00:01Z");
  expect(await listed(world, "/past")).toEqual(["gig", "fair"]);
});

test("a release by the clock shows the published content, and the draft stays a draft", async () => {
  const world = await site();
  await world.write("fair", event("/fair", { start: "2026-03-29" }, { title: "Secret" }));
  await world.write("more", event("/more", { start: "2026-04-01" }));
  await ringUntil(world, "2026-03-29T00:00:00Z");
  expect(await listed(world, "/upcoming")).toEqual(["fair"]);
  expect(await world.statusOf("/more")).toBe(404);
});

test("a midnight without a change makes no release", async () => {
  const world = await site();
  const before = releases(world).length;
  await ringUntil(world, "2026-03-30T12:00:00Z");
  const moved = releases(world).length;
  expect(moved - before).toBe(2);
  await ringUntil(world, "2026-04-10T12:00:00Z");
  expect(releases(world).length).toBe(moved);
});

test("a site without such a list is never woken by the clock", async () => {
  const world = await worldWith(
    { home: page("/"), list: listOf("plain"), gig: event("/gig", { start: "2026-03-28" }) },
    [...PACK, eventsPlugin({}, SECTIONS)],
  );
  expect(world.powers.sql.all("SELECT * FROM clock_moments")).toEqual([]);
});

test("a missed midnight is made up for at the next alarm", async () => {
  const world = await site();
  world.powers.clock.now = at("2026-04-15T08:00:00Z");
  await ring(world);
  expect(await listed(world, "/past")).toEqual(["gig", "fair"]);
});

test("a clock that was set back shows what that time shows", async () => {
  const world = await site();
  await ringUntil(world, "2026-03-29T00:00:00Z");
  expect(await listed(world, "/upcoming")).toEqual(["fair"]);
  world.powers.clock.now = at("2026-03-28T12:00:00Z");
  await ring(world);
  expect(await listed(world, "/upcoming")).toEqual(["gig", "fair"]);
});

test("a list by the moment changes at that moment", async () => {
  const world = await site({ open: listOf("open") });
  expect(await listed(world, "/open")).toEqual(["gig"]);
  await ringUntil(world, "2026-03-28T16:59:59Z");
  expect(await listed(world, "/open")).toEqual(["gig"]);
  await ringUntil(world, "2026-03-28T17:00:02Z");
  expect(await listed(world, "/open")).toEqual([]);
});

test.each([CLOCK_RELEASE_PAUSE_MS - 1, CLOCK_RELEASE_PAUSE_MS, CLOCK_RELEASE_PAUSE_MS + 1])(
  "moments %i ms apart make at most one release a minute",
  async (apart) => {
    const first = at("2026-03-28T17:00:00Z");
    const second = new Date(first + apart).toISOString();
    const world = await site({ open: listOf("open"), late: event("/late", { start: "2026-04-05", opens: second }) });
    const before = releases(world).length;
    await ringUntil(world, new Date(first + CLOCK_RELEASE_PAUSE_MS).toISOString());
    expect(releases(world).length - before).toBe(1);
    await ringUntil(world, new Date(first + 2 * CLOCK_RELEASE_PAUSE_MS + 2_000).toISOString());
    expect(releases(world).length - before).toBe(2);
    expect(await listed(world, "/open")).toEqual([]);
  },
);

test("a hundred moments within an hour make at most sixty releases", async () => {
  const start = at("2026-03-28T17:00:00Z");
  const many = Object.fromEntries(
    Array.from({ length: 100 }, (_, index) => [
      `e${index}`,
      event(`/e${index}`, { start: "2026-04-05", opens: new Date(start + index * 36_000).toISOString() }),
    ]),
  );
  const world = await site({ open: listOf("open"), ...many });
  const before = releases(world).length;
  await ringUntil(world, new Date(start + HOUR).toISOString());
  expect(releases(world).length - before).toBeLessThanOrEqual(60);
  await ringUntil(world, new Date(start + HOUR + 2 * CLOCK_RELEASE_PAUSE_MS).toISOString());
  expect(await listed(world, "/open")).toEqual([]);
});

test("a stopped tenant publishes nothing by the clock, and makes up for it when it works again", async () => {
  const world = await site();
  world.kernel.tenant.setStatus("read_only");
  await ringUntil(world, "2026-03-29T12:00:00Z");
  expect(await listed(world, "/upcoming")).toEqual(["gig", "fair"]);
  world.kernel.tenant.setStatus("active");
  await ring(world);
  expect(await listed(world, "/upcoming")).toEqual(["fair"]);
});

test("a site that was restored from an archive keeps its entries in its lists, and keeps moving with the time", async () => {
  const world = await site();
  const deployment = new Deployment([...PACK, eventsPlugin({}, SECTIONS)]);
  const made = await deployment.back(deployment.on(world.powers));
  const after = await deployment.restored(made, world.powers.clock.now + 1);
  expect(await listed(after, "/upcoming")).toEqual(["gig", "fair"]);
  await ringUntil(after, "2026-03-28T23:00:01Z");
  expect(await listed(after, "/upcoming")).toEqual(["fair"]);
});
