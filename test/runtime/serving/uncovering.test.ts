import { describe, expect, test } from "vitest";
import { UNCOVER_PATHS } from "../../../manifests/bounds/publicContent.ts";
import { SITE, page, worldWith, type World } from "../kernel/world.ts";

/** A page cache that notes what leaves it. */
function cache() {
  const turns: (readonly string[])[] = [];
  return { turns, purge: async (keys: readonly string[]) => void turns.push(keys) };
}

const uncovering = (world: World) => world.kernel.uncovering;

async function uncover(world: World, at: ReturnType<typeof cache>): Promise<number> {
  const before = at.turns.length;
  while (!(await uncovering(world).turn(SITE, at)));
  return at.turns.length - before;
}

async function published(pages: number): Promise<World> {
  const bodies = Object.fromEntries(Array.from({ length: pages }, (_, at) => [`p${at}`, page(`/p${at}`)]));
  const world = await worldWith({ home: page("/"), ...bodies });
  await uncover(world, cache());
  return world;
}

const ends = (at: ReturnType<typeof cache>): string[] => at.turns.flat().map((key) => new URL(key).pathname);

describe("a publication leaves the page cache", () => {
  test("with its changed pages, their Markdown and every derived file, and no other page", async () => {
    const world = await published(2);
    await world.write("p1", page("/p1", { title: "Another" }));
    await world.run("publish", {});
    const at = cache();
    expect(await uncover(world, at)).toBe(1);
    expect(ends(at)).toEqual(expect.arrayContaining(["/p1", "/p1.md", "/sitemap.xml"]));
    expect(ends(at)).not.toContain("/p0");
  });

  test("once, and not again before the next one", async () => {
    const world = await published(1);
    const at = cache();
    expect(await uncover(world, at)).toBe(0);
    await world.write("home", page("/", { title: "Another" }));
    await world.run("publish", {});
    expect([await uncover(world, at), await uncover(world, at)]).toEqual([1, 0]);
  });

  test("again after a purge that failed", async () => {
    const world = await published(1);
    await world.write("home", page("/", { title: "Another" }));
    await world.run("publish", {});
    const failing = { purge: () => Promise.reject(new Error("no cache")) };
    await expect(uncovering(world).turn(SITE, failing)).rejects.toThrow("no cache");
    expect(uncovering(world).isUnderWay).toBe(true);
    const at = cache();
    await uncover(world, at);
    expect(ends(at)).toContain("/");
    expect(uncovering(world).isUnderWay).toBe(false);
  });

  test.each([
    [-1, 1],
    [0, 2],
    [1, 2],
  ])("with %i paths more than a turn takes, in %i turns, each path once", async (more, turns) => {
    const world = await published(UNCOVER_PATHS + more - 1);
    await world.run("settings.put", { expected: 1, body: { name: "Another name", language: "en" } });
    await world.run("publish", {});
    while (world.kernel.sites.get(SITE).sequence === 1) await world.kernel.chores.run();
    const at = cache();
    expect(await uncover(world, at)).toBe(turns);
    const paths = ends(at).filter((path) => /^\/(?:p\d+)?$/.test(path));
    expect(paths).toHaveLength(UNCOVER_PATHS + more);
    expect(new Set(paths).size).toBe(paths.length);
  });

  test("and an earlier one that ends late takes nothing from the newer one", async () => {
    const world = await published(1);
    const change = async (title: string): Promise<unknown> => {
      await world.write("home", page("/", { title }));
      return world.run("publish", {});
    };
    await change("Second");
    const first = Promise.withResolvers<void>();
    const earlier = uncovering(world).turn(SITE, { purge: () => first.promise });
    await change("Third");
    const failing = { purge: () => Promise.reject(new Error("no cache")) };
    await expect(uncovering(world).turn(SITE, failing)).rejects.toThrow("no cache");
    first.resolve();
    await earlier;
    expect(uncovering(world).isUnderWay).toBe(true);
    const at = cache();
    expect([await uncover(world, at), await uncover(world, at)]).toEqual([1, 0]);
  });

  test("and is known to be covered until then, but not while its tenant is suspended", async () => {
    const world = await published(1);
    const isCovered = (): boolean => uncovering(world).isCovered(world.kernel.sites.get(SITE));
    const covered = [isCovered()];
    await world.write("home", page("/", { title: "Another" }));
    await world.run("publish", {});
    covered.push(isCovered());
    await uncover(world, cache());
    covered.push(isCovered());
    await world.write("home", page("/", { title: "A third" }));
    await world.run("publish", {});
    world.kernel.tenant.setStatus("suspended");
    expect([...covered, isCovered()]).toEqual([false, true, false, false]);
  });

  test("not while its tenant is suspended", async () => {
    const world = await published(1);
    await world.write("home", page("/", { title: "Another" }));
    await world.run("publish", {});
    world.kernel.tenant.setStatus("suspended");
    expect(await uncover(world, cache())).toBe(0);
  });
});
