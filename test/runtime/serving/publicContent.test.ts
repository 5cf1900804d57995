import { describe, expect, test } from "vitest";
import { OUTBOX_BACKOFF_MAX_MS, OUTBOX_BACKOFF_MS } from "../../../manifests/bounds/commands.ts";
import {
  PUBLIC_GARBAGE_KEPT_MS,
  PUBLIC_PUTS_AT_ONCE,
  PUBLIC_REFRESH_PAGES,
  PUBLIC_SWEEP_EVERY_MS,
  PURGE_MAX_PATHS,
} from "../../../manifests/bounds/publicContent.ts";
import { SEARCH_PLACES_MAX } from "../../../manifests/bounds/search.ts";
import type { PublicPlaces } from "../../../runtime/serving/publicContent.ts";
import type { PublicIndex, PublicIndexPart, PublicPage, PublicPointer } from "../../../runtime/search/publicIndex.ts";
import { hostKey, indexKey, pointerKey } from "../../../runtime/serving/publicKeys.ts";
import type { WordDirectory } from "../../../runtime/search/wordIndex.ts";
import { WordPart } from "../../../runtime/search/wordPart.ts";
import { putTypes, recipe, recipeType, siteWith } from "../entries/ownTypes.ts";
import { SITE, page, textSection, worldWith, type World } from "../kernel/world.ts";

/** The public store and the page cache in memory. */
function places(): PublicPlaces & { store: Map<string, string>; purged: string[]; puts: string[] } {
  const store = new Map<string, string>();
  const purged: string[] = [];
  const puts: string[] = [];
  return {
    store,
    purged,
    puts,
    async put(key, value) {
      puts.push(key);
      store.set(key, value);
    },
    async delete(key) {
      store.delete(key);
    },
    async purge(keys) {
      purged.push(...keys);
    },
  };
}

type Places = ReturnType<typeof places>;
const pointer = ({ store }: Places): PublicPointer =>
  JSON.parse(store.get(pointerKey(SITE)) ?? "null") as PublicPointer;
const index = (at: Places): PublicPage[] =>
  (JSON.parse(at.store.get(pointer(at).index) ?? "null") as PublicIndex).parts.flatMap(
    (name) => (JSON.parse(at.store.get(indexKey(SITE, name)) ?? "null") as PublicIndexPart).pages,
  );
const markdownOf = (at: Places, id: string): string | undefined =>
  at.store.get(index(at).find((entry) => entry.id === id)?.key ?? "");
const directory = (at: Places): WordDirectory => JSON.parse(at.store.get(pointer(at).words) ?? "null") as WordDirectory;
const pagesWith = (at: Places, word: string): string[] => {
  const found: string[] = [];
  const { parts, moved } = directory(at);
  for (const [place, key] of parts.entries()) {
    const part = new WordPart(at.store.get(key) ?? "");
    part.search(word, SEARCH_PLACES_MAX, (page) => {
      const id = part.pages[page] ?? "";
      if (!moved?.[place]?.includes(id)) found.push(id);
    });
  }
  return found.toSorted();
};
const sequence = (world: World): number => world.kernel.sites.get(SITE).sequence;

async function carry(world: World, at: Places, to = sequence(world)): Promise<number> {
  for (let turns = 1; ; turns++) if ((await world.kernel.publicContent.refresh(SITE, to, at)).done) return turns;
}

async function publishChange(world: World, id: string, body: Parameters<World["write"]>[1]): Promise<void> {
  await world.write(id, body);
  await world.run("publish", {});
}

describe("carrying a publication", () => {
  test("puts Markdown, an index and a pointer, and never what is hidden", async () => {
    const world = await worldWith({ home: page("/"), hidden: page("/hidden", { noindex: true }), lost: page("/404") });
    const at = places();
    await carry(world, at);
    expect(index(at).map((entry) => entry.path)).toEqual(["/"]);
    expect(markdownOf(at, "home")).toContain("Text of /");
    expect(pointer(at)).toMatchObject({ sequence: 1, release: 1, name: "Test site", origin: "https://acme.example" });
    expect([...at.store.values()].join("\n")).not.toContain("hidden");
  });

  test("gives entries the values that lists know, also after the owner changed which those are", async () => {
    const type = (known: string[]) => recipeType({ index: known });
    const world = await siteWith({ soup: recipe("/recipes/soup", { minutes: 20, vegan: true }) }, type(["minutes"]));
    const at = places();
    await carry(world, at);
    const values = () => index(at).find(({ id }) => id === "soup")?.values;
    expect(values()).toEqual({ minutes: 20 });
    await putTypes(world, type(["minutes", "vegan"]));
    await world.run("publish", {});
    await carry(world, at);
    expect(values()).toEqual({ minutes: 20, vegan: true });
  });

  test("never carries a draft", async () => {
    const world = await worldWith({ home: page("/") });
    await world.write("home", page("/", { title: "Secret plan", sections: [textSection("Secret words")] }));
    await world.write("new", page("/new"));
    const at = places();
    await carry(world, at);
    expect([...at.store.values()].join("\n")).not.toMatch(/Secret|\/new/);
  });

  test("a second time, late or in the wrong order changes nothing", async () => {
    const world = await worldWith({ home: page("/") });
    const at = places();
    await publishChange(world, "home", page("/", { title: "Two" }));
    await carry(world, at, 2);
    const puts = at.puts.length;
    await carry(world, at, 1);
    await carry(world, at, 2);
    expect(at.puts.length).toBe(puts);
    expect(pointer(at).sequence).toBe(2);
  });

  test("indexes the words of all texts, never of what is hidden or a draft, and writes that index only when a text changed", async () => {
    const long = `${"filler ".repeat(2_000)} [needle](https://elsewhere.example/unread)`;
    const world = await worldWith({
      home: page("/", { sections: [textSection(long)] }),
      hidden: page("/hidden", { noindex: true, sections: [textSection("needle")] }),
    });
    await world.write("draft", page("/draft", { sections: [textSection("needle")] }));
    const at = places();
    await carry(world, at);
    expect([pagesWith(at, "needle"), pagesWith(at, "unread"), pagesWith(at, "filler")]).toEqual([
      ["home"],
      [],
      ["home"],
    ]);
    const { parts } = directory(at);
    at.puts.length = 0;
    await world.write("draft", null);
    await publishChange(world, "hidden", page("/hidden", { noindex: true, title: "Hidden still" }));
    await carry(world, at);
    expect([directory(at).parts, at.puts.filter((key) => parts.includes(key))]).toEqual([parts, []]);
  });

  test("removes the words of what is gone, and the parts of the index that held them once readers have moved on", async () => {
    const world = await worldWith({
      home: page("/", { sections: [textSection("oak")] }),
      larch: page("/larch", { sections: [textSection("larch")] }),
    });
    const at = places();
    await carry(world, at);
    const [old = ""] = directory(at).parts;
    await publishChange(world, "larch", null);
    await carry(world, at);
    expect([pagesWith(at, "larch"), pagesWith(at, "oak"), at.store.has(old)]).toEqual([[], ["home"], true]);
    world.powers.clock.now += PUBLIC_GARBAGE_KEPT_MS + 1;
    await publishChange(world, "home", page("/", { sections: [textSection("fir")] }));
    await carry(world, at);
    expect([at.store.has(old), pagesWith(at, "fir")]).toEqual([false, ["home"]]);
  });

  test("that dies between the index of words and the pointer leaves nothing behind that is never removed", async () => {
    const world = await worldWith({ home: page("/", { sections: [textSection("oak")] }) });
    const at = places();
    const broken: PublicPlaces = {
      ...at,
      put: async (key, value) => (key === pointerKey(SITE) ? Promise.reject(new Error("down")) : at.put(key, value)),
    };
    await expect(world.kernel.publicContent.refresh(SITE, 1, broken)).rejects.toThrow("down");
    const orphan = at.puts.find((key) => /\/words\/[0-9a-f]+$/.test(key)) ?? "";
    await publishChange(world, "home", page("/", { sections: [textSection("fir")] }));
    await carry(world, at);
    world.powers.clock.now += PUBLIC_GARBAGE_KEPT_MS + 1;
    await publishChange(world, "home", page("/", { title: "Later", sections: [textSection("fir")] }));
    await carry(world, at);
    expect([at.store.has(orphan), pagesWith(at, "fir")]).toEqual([false, ["home"]]);
  });

  test("by an early message already shows the newest publication", async () => {
    const world = await worldWith({ home: page("/") });
    const at = places();
    await publishChange(world, "home", page("/", { title: "Two", sections: [textSection("Second")] }));
    await carry(world, at, 1);
    expect(markdownOf(at, "home")).toContain("Second");
    expect(pointer(at).sequence).toBe(2);
  });

  test("side by side happens once", async () => {
    const world = await worldWith({ home: page("/") });
    const at = places();
    await Promise.all(Array.from({ length: 5 }, () => world.kernel.publicContent.refresh(SITE, 1, at)));
    expect(at.puts.filter((key) => key === pointerKey(SITE))).toHaveLength(1);
  });

  test("puts only what differs, and keeps a removed page's text until readers have moved on", async () => {
    const world = await worldWith({ home: page("/"), about: page("/about") });
    const at = places();
    await carry(world, at);
    const old = index(at).find((entry) => entry.id === "about")?.key ?? "";
    at.puts.length = 0;
    await publishChange(world, "about", null);
    await carry(world, at);
    expect(at.puts.filter((key) => key.includes("/pages/"))).toEqual([]);
    expect(index(at).map((entry) => entry.id)).toEqual(["home"]);
    expect(at.store.has(old)).toBe(true);
    world.powers.clock.now += PUBLIC_GARBAGE_KEPT_MS + 1;
    await publishChange(world, "home", page("/", { title: "Later" }));
    await carry(world, at);
    expect(at.store.has(old)).toBe(false);
  });

  test("puts no catalogue and no index again that the pointer names already", async () => {
    const world = await worldWith({ home: page("/"), hidden: page("/hidden", { noindex: true }) });
    const at = places();
    await carry(world, at);
    const { index: indexed, catalogue, words } = pointer(at);
    at.puts.length = 0;
    await publishChange(world, "hidden", page("/hidden", { noindex: true, title: "Hidden still" }));
    await carry(world, at);
    expect(pointer(at)).toMatchObject({ sequence: 2, index: indexed, catalogue, words });
    expect(at.puts.toSorted()).toEqual([hostKey("acme.example"), pointerKey(SITE)].toSorted());
  });

  test("puts everything again where the store has lost something", async () => {
    const world = await worldWith({ home: page("/") });
    const at = places();
    await carry(world, at);
    const all = new Map(at.store);
    at.store.clear();
    world.kernel.publicContent.announce(SITE);
    await carry(world, at);
    expect(new Map([...at.store].toSorted())).toEqual(new Map([...all].toSorted()));
  });

  test("puts a part again that was swept since it was named", async () => {
    const world = await worldWith({ home: page("/") });
    const at = places();
    await carry(world, at);
    const { index: first } = pointer(at);
    await publishChange(world, "home", page("/", { title: "Other" }));
    await carry(world, at);
    world.powers.clock.now += PUBLIC_GARBAGE_KEPT_MS + 1;
    await publishChange(world, "home", page("/", { title: "Third" }));
    await carry(world, at);
    expect(at.store.has(first)).toBe(false);
    await world.run("release.restore", { release: 1 });
    await carry(world, at);
    expect([pointer(at).index, at.store.has(first)]).toEqual([first, true]);
  });

  test("of a restored release brings its texts back and does not sweep them", async () => {
    const world = await worldWith({ home: page("/") });
    const at = places();
    await carry(world, at);
    await publishChange(world, "home", page("/", { sections: [textSection("Second")] }));
    await carry(world, at);
    await world.run("release.restore", { release: 1 });
    await carry(world, at);
    expect(markdownOf(at, "home")).toContain("Text of /");
    world.powers.clock.now += PUBLIC_GARBAGE_KEPT_MS + 1;
    await publishChange(world, "other", page("/other"));
    await carry(world, at);
    for (const entry of index(at)) expect(at.store.has(entry.key)).toBe(true);
  });

  test("purges changed pages, their Markdown and the files made per release, for every hostname", async () => {
    const world = await worldWith({ home: page("/"), about: page("/about") });
    const at = places();
    await carry(world, at);
    at.purged.length = 0;
    await publishChange(world, "about", page("/about", { title: "New" }));
    await carry(world, at);
    expect(at.purged.toSorted()).toEqual([
      "https://acme.example/about",
      "https://acme.example/about.md",
      "https://acme.example/favicon.ico",
      "https://acme.example/sitemap.xml",
    ]);
  });

  test("purges what a release changed, also if a kill came between the release and the purge", async () => {
    const world = await worldWith({ home: page("/"), about: page("/about") });
    const at = places();
    await carry(world, at);
    await publishChange(world, "about", page("/about", { title: "New" }));
    at.purged.length = 0;
    const revived = world.restart();
    const { uncovering, sites } = revived.kernel;
    await uncovering.turn(SITE, at);
    expect(at.purged).toContain("https://acme.example/about");
    at.purged.length = 0;
    await revived.kernel.publicContent.refresh(SITE, sites.get(SITE).sequence, at);
    expect(at.purged).toContain("https://acme.example/about");
  });

  test("empties the page cache while the store takes the values, and waits for both", async () => {
    const world = await worldWith({ home: page("/"), about: page("/about") });
    const at = places();
    await carry(world, at);
    await publishChange(world, "about", page("/about", { title: "New" }));
    const purging = Promise.withResolvers<void>();
    const stored = Promise.withResolvers<void>();
    const slow: PublicPlaces = {
      ...at,
      purge: () => purging.promise,
      putAll: async (values) => {
        for (const [key, value] of values) await at.put(key, value);
        stored.resolve();
      },
    };
    const refreshed = world.kernel.publicContent.refresh(SITE, sequence(world), slow);
    await stored.promise;
    expect(world.kernel.sites.get(SITE).refreshed).toBe(1);
    purging.resolve();
    await refreshed;
    expect(world.kernel.sites.get(SITE).refreshed).toBe(2);
  });

  test("is done again with its purge, if the page cache failed", async () => {
    const world = await worldWith({ home: page("/"), about: page("/about") });
    const at = places();
    await carry(world, at);
    await publishChange(world, "about", page("/about", { title: "New" }));
    const broken: PublicPlaces = { ...at, purge: () => Promise.reject(new Error("away")) };
    await expect(world.kernel.publicContent.refresh(SITE, sequence(world), broken)).rejects.toThrow("away");
    expect(world.kernel.sites.get(SITE).refreshed).toBe(1);
    at.purged.length = 0;
    await carry(world, at);
    expect(at.purged).toContain("https://acme.example/about");
    expect(markdownOf(at, "about")).toContain("New");
    expect(world.kernel.sites.get(SITE).refreshed).toBe(2);
  });

  test("that fails half-way is done again in full", async () => {
    const world = await worldWith({ home: page("/"), about: page("/about") });
    const at = places();
    const broken: PublicPlaces = {
      ...at,
      put: async (key, value) => (key.includes("/index/") ? Promise.reject(new Error("down")) : at.put(key, value)),
    };
    await expect(world.kernel.publicContent.refresh(SITE, 1, broken)).rejects.toThrow("down");
    expect(world.kernel.sites.get(SITE).refreshed).toBe(0);
    await carry(world, at);
    expect(index(at)).toHaveLength(2);
  });

  test("of a release that a restore took back before it was whole shows the restored texts", async () => {
    const world = await worldWith({ home: page("/") });
    const at = places();
    await carry(world, at);
    await publishChange(world, "home", page("/", { sections: [textSection("Second")] }));
    const broken: PublicPlaces = {
      ...at,
      put: async (key, value) => (key === pointerKey(SITE) ? Promise.reject(new Error("down")) : at.put(key, value)),
    };
    await expect(world.kernel.publicContent.refresh(SITE, 2, broken)).rejects.toThrow("down");
    await world.run("release.restore", { release: 1 });
    await carry(world, at);
    expect([markdownOf(at, "home"), pagesWith(at, "second")]).toEqual([
      expect.stringContaining("Text of /") as string,
      [],
    ]);
  });

  test("costs the same for a changed text in a small and in a large site", async () => {
    const spent: number[][] = [];
    for (const count of [20, 600]) {
      const pages = Array.from({ length: count }, (_, n) => [`p${n}`, page(n === 0 ? "/" : `/p/${n}`)] as const);
      const world = await worldWith(Object.fromEntries(pages));
      const at = places();
      await carry(world, at);
      at.puts.length = 0;
      await publishChange(world, "p7", page("/p/7", { sections: [textSection("Other words")] }));
      await carry(world, at);
      spent.push([at.puts.length, at.puts.reduce((sum, key) => sum + (at.store.get(key)?.length ?? 0), 0)]);
    }
    const [small, large] = spent;
    expect(large?.[0]).toBe(small?.[0]);
    expect(large?.[1]).toBeLessThan(60_000);
  });

  test.each([
    [PUBLIC_SWEEP_EVERY_MS - 1, true],
    [PUBLIC_SWEEP_EVERY_MS, false],
    [PUBLIC_SWEEP_EVERY_MS + 1, false],
  ])("sweeps no more than once in a while: %i ms after a sweep a value is there: %s", async (later, isThere) => {
    const world = await worldWith({ home: page("/") });
    const at = places();
    await carry(world, at);
    const { index: old } = pointer(at);
    await publishChange(world, "home", page("/", { title: "Two" }));
    await carry(world, at);
    world.powers.clock.now += PUBLIC_GARBAGE_KEPT_MS + 1;
    await publishChange(world, "home", page("/", { title: "Three" }));
    at.store.delete(old);
    await carry(world, at);
    world.kernel.publicInventory.retire(SITE, "late", 1);
    at.store.set("late", "");
    world.powers.clock.now += later;
    world.powers.sql.all("UPDATE public_garbage SET since = 0");
    await publishChange(world, "home", page("/", { title: "Four" }));
    await carry(world, at);
    expect(at.store.has("late")).toBe(isThere);
  });

  test.each([
    [PUBLIC_REFRESH_PAGES - 1, 1],
    [PUBLIC_REFRESH_PAGES, 2],
    [PUBLIC_REFRESH_PAGES + 1, 2],
  ])("%i pages take %i turns, and a crash between them costs none of the first", async (count, turns) => {
    const world = await worldWith(
      Object.fromEntries(Array.from({ length: count }, (_, n) => [`p${String(n).padStart(4, "0")}`, page(`/p/${n}`)])),
    );
    const at = places();
    const first = await world.kernel.publicContent.refresh(SITE, 1, at);
    expect(first.done).toBe(turns === 1);
    const revived = world.restart();
    if (!first.done) await carry(revived, at);
    expect(index(at)).toHaveLength(count);
    expect(at.puts.filter((key) => key.includes("/pages/"))).toHaveLength(count);
  });

  test(`purges at most ${PURGE_MAX_PATHS} changed paths`, async () => {
    const world = await worldWith(
      Object.fromEntries(Array.from({ length: PURGE_MAX_PATHS + 1 }, (_, n) => [`p${n}`, page(`/p/${n}`)])),
    );
    const at = places();
    await world.kernel.publicContent.refresh(SITE, 1, at);
    expect(at.purged.filter((key) => key.includes("/p/") && !key.endsWith(".md"))).toHaveLength(PURGE_MAX_PATHS);
  });

  test("can be asked for again in full after the store lost everything", async () => {
    const world = await worldWith({ home: page("/") });
    await carry(world, places());
    world.kernel.publicContent.forget(SITE);
    const at = places();
    await carry(world, at);
    expect(markdownOf(at, "home")).toContain("Text of /");
  });
});

describe("the outbox", () => {
  const dueKinds = (world: World) =>
    world.kernel.outbox.due("publication").map(({ payload }) => (JSON.parse(payload) as { sequence: number }).sequence);

  test("keeps a publication until it has been carried, however often it was sent", async () => {
    const world = await worldWith({ home: page("/") });
    world.kernel.outbox.attempted(world.kernel.outbox.due("publication"));
    expect(dueKinds(world)).toEqual([]);
    world.powers.clock.now += OUTBOX_BACKOFF_MS;
    expect(dueKinds(world)).toEqual([1]);
    await carry(world, places());
    world.powers.clock.now += OUTBOX_BACKOFF_MAX_MS * 10;
    expect(dueKinds(world)).toEqual([]);
  });

  test("holds the newest publication of a site only", async () => {
    const world = await worldWith({ home: page("/") });
    await publishChange(world, "home", page("/", { title: "Two" }));
    expect(dueKinds(world)).toEqual([2]);
  });

  test("is not confirmed by carrying an older publication than the one it announces", async () => {
    const world = await worldWith({ home: page("/") });
    const at = places();
    const late: PublicPlaces = {
      ...at,
      put: async (key, value) => {
        if (key === pointerKey(SITE) && sequence(world) === 1)
          await publishChange(world, "home", page("/", { title: "Two" }));
        await at.put(key, value);
      },
    };
    await world.kernel.publicContent.refresh(SITE, 1, late);
    expect(dueKinds(world)).toEqual([2]);
    await carry(world, at);
    expect(pointer(at).sequence).toBe(2);
  });

  test("waits twice as long each time, up to a bound", async () => {
    const world = await worldWith({ home: page("/") });
    const waits: number[] = [];
    for (let attempt = 0; attempt < 12; attempt++) {
      world.powers.clock.now = world.kernel.outbox.nextDue() ?? 0;
      world.kernel.outbox.attempted(world.kernel.outbox.due("publication"));
      waits.push((world.kernel.outbox.nextDue() ?? 0) - world.powers.clock.now);
    }
    expect(waits.slice(0, 3)).toEqual([OUTBOX_BACKOFF_MS, OUTBOX_BACKOFF_MS * 2, OUTBOX_BACKOFF_MS * 4]);
    expect(Math.max(...waits)).toBe(OUTBOX_BACKOFF_MAX_MS);
  });
});

describe("puts of pages", () => {
  test.each([PUBLIC_PUTS_AT_ONCE - 1, PUBLIC_PUTS_AT_ONCE, PUBLIC_PUTS_AT_ONCE + 1])(
    "of %i pages are under way together up to the bound",
    async (count) => {
      const pages = Array.from({ length: count }, (_, n) => [
        n === 0 ? "home" : `p${n}`,
        page(n === 0 ? "/" : `/p${n}`),
      ]);
      const world = await worldWith(Object.fromEntries(pages) as Record<string, ReturnType<typeof page>>);
      const at = places();
      let [underWay, most] = [0, 0];
      const slow: PublicPlaces = {
        ...at,
        async put(key, value) {
          if (!key.includes("/pages/")) return at.put(key, value);
          underWay += 1;
          most = Math.max(most, underWay);
          await new Promise((done) => setTimeout(done, 1));
          underWay -= 1;
          await at.put(key, value);
        },
      };
      while (!(await world.kernel.publicContent.refresh(SITE, sequence(world), slow)).done) continue;
      expect([most, index(at).length]).toEqual([Math.min(count, PUBLIC_PUTS_AT_ONCE), count]);
    },
  );
});
