import { describe, expect, test } from "vitest";
import { REVISIONS_KEPT } from "../../../manifests/bounds/documents.ts";
import { PUBLISH_CHOSEN_MAX, PUBLISH_INLINE_PAGES } from "../../../manifests/bounds/publishing.ts";
import type { Deployment } from "../../../runtime/deployment.ts";
import type { PublishResult } from "../../../runtime/publishing/publisher.ts";
import {
  PACK,
  SITE,
  THEME,
  listSection,
  page,
  siteOf,
  initialiseInput,
  worldWith,
  type World,
} from "../kernel/world.ts";
import { mortal } from "../editing/crash.ts";
import { check, computingWorld, said } from "../snapshots/computing.ts";
import { attempt, changes, editingWorld, refusalOf, schedules, versionOf } from "../editing/editingWorld.ts";

type Only = { pages?: string[]; documents?: string[] };

const publishOnly = (world: World, only: Only, more: object = {}): Promise<PublishResult> =>
  world.run<PublishResult>("publish", { only, ...more });
const publish = (world: World): Promise<PublishResult> => world.run<PublishResult>("publish", {});
const retitle = (world: World, id: string, title: string): Promise<unknown> =>
  world.run("page.update", { page: id, expected: versionOf(world, id), changes: { title } });
const move = (world: World, id: string, path: string, redirect = false): Promise<unknown> =>
  world.run("page.update", { page: id, expected: versionOf(world, id), changes: { path }, redirect });
const remove = (world: World, id: string): Promise<unknown> =>
  world.run("page.delete", { page: id, expected: versionOf(world, id) });
const unpublished = (world: World): string[] => {
  const { pages, documents } = changes(world);
  return [...pages.map(({ id }) => id), ...documents.map(({ kind }) => kind)].toSorted();
};
const heldRows = (world: World): number =>
  world.powers.sql.all<{ n: number }>("SELECT count(*) AS n FROM held")[0]?.n ?? 0;

/** Two pages changed, none published. */
async function twoChanged(more: Partial<Deployment> = {}): Promise<World> {
  const world = await editingWorld(undefined, more);
  await retitle(world, "home", "New home");
  await retitle(world, "about", "New about");
  return world;
}

describe("a chosen page", () => {
  test("is shown to visitors alone, and everything else stays as it was", async () => {
    const world = await twoChanged();
    expect(await publishOnly(world, { pages: ["about"] })).toMatchObject({ release: 2, state: "ready", changed: 1 });
    expect(await world.html("/about")).toContain("<h1>New about</h1>");
    expect(await world.html("/")).toContain("<h1>Page /</h1>");
    expect(unpublished(world)).toEqual(["home"]);
    expect(world.kernel.reads.context(SITE).unpublished).toBe(1);
  });

  test("keeps its version and its author, as do the pages that stay behind", async () => {
    const world = await twoChanged();
    const before = [versionOf(world, "home"), versionOf(world, "about")];
    await publishOnly(world, { pages: ["about"] });
    expect([versionOf(world, "home"), versionOf(world, "about")]).toEqual(before);
    expect(world.kernel.reads.revisions(SITE, { kind: "page", id: "home" }, null, null).items).toHaveLength(2);
  });

  test("leaves the rest to the next publication, which shows all of it", async () => {
    const world = await twoChanged();
    await publishOnly(world, { pages: ["about"] });
    expect(await publish(world)).toMatchObject({ release: 3, changed: 1 });
    expect(await world.html("/")).toContain("<h1>New home</h1>");
    expect(unpublished(world)).toEqual([]);
    expect(await publish(world)).toMatchObject({ release: 3, changed: 0 });
  });

  test("that visitors see already makes no release", async () => {
    const world = await twoChanged();
    await publishOnly(world, { pages: ["about"] });
    expect(await publishOnly(world, { pages: ["about"] })).toMatchObject({ release: 2, changed: 0 });
  });

  test("can be published one after the other", async () => {
    const world = await twoChanged();
    await publishOnly(world, { pages: ["about"] });
    await retitle(world, "about", "Newer about");
    await publishOnly(world, { pages: ["home"] });
    expect(
      [await world.html("/about"), await world.html("/")].map((html) => /<h1>(.*?)<\/h1>/.exec(html)?.[1]),
    ).toEqual(["New about", "New home"]);
    expect(unpublished(world)).toEqual(["about"]);
  });

  test("that is new is shown, and a menu entry for it stays unpublished until it is chosen too", async () => {
    const world = await editingWorld();
    await world.run("page.create", { id: "new", body: page("/new") });
    const body = { menus: { header: [{ label: "Brand new", link: "page:new" }], footer: [] } };
    await world.run("navigation.put", { expected: 1, body });
    await publishOnly(world, { pages: ["new"] });
    expect([await world.statusOf("/new"), await world.html("/")]).toEqual([
      200,
      expect.not.stringContaining("Brand new"),
    ]);
    await publishOnly(world, { documents: ["navigation"] });
    expect(await world.html("/about")).toContain('<a href="/new">Brand new</a>');
  });

  test("that the draft has no longer is taken from visitors, and another deleted one is not", async () => {
    const world = await editingWorld({ home: page("/"), about: page("/about"), old: page("/old") });
    await remove(world, "about");
    await remove(world, "old");
    await publishOnly(world, { pages: ["old"] });
    expect([await world.statusOf("/old"), await world.statusOf("/about")]).toEqual([404, 200]);
    expect(unpublished(world)).toEqual(["about"]);
  });

  test("at another path leaves the old one, where a chosen redirect leads visitors on", async () => {
    const world = await editingWorld();
    await move(world, "about", "/moved", true);
    await publishOnly(world, { pages: ["about"] });
    expect([await world.statusOf("/moved"), await world.statusOf("/about")]).toEqual([200, 404]);
    await publishOnly(world, { documents: ["redirects"] });
    expect(await world.statusOf("/about")).toBe(301);
  });

  test("at the path where visitors see another page is refused until that page is chosen too", async () => {
    const world = await editingWorld();
    await move(world, "home", "/swap");
    await move(world, "about", "/");
    expect(await refusalOf(world, "publish", { only: { pages: ["about"] } })).toMatchObject({
      code: "CONFLICT",
      detail: { missing: [{ id: "home", title: "Page /", path: "/", for: "about" }] },
    });
    await publishOnly(world, { pages: ["about", "home"] });
    expect([await world.html("/"), await world.html("/swap")]).toEqual([
      expect.stringContaining("Text of /about"),
      expect.stringContaining("Text of /<"),
    ]);
  });

  test("that was never there is refused by its place in the choice", async () => {
    const world = await twoChanged();
    expect(await attempt(world, "publish", { only: { pages: ["about", "nobody"] } })).toEqual(["/only/pages/1"]);
    expect(await attempt(world, "publish", { only: {} })).toEqual(["/only"]);
  });

  test("belongs to a list on a page that stays behind, and the list names it", async () => {
    const lists = { home: page("/", { sections: [listSection("news")] }), one: page("/one", { collection: "news" }) };
    const world = await worldWith(lists);
    await retitle(world, "home", "New home");
    await retitle(world, "one", "New one");
    await publishOnly(world, { pages: ["one"] });
    const html = await world.html("/");
    expect([html.includes("<li>New one</li>"), html.includes("New home")]).toEqual([true, false]);
  });

  test("links to a page only where visitors see that one", async () => {
    const world = await editingWorld();
    await world.run("page.create", { id: "new", body: page("/new") });
    const sections = [{ id: "s1", type: "test.text/text", fields: { text: "[Go](page:new)" } }];
    await world.write("about", page("/about", { sections }));
    await publishOnly(world, { pages: ["about"] });
    expect(await world.html("/about")).not.toContain('href="/new"');
    await publishOnly(world, { pages: ["new"] });
    expect(await world.html("/about")).toContain('href="/new"');
  });
});

describe("a chosen theme", () => {
  test("restyles every page and publishes no text", async () => {
    const world = await twoChanged();
    const settings = { name: "Renamed", language: "de" };
    await world.run("settings.put", { expected: 1, body: settings });
    await world.run("theme.put", { expected: 1, body: { ...THEME, scheme: "dark" } });
    await publishOnly(world, { documents: ["theme"] });
    expect(await world.html("/about")).toContain("<h1>Page /about</h1>");
    expect(unpublished(world)).toEqual(["about", "home", "settings"]);
  });

  test("of a large site goes in steps, and a crash between two of them loses nothing", async () => {
    const many = Object.fromEntries(
      Array.from({ length: PUBLISH_INLINE_PAGES + 20 }, (_, n) => [`p${n}`, page(`/p/${n}`)]),
    );
    const world = await worldWith({ home: page("/"), ...many });
    while (!(await world.kernel.publisher.step(SITE))) continue;
    await retitle(world, "p1", "Not yet");
    await world.run("theme.put", { expected: 1, body: { ...THEME, scheme: "dark" } });
    expect(await publishOnly(world, { documents: ["theme"] })).toMatchObject({ state: "building" });
    const again = world.restart();
    await retitle(again, "p2", "Nor this");
    while (!(await again.kernel.publisher.step(SITE))) continue;
    expect([await again.html("/p/1"), await again.html("/p/2")].join()).not.toMatch(/Not yet|Nor this/);
    expect(unpublished(again)).toEqual(["p1", "p2"]);
  });
});

describe("what was seen", () => {
  test("counts for the chosen documents alone: others may be written meanwhile", async () => {
    const world = await twoChanged();
    const { change } = changes(world);
    await retitle(world, "home", "Typed meanwhile");
    await publishOnly(world, { pages: ["about"] }, { change });
    expect(await world.html("/about")).toContain("New about");
    expect(await world.html("/")).not.toContain("Typed meanwhile");
  });

  test("is refused when a chosen document was written since, and names who wrote it", async () => {
    const world = await twoChanged();
    const { change } = changes(world);
    await retitle(world, "about", "Newest about");
    expect(await refusalOf(world, "publish", { change, only: { pages: ["about"] } })).toMatchObject({
      code: "STALE_VERSION",
      detail: { changed: [{ kind: "page", id: "about", changedBy: "member:m1" }], total: 1 },
    });
  });

  test("is not made stale by a choice that was refused", async () => {
    const world = await twoChanged();
    const { change } = changes(world);
    const now = world.kernel.documents.change(SITE);
    world.kernel.timeline.choose(SITE, { base: 1, now, isChosen: ({ id }) => id === "about", time: 0 });
    expect(await world.run("publish", { change })).toMatchObject({ release: 2 });
  });

  test("by two members at once publishes both choices, one after the other", async () => {
    const world = await twoChanged({ wait: () => new Promise(() => undefined) });
    const both = await Promise.all([publishOnly(world, { pages: ["about"] }), publishOnly(world, { pages: ["home"] })]);
    expect(both.map(({ release, changed }) => [release, changed])).toEqual([
      [2, 1],
      [3, 1],
    ]);
    expect(unpublished(world)).toEqual([]);
  });
});

describe("a choice that publishes nothing", () => {
  const TIMES = 20;
  const change = (world: World): number => world.kernel.documents.change(SITE);

  test("new to visitors writes no row and leaves the draft's counter, however often it is asked for", async () => {
    const world = await editingWorld({ home: page("/"), about: page("/about"), same: page("/same") });
    await retitle(world, "home", "New home");
    await retitle(world, "about", "New about");
    const before = change(world);
    for (let n = 0; n < TIMES; n += 1)
      expect(await publishOnly(world, { pages: ["same"] })).toMatchObject({ release: 1, changed: 0 });
    expect([heldRows(world), change(world)]).toEqual([0, before]);
    await publishOnly(world, { pages: ["about"] });
    const [rows, after] = [heldRows(world), change(world)];
    for (let n = 0; n < TIMES; n += 1) await publishOnly(world, { pages: ["about"] });
    expect([heldRows(world), change(world)]).toEqual([rows, after]);
    expect(unpublished(world)).toEqual(["home"]);
  });

  test("because a plugin vetoes it leaves no row, and is published when the plugin agrees", async () => {
    const world = await computingWorld({ home: page("/"), about: page("/about") }, [check()], () =>
      said({ veto: ["never"] }),
    );
    await retitle(world, "home", "New home");
    await retitle(world, "about", "New about");
    for (let n = 0; n < TIMES; n += 1)
      await expect(publishOnly(world, { pages: ["about"] })).rejects.toMatchObject({ code: "PUBLISH_VETOED" });
    expect(heldRows(world)).toBe(0);
    world.calls.answer = () => said(null);
    await publishOnly(world, { pages: ["about"] });
    expect([heldRows(world), unpublished(world)]).toEqual([1, ["home"]]);
  });

  test("because another was quicker leaves no row of its own", async () => {
    const world = await twoChanged();
    await Promise.allSettled([publishOnly(world, { pages: ["about"] }), publishOnly(world, { pages: ["home"] })]);
    expect(heldRows(world)).toBe(1);
  });

  test("because it was prepared and not committed leaves no row", async () => {
    const world = await twoChanged();
    const commit = await world.kernel.publisher.prepare(SITE, "member:m1", {
      named: [{ kind: "page", id: "about" }],
      isExcept: false,
    });
    expect(heldRows(world)).toBe(0);
    expect(commit()).toMatchObject({ release: 2, changed: 1 });
    expect([heldRows(world), await world.html("/")]).toEqual([1, expect.not.stringContaining("New home")]);
  });
});

describe("a release of a choice", () => {
  test("shows the same after a restart, and for another origin", async () => {
    const world = await twoChanged();
    await publishOnly(world, { pages: ["about"] });
    const again = world.restart();
    const moved = initialiseInput(siteOf({ home: page("/"), about: page("/about") }), {
      origin: "https://new.example",
      hostnames: ["new.example"],
    });
    await again.kernel.initialiser.run(moved);
    expect([await again.html("/about"), await again.html("/")]).toEqual([
      expect.stringContaining("New about"),
      expect.not.stringContaining("New home"),
    ]);
  });

  test("can be shown again, and a choice after that starts from it", async () => {
    const world = await twoChanged();
    await publishOnly(world, { pages: ["about"] });
    await publish(world);
    await world.run("release.restore", { release: 2 });
    expect(unpublished(world)).toEqual(["home"]);
    await world.run("page.create", { id: "new", body: page("/new") });
    await publishOnly(world, { pages: ["new"] });
    expect([await world.statusOf("/new"), await world.html("/")]).toEqual([
      200,
      expect.not.stringContaining("New home"),
    ]);
    expect(unpublished(world)).toEqual(["home"]);
  });

  test("keeps the versions it shows, however many come after", async () => {
    const world = await twoChanged();
    await publishOnly(world, { pages: ["about"] });
    for (let n = 0; n < REVISIONS_KEPT; n += 1) await retitle(world, "home", `Draft ${n}`);
    world.powers.sql.all("DELETE FROM releases WHERE site = ? AND id = 1", SITE);
    world.kernel.retention.prune(SITE, world.kernel.documents.change(SITE));
    world.kernel.retention.forgetUnseen(SITE, 1);
    const kept = world.kernel.reads
      .revisions(SITE, { kind: "page", id: "home" }, null, 100)
      .items.map(({ version }) => version);
    expect(kept).toEqual([REVISIONS_KEPT + 2, 1]);
    expect(await publish(world)).toMatchObject({ state: "ready" });
  });

  test("is made whole or not at all, at whichever statement the machine stops", async () => {
    for (let at = 0, crashed = true; crashed; at += 7) {
      const world = await twoChanged();
      const victim = mortal(world.powers);
      victim.stopAfter(at);
      crashed = await publishOnly(victim, { pages: ["about"] }).then(
        () => false,
        () => true,
      );
      const after = world.restart();
      const isNew = after.kernel.sites.get(SITE).release === 2;
      expect([isNew, await after.html("/about"), await after.html("/")]).toEqual([
        !crashed,
        expect.stringContaining(isNew ? "New about" : "Page /about"),
        expect.stringContaining("Page /"),
      ]);
      expect(unpublished(after)).toEqual(isNew ? ["home"] : ["about", "home"]);
    }
  });

  test("is forgotten with the releases that need it", async () => {
    const world = await twoChanged();
    await publishOnly(world, { pages: ["about"] });
    expect(heldRows(world)).toBe(1);
    world.kernel.timeline.forgetBefore(SITE, world.kernel.documents.change(SITE));
    expect(heldRows(world)).toBe(0);
  });
});

describe("a schedule of chosen pages", () => {
  const HOUR = 3_600_000;
  const alarm = async (world: World): Promise<void> => {
    world.powers.clock.now += HOUR;
    await world.kernel.scheduleRunner.runDue();
  };

  test("publishes them although other pages were written meanwhile, and leaves those out", async () => {
    const world = await twoChanged();
    await world.run("schedule.create", { at: world.powers.now() + HOUR, only: { pages: ["about"] } });
    await retitle(world, "home", "Later");
    expect(schedules(world)[0]).toMatchObject({
      only: [{ kind: "page", id: "about", title: "New about" }],
      changed: [],
    });
    await alarm(world);
    expect(schedules(world)[0]).toMatchObject({ state: "published" });
    expect([await world.html("/about"), await world.html("/")]).toEqual([
      expect.stringContaining("New about"),
      expect.not.stringMatching(/New home|Later/),
    ]);
  });

  test("fails when one of them was written, says so before its time, and shows visitors nothing", async () => {
    const world = await twoChanged();
    await world.run("schedule.create", { at: world.powers.now() + HOUR, only: { pages: ["about"] } });
    await retitle(world, "about", "Later");
    expect(schedules(world)[0]?.changed).toMatchObject([{ kind: "page", id: "about" }]);
    await alarm(world);
    expect(schedules(world)[0]).toMatchObject({ state: "failed", problem: { code: "STALE_VERSION", total: 1 } });
    expect(await world.html("/about")).toContain("Page /about");
  });

  test("and one of the whole draft are not disturbed by a publication of other pages", async () => {
    const world = await twoChanged();
    await world.run("schedule.create", { at: world.powers.now() + HOUR });
    await publishOnly(world, { pages: ["about"] });
    await alarm(world);
    expect(schedules(world)[0]).toMatchObject({ state: "published" });
    expect(await world.html("/")).toContain("New home");
  });
});

describe("the bound of a choice", () => {
  test.each([
    [PUBLISH_CHOSEN_MAX - 1, []],
    [PUBLISH_CHOSEN_MAX, []],
    [PUBLISH_CHOSEN_MAX + 1, ["/only/pages"]],
  ])("%i pages", async (count, refused) => {
    const world = await worldWith({ home: page("/") }, PACK);
    expect(await attempt(world, "publish", { only: { pages: Array.from({ length: count }, () => "home") } })).toEqual(
      refused,
    );
  });
});

test("lists of pages say which of them visitors see as they are, after a choice too", async () => {
  const world = await twoChanged();
  await world.run("page.create", { id: "new", body: page("/new") });
  await publishOnly(world, { pages: ["about"] });
  const pages = (wanted: object) =>
    world.kernel.reads.pages(SITE, wanted, null, null).items.map(({ id, state }) => [id, state]);
  expect(pages({})).toEqual([
    ["home", "changed"],
    ["about", "published"],
    ["new", "new"],
  ]);
  expect([pages({ state: "published" }), pages({ state: "changed" }), pages({ state: "new" })]).toEqual([
    [["about", "published"]],
    [["home", "changed"]],
    [["new", "new"]],
  ]);
});
