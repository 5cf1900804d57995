import { describe, expect, test } from "vitest";
import { RELEASES_KEPT, RELEASES_SLACK, RELEASES_SPARED } from "../../../../manifests/bounds/publishing.ts";
import { CLOCK_NAME } from "../../../../runtime/publishing/releases/clockActor.ts";
import { SITE, page, worldWith, type World } from "../../kernel/world.ts";

/** A site with releases of three pages; page `a` changes with each, `b` with each second, `c` never. */
async function published(releases: number): Promise<World> {
  const world = await worldWith({ home: page("/"), a: page("/a"), b: page("/b"), c: page("/c") });
  for (let n = 2; n <= releases; n++) {
    await world.write("a", page("/a", { title: `A${n}` }));
    if (n % 2 === 0) await world.write("b", page("/b", { title: `B${n}` }));
    if (n === 4) await world.write("gone", page("/gone", { title: "Gone" }));
    if (n === 6) await world.write("gone", null);
    await world.run("publish", {});
  }
  return world;
}

const idsOf = ({ kernel }: World): number[] => kernel.releases.list(SITE, 1_000, 1_000).map(({ id }) => id);

/** The titles of the pages that a release shows. */
const shownIn = ({ kernel }: World, release: number): (string | undefined)[] =>
  ["/", "/a", "/b", "/c", "/gone"].map(
    (path) => /<h1>([^<]*)/.exec(kernel.releases.shown(SITE, release, path)?.body ?? "")?.[1],
  );

const LAST = 8;
const all = Array.from({ length: LAST }, (_, at) => LAST - at);

describe("deleting one release", () => {
  test.each(Array.from({ length: LAST - 1 }, (_, at) => at + 1))(
    "number %i leaves every other one as it was",
    async (release) => {
      const world = await published(LAST);
      const others = idsOf(world).filter((id) => id !== release);
      const before = others.map((id) => shownIn(world, id));
      expect(await world.run("release.delete", { release })).toEqual({ release, deleted: true });
      expect(idsOf(world)).toEqual(others);
      expect(others.map((id) => shownIn(world, id))).toEqual(before);
      await expect(world.run("release.restore", { release })).rejects.toMatchObject({ code: "NOT_FOUND" });
      await world.write("c", page("/c", { title: "C again" }));
      expect(await world.run("publish", {})).toMatchObject({ release: LAST + 1, state: "ready" });
      expect(await world.html("/c")).toContain("C again");
      expect(await world.html("/a")).toContain(`A${LAST}`);
    },
  );

  test("of all but the current one leaves what visitors see, and no text that nobody shows", async () => {
    const world = await published(LAST);
    await world.run("release.restore", { release: 3 });
    const before = shownIn(world, 3);
    for (const release of idsOf(world)) if (release !== 3) await world.run("release.delete", { release });
    expect([idsOf(world), shownIn(world, 3)]).toEqual([[3], before]);
    const texts = world.powers.sql.all<{ blobs: number; entries: number }>(
      "SELECT (SELECT count(*) FROM blobs) AS blobs, (SELECT count(*) FROM entries) AS entries",
    );
    expect(texts).toEqual([{ blobs: 4 + 1, entries: 4 }]);
    expect(await world.run("publish", {})).toMatchObject({ release: LAST + 1 });
    expect(await world.html("/a")).toContain(`A${LAST}`);
  });

  test("that visitors see is refused, and so is one that is not there", async () => {
    const world = await published(2);
    await expect(world.run("release.delete", { release: 2 })).rejects.toMatchObject({ code: "CONFLICT" });
    await expect(world.run("release.delete", { release: 3 })).rejects.toMatchObject({ code: "NOT_FOUND" });
    expect(await world.html("/a")).toContain("A2");
  });

  test("that is still being made is refused", async () => {
    const world = await published(2);
    world.powers.sql.all("UPDATE releases SET state = 'building' WHERE id = 1");
    await expect(world.run("release.delete", { release: 1 })).rejects.toMatchObject({ code: "CONFLICT" });
  });

  test("never gives its number to another release", async () => {
    const world = await published(3);
    await world.run("release.restore", { release: 1 });
    await world.run("release.delete", { release: 3 });
    await world.write("c", page("/c", { title: "Later" }));
    expect(await world.run("publish", {})).toMatchObject({ release: 4 });
  });
});

describe("releases of a certain weight", () => {
  /** Sets what each release added, so that the bound is exact. */
  async function weighing(each: number): Promise<World> {
    const world = await published(LAST);
    world.powers.sql.all("UPDATE releases SET bytes = ?", each);
    return world;
  }

  test.each([
    [-1, false],
    [0, true],
    [1, true],
  ])("at the bound and %i bytes more all stay: %s", async (more, stay) => {
    const world = await weighing(100);
    const neededFrom = world.kernel.releaseRetention.prune(SITE, LAST, 100 * (LAST - 1) + more);
    expect(neededFrom === undefined).toBe(stay);
    const room = (100 * (LAST - 1) + more) * RELEASES_SPARED;
    expect(idsOf(world)).toEqual(stay ? all : all.slice(0, Math.floor(room / 100) + 1));
  });

  test("that are too heavy go but for the newest and the current one", async () => {
    const world = await weighing(100);
    world.kernel.releaseRetention.prune(SITE, LAST, 0);
    expect(idsOf(world)).toEqual([LAST]);
    expect(shownIn(world, LAST)).toEqual(["Page /", `A${LAST}`, `B${LAST}`, "Page /c", undefined]);
  });

  test("never take the current release, however old it is", async () => {
    const world = await weighing(100);
    await world.run("release.restore", { release: 2 });
    world.kernel.releaseRetention.prune(SITE, 2, 0);
    expect(idsOf(world)).toContain(2);
    world.kernel.releaseRetention.forgetOldest(SITE, 1);
    expect(idsOf(world)).toEqual([LAST, 2]);
    expect(await world.html("/a")).toContain("A2");
  });

  test.each([
    [LAST + 1, LAST],
    [LAST, LAST],
    [LAST - 1, LAST - 1],
    [1, 1],
    [0, 1],
  ])("of which %i are to stay leave %i", async (kept, left) => {
    const world = await published(LAST);
    const before = all.slice(0, left).map((id) => shownIn(world, id));
    world.kernel.releaseRetention.forgetOldest(SITE, kept);
    expect(idsOf(world)).toEqual(all.slice(0, left));
    expect(all.slice(0, left).map((id) => shownIn(world, id))).toEqual(before);
  });
});

describe("releases by the clock", () => {
  /** A site with the releases of a member up to LAST, and so many by the clock after them. Page `b` always changes. */
  async function followed(count: number): Promise<World> {
    const world = await published(LAST);
    for (let n = 1; n <= count; n++) {
      await world.write("b", page("/b", { title: `Clock ${n}` }));
      await world.run("publish", {});
      world.powers.sql.all("UPDATE releases SET actor = ? WHERE id = ?", CLOCK_NAME, LAST + n);
    }
    return world;
  }

  const sequence = ({ kernel }: World): number => kernel.sites.get(SITE).sequence;

  /** The page cache has nothing from before the last publications, of which there are so many. */
  const refreshed = (world: World, behind = 0): World => {
    world.kernel.sites.markRefreshed(SITE, sequence(world) - behind);
    return world;
  };

  const pruned = ({ kernel }: World, maxBytes?: number): number | undefined =>
    kernel.releaseRetention.prune(SITE, kernel.sites.get(SITE).release, maxBytes);

  test.each([
    [RELEASES_SLACK - 1, false],
    [RELEASES_SLACK, true],
    [RELEASES_SLACK + 1, true],
  ])("%i that others replaced: the last alone stays: %s", async (replaced, goes) => {
    const world = refreshed(await followed(replaced + 1));
    const ids = idsOf(world);
    const [last = 0, ...others] = ids;
    const before = [last, ...all].map((id) => shownIn(world, id));
    expect(pruned(world) !== undefined).toBe(goes);
    expect(idsOf(world)).toEqual(goes ? [last, ...all] : [last, ...others]);
    expect([last, ...all].map((id) => shownIn(world, id))).toEqual(before);
  });

  test.each([
    ["number", RELEASES_KEPT + RELEASES_SLACK],
    ["weight", 2],
  ])("of any %s leave every release of a member", async (_, count) => {
    const world = refreshed(await followed(count));
    world.powers.sql.all("UPDATE releases SET bytes = 100");
    pruned(world, 100 * LAST);
    expect(idsOf(world)).toEqual([LAST + count, ...all]);
    await world.run("release.restore", { release: 1 });
    expect(await world.html("/a")).toContain("Page /a");
  });

  test("stay while the page cache may have pages of them, and while visitors see them", async () => {
    const world = refreshed(await followed(RELEASES_SLACK + 4), 2);
    const last = LAST + RELEASES_SLACK + 4;
    pruned(world);
    expect(idsOf(world)).toEqual([last, last - 1, last - 2, ...all]);
    await world.run("release.restore", { release: last - 1 });
    refreshed(world).kernel.releaseRetention.forgetOldest(SITE, LAST);
    expect(idsOf(world)).toEqual([last, last - 1, ...all]);
  });

  test("count for nothing when room is made", async () => {
    const world = refreshed(await followed(3));
    world.kernel.releaseRetention.forgetOldest(SITE, 2);
    expect(idsOf(world)).toEqual([LAST + 3, LAST, LAST - 1]);
  });
});
