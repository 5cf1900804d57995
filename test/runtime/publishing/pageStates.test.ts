/** Pages that members hold back, and pages that visitors see for a time. */
import { describe, expect, test } from "vitest";
import { CLOCK_RELEASE_PAUSE_MS } from "../../../manifests/bounds/publishing.ts";
import { rehearsePublication } from "../../../runtime/editing/comparing/rehearsal.ts";
import type { PublishResult } from "../../../runtime/publishing/publisher.ts";
import { Deployment } from "../backups/testDeployment.ts";
import { attempt, changes, editingWorld, refusalOf, schedules, versionOf } from "../editing/editingWorld.ts";
import { PACK, SITE, listSection, page, worldWith, type World } from "../kernel/world.ts";
import { ring, ringUntil } from "./ringing.ts";

const publish = (world: World, more: object = {}): Promise<PublishResult> => world.run<PublishResult>("publish", more);
const change = (world: World, id: string, members: object): Promise<unknown> =>
  world.run("page.update", { page: id, expected: versionOf(world, id), changes: members });
const heldRows = (world: World): number => world.powers.sql.all("SELECT 1 FROM held").length;
const at = (time: string): number => Date.parse(time);
const releases = (world: World): string[] =>
  world.powers.sql.all<{ actor: string }>("SELECT actor FROM releases ORDER BY id").map(({ actor }) => actor);

describe("a page that is held back", () => {
  const held = page("/draft", { held: true });

  test("is in no publication of everything, and in one that names it", async () => {
    const world = await editingWorld();
    await world.run("page.create", { id: "draft", body: held });
    await change(world, "about", { title: "New about" });
    await publish(world);
    expect([await world.statusOf("/draft"), await world.html("/about")]).toEqual([
      404,
      expect.stringContaining("New about"),
    ]);
    expect(changes(world).pages).toMatchObject([{ id: "draft", change: "added", held: true }]);
    await publish(world, { only: { pages: ["draft"] } });
    expect(await world.statusOf("/draft")).toBe(200);
  });

  test("shows its published version until it is named, or held back no longer", async () => {
    const world = await editingWorld();
    await change(world, "about", { title: "Later", held: true });
    expect(await publish(world)).toMatchObject({ release: 1, changed: 0 });
    expect(await world.html("/about")).toContain("Page /about");
    await change(world, "about", { held: null });
    await publish(world);
    expect(await world.html("/about")).toContain("Later");
  });

  test("is left out of the first publication of a site", async () => {
    const world = await worldWith({ home: page("/"), draft: held });
    expect([await world.statusOf("/"), await world.statusOf("/draft")]).toEqual([200, 404]);
  });

  test("does not make a publication of everything stale, and is not named by its rehearsal", async () => {
    const world = await editingWorld();
    await world.run("page.create", { id: "draft", body: held });
    await change(world, "about", { title: "New about" });
    const seen = changes(world).change;
    await change(world, "draft", { title: "Newer" });
    expect(rehearsePublication({ ...world.kernel, powers: world.powers }, SITE, { change: seen })).toMatchObject({
      pages: [{ id: "about" }],
      total: 1,
    });
    expect(await publish(world, { change: seen })).toMatchObject({ release: 2, changed: 1 });
  });

  test("is not in a schedule of everything, and does not stop it", async () => {
    const world = await editingWorld();
    await world.run("page.create", { id: "draft", body: held });
    await change(world, "about", { title: "New about" });
    await world.run("schedule.create", { at: world.powers.clock.now + 60_000 });
    await change(world, "draft", { title: "Newer" });
    expect(schedules(world)).toMatchObject([{ willRun: true, only: null, except: [] }]);
    world.powers.clock.now += 60_000;
    await ring(world);
    expect(schedules(world)).toMatchObject([{ state: "published" }]);
    expect([await world.statusOf("/draft"), await world.html("/about")]).toEqual([
      404,
      expect.stringContaining("New about"),
    ]);
  });

  test("stays where it is while another page takes its path only if the publication names both", async () => {
    const world = await editingWorld();
    await change(world, "about", { path: "/later", held: true });
    await world.run("page.create", { id: "other", body: page("/about") });
    expect(await refusalOf(world, "publish", {})).toMatchObject({
      code: "CONFLICT",
      detail: { conflict: "path_still_published", missing: [{ id: "about", path: "/about", for: "other" }] },
    });
    await publish(world, { only: { pages: ["about", "other"] } });
    expect([await world.statusOf("/about"), await world.statusOf("/later")]).toEqual([200, 200]);
  });

  test("is removed by the publication after its deletion", async () => {
    const world = await editingWorld({ home: page("/"), draft: held });
    await publish(world, { only: { pages: ["draft"] } });
    await world.run("page.delete", { page: "draft", expected: versionOf(world, "draft") });
    await publish(world);
    expect(await world.statusOf("/draft")).toBe(404);
  });

  test("is discarded, and its state is undone, as every member", async () => {
    const world = await editingWorld();
    await change(world, "about", { held: true });
    expect(changes(world).pages).toMatchObject([{ id: "about", members: ["held"] }]);
    await world.run("page.discard", { page: "about", expected: versionOf(world, "about") });
    expect(world.kernel.reads.page(SITE, "about").body.held).toBeUndefined();
  });
});

describe("a publication of everything except", () => {
  test("named documents publishes all others, and no page that is held back", async () => {
    const world = await editingWorld();
    await world.run("page.create", { id: "one", body: page("/one") });
    await world.run("page.create", { id: "two", body: page("/two") });
    await world.run("page.create", { id: "draft", body: page("/draft", { held: true }) });
    await publish(world, { except: { pages: ["one"] } });
    expect([await world.statusOf("/one"), await world.statusOf("/two"), await world.statusOf("/draft")]).toEqual([
      404, 200, 404,
    ]);
  });

  test("can be scheduled, and leaves the same documents out", async () => {
    const world = await editingWorld();
    await world.run("page.create", { id: "one", body: page("/one") });
    await world.run("page.create", { id: "two", body: page("/two") });
    await world.run("schedule.create", { at: world.powers.clock.now + 60_000, except: { pages: ["one"] } });
    expect(schedules(world)).toMatchObject([{ only: null, except: [{ id: "one" }] }]);
    world.powers.clock.now += 60_000;
    await ring(world);
    expect([await world.statusOf("/one"), await world.statusOf("/two")]).toEqual([404, 200]);
  });

  test("and only at once, or of a page that was never there, is refused", async () => {
    const world = await editingWorld();
    const [only, except] = [{ pages: ["about"] }, { pages: ["nobody"] }];
    expect(await attempt(world, "publish", { only, except })).toEqual(["/except"]);
    expect(await attempt(world, "publish", { except })).toEqual(["/except/pages/0"]);
  });
});

const START = "2026-03-28T11:00:00Z";

/** A site with a page that visitors see for one hour. */
async function timed(more: object = {}): Promise<World> {
  const world = await editingWorld({
    home: page("/", { sections: [listSection("news")] }),
    about: page("/about", { sections: [{ id: "s", type: "test.text/text", fields: { text: "[Go](page:offer)" } }] }),
  });
  world.powers.clock.now = at(START);
  const body = page("/offer", {
    collection: "news",
    from: "2026-03-28T12:00:00Z",
    until: "2026-03-28T13:00:00Z",
    ...more,
  });
  await world.run("page.create", { id: "offer", body });
  await publish(world);
  return world;
}

const seen = async (world: World): Promise<unknown[]> => [
  await world.statusOf("/offer"),
  (await world.html("/")).includes("Page /offer"),
  (await world.html("/about")).includes('href="/offer"'),
  (await world.html("/sitemap.xml")).includes("/offer"),
];

describe("a page that visitors see for a time", () => {
  test("stands nowhere before, everywhere meanwhile, and nowhere after", async () => {
    const world = await timed();
    expect(await seen(world)).toEqual([404, false, false, false]);
    await ringUntil(world, "2026-03-28T11:59:59.999Z");
    expect(await seen(world)).toEqual([404, false, false, false]);
    await ringUntil(world, "2026-03-28T12:00:00.000Z");
    expect(await seen(world)).toEqual([200, true, true, true]);
    await ringUntil(world, "2026-03-28T12:59:59.999Z");
    expect(await seen(world)).toEqual([200, true, true, true]);
    await ringUntil(world, "2026-03-28T13:00:00.000Z");
    expect(await seen(world)).toEqual([404, false, false, false]);
    expect(releases(world).slice(-2)).toEqual(["system:clock", "system:clock"]);
  });

  test("is no unpublished change while it waits, and its change is compared with the published version", async () => {
    const world = await timed();
    expect([changes(world).pages, world.kernel.reads.context(SITE).unpublished]).toEqual([[], 0]);
    expect(world.kernel.reads.pages(SITE, { path: "/offer" }, null, null).items).toMatchObject([
      { state: "published", published: 1 },
    ]);
    await change(world, "offer", { title: "Secret" });
    expect(changes(world).pages).toMatchObject([{ id: "offer", change: "changed", members: ["title"], published: 1 }]);
    await ringUntil(world, "2026-03-28T12:00:00Z");
    expect(await world.html("/offer")).toContain("Page /offer");
    await world.run("page.discard", { page: "offer", expected: versionOf(world, "offer") });
    expect(world.kernel.reads.page(SITE, "offer").body.title).toBe("Page /offer");
  });

  test("shows nothing of the draft when its time comes", async () => {
    const world = await timed();
    await change(world, "about", { title: "Secret" });
    await change(world, "offer", { from: null, until: null, title: "Secret" });
    await ringUntil(world, "2026-03-28T12:00:00Z");
    expect(await world.html("/about")).not.toContain("Secret");
    expect(await world.html("/offer")).not.toContain("Secret");
    await ringUntil(world, "2026-03-28T13:00:00Z");
    expect(await world.statusOf("/offer")).toBe(404);
    await publish(world);
    expect(await world.html("/offer")).toContain("Secret");
  });

  test("stays away in a publication of another page", async () => {
    const world = await timed();
    await change(world, "about", { title: "New about" });
    await publish(world, { only: { pages: ["about"] } });
    expect(await world.statusOf("/offer")).toBe(404);
    await ringUntil(world, "2026-03-28T12:00:00Z");
    expect([await world.statusOf("/offer"), await world.html("/about")]).toEqual([
      200,
      expect.stringContaining("New about"),
    ]);
  });

  test("keeps its path for itself while it waits", async () => {
    const world = await timed();
    await change(world, "offer", { path: "/elsewhere" });
    await world.run("page.create", { id: "other", body: page("/offer") });
    expect(await refusalOf(world, "publish", { only: { pages: ["other"] } })).toMatchObject({
      detail: { conflict: "path_still_published", missing: [{ id: "offer", for: "other" }] },
    });
  });

  test("appears again after the clock was set back, and is there at once after it was set forward", async () => {
    const world = await timed();
    world.powers.clock.now = at("2026-03-28T12:30:00Z");
    await ring(world);
    expect(await world.statusOf("/offer")).toBe(200);
    world.powers.clock.now = at("2026-03-29T12:30:00Z");
    await ring(world);
    expect(await world.statusOf("/offer")).toBe(404);
    world.powers.clock.now = at("2026-03-28T12:40:00Z");
    await ring(world);
    expect(await world.statusOf("/offer")).toBe(200);
    world.powers.clock.now = at("2026-03-28T11:40:00Z");
    await ring(world);
    expect(await world.statusOf("/offer")).toBe(404);
  });

  test("is removed at the next alarm after the return to a release that shows it", async () => {
    const world = await timed();
    await ringUntil(world, "2026-03-28T12:00:00Z");
    const shown = world.kernel.sites.get(SITE).release;
    await ringUntil(world, "2026-03-28T13:00:00Z");
    await world.run("release.restore", { release: shown });
    await ringUntil(world, new Date(at("2026-03-28T13:00:00Z") + CLOCK_RELEASE_PAUSE_MS).toISOString());
    expect(await world.statusOf("/offer")).toBe(404);
  });

  test("with an end alone, or a beginning alone, has that", async () => {
    const ending = await timed({ from: undefined });
    expect(await ending.statusOf("/offer")).toBe(200);
    await ringUntil(ending, "2026-03-28T13:00:00Z");
    expect(await ending.statusOf("/offer")).toBe(404);
    const beginning = await timed({ until: undefined });
    await ringUntil(beginning, "2026-03-28T12:01:00Z");
    expect(await beginning.statusOf("/offer")).toBe(200);
    expect(beginning.kernel.clockMoments.nextDue()).toBeUndefined();
  });

  test("that ends before it begins, or at no time of the calendar, is refused", async () => {
    const world = await timed();
    expect(await attempt(world, "page.update", { page: "offer", expected: 1, changes: { until: START } })).toEqual([
      "/changes/until",
    ]);
    const never = { from: "2026-02-30T12:00:00Z" };
    expect(await attempt(world, "page.update", { page: "offer", expected: 1, changes: never })).toEqual([
      "/changes/from",
    ]);
  });

  test("of a site that was made by an operator, or restored from an archive, keeps its time", async () => {
    const world = await timed();
    await change(world, "offer", { title: "Secret" });
    const deployment = new Deployment(PACK);
    const made = await deployment.back(deployment.on(world.powers));
    const after = await deployment.restored(made, world.powers.clock.now + 1);
    expect(await after.statusOf("/offer")).toBe(404);
    await ringUntil(after, "2026-03-28T12:00:00Z");
    expect(await after.html("/offer")).toContain("Page /offer");
  });

  test("leaves no row of a moment that no release needs", async () => {
    const world = await timed();
    expect(heldRows(world)).toBe(1);
    await publish(world);
    await ringUntil(world, "2026-03-28T12:00:00Z");
    expect(heldRows(world)).toBe(1);
  });
});
