import { beforeEach, describe, expect, test } from "vitest";
import { PUBLICATIONS_KEPT_MAX } from "../../../manifests/bounds/publishing.ts";
import { PACK, SITE, type World, page, worldWith } from "../kernel/world.ts";

let world: World;

beforeEach(async () => {
  world = await worldWith({ home: page("/") }, PACK);
});

const add = (...releases: readonly number[]): void => {
  for (const release of releases)
    world.kernel.publications.add(SITE, { sequence: count() + 1, release, actor: "system:clock", at: 1 });
};
const rows = (): { sequence: number; release: number }[] =>
  world.powers.sql.all("SELECT sequence, release FROM publications WHERE site = ? ORDER BY sequence", SITE);
const count = (): number => Math.max(0, ...rows().map(({ sequence }) => sequence));
const EVER = Number.MAX_SAFE_INTEGER;

describe("publications of a site", () => {
  test("go with their releases, and the highest number of a release stays", async () => {
    await world.run("publish", {});
    const begun = rows();
    const shown = begun.at(-1)?.release ?? 0;
    add(...Array.from({ length: 50 }, (_, at) => shown + 1 + at));
    world.kernel.publications.prune(SITE, EVER);
    expect(rows()).toEqual([
      ...begun.filter(({ release }) => release === shown),
      { sequence: count(), release: shown + 50 },
    ]);
    expect(world.kernel.releases.next(SITE)).toBe(shown + 51);
  });

  test("stay since the one that caches and indexes follow", async () => {
    await world.run("publish", {});
    const shown = rows().at(-1)?.release ?? 0;
    add(shown + 1, shown + 2, shown + 3);
    const kept = rows().slice(-2);
    world.kernel.publications.prune(SITE, kept[0]?.sequence ?? 0);
    expect(rows().slice(-2)).toEqual(kept);
    expect(world.kernel.publications.since(SITE, kept[0]?.sequence ?? 0)).toEqual([shown + 2, shown + 3]);
  });

  test.each([-1, 0, 1])(
    "of the same releases are as many as the bound and %i, at most the bound stay",
    async (more) => {
      await world.run("publish", {});
      const shown = rows().at(-1)?.release ?? 0;
      add(shown + 1);
      const before = rows().length;
      world.powers.sql.atomically(() => {
        for (let sequence = count() + 1; sequence <= PUBLICATIONS_KEPT_MAX + more; sequence += 1)
          world.kernel.publications.add(SITE, { sequence, release: shown, actor: "member:m1", at: 1 });
      });
      world.kernel.publications.prune(SITE, EVER);
      expect(rows()).toHaveLength(Math.min(PUBLICATIONS_KEPT_MAX, PUBLICATIONS_KEPT_MAX + more));
      expect(before).toBeLessThan(10);
    },
  );

  test("are tidied with everything else", async () => {
    await world.run("publish", {});
    const shown = rows().at(-1)?.release ?? 0;
    add(shown + 1, shown + 2, shown + 3);
    world.powers.sql.all("UPDATE sites SET refreshed = ?", count() + 1);
    await world.kernel.chores.run();
    expect(rows().map(({ release }) => release)).toEqual([shown, shown + 3]);
  });
});
