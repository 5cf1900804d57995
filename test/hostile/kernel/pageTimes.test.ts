/** Nothing of a page leaves the workspace outside of its time, and nothing of a draft when its time comes. */
import { describe, expect, test } from "vitest";
import { lendContent } from "../../../capabilities/content.ts";
import { CLOCK_RELEASE_PAUSE_MS } from "../../../manifests/bounds/publishing.ts";
import { askLoan, loanOf } from "../../capabilities/asking.ts";
import { EDITING_PACK, versionOf } from "../../runtime/editing/editingWorld.ts";
import { SITE, listSection, page, worldWith, type World } from "../../runtime/kernel/world.ts";
import { ringUntil } from "../../runtime/publishing/ringing.ts";

const START = "2026-03-28T11:00:00Z";
const WORDS = "Zanzibar";

/** A site with a published page that visitors see for one hour. */
async function site(): Promise<World> {
  const world = await worldWith({ home: page("/", { sections: [listSection("news")] }) }, EDITING_PACK);
  world.powers.clock.now = Date.parse(START);
  await world.write(
    "offer",
    page("/offer", {
      title: WORDS,
      collection: "news",
      from: "2026-03-28T12:00:00Z",
      until: "2026-03-28T13:00:00Z",
    }),
  );
  await world.run("publish", {});
  return world;
}

/** Everything that the public store has of the site. */
async function publicTexts(world: World): Promise<string> {
  const store = new Map<string, string>();
  const places = {
    put: async (key: string, value: string) => void store.set(key, value),
    delete: async (key: string) => void store.delete(key),
    purge: async () => undefined,
  };
  const { sequence } = world.kernel.sites.get(SITE);
  world.kernel.publicContent.forget(SITE);
  for (let done = false; !done;) ({ done } = await world.kernel.publicContent.refresh(SITE, sequence, places));
  return [...store].join("\n");
}

async function everywhere(world: World): Promise<string> {
  const paths = ["/", "/offer", "/offer.md", "/.md", "/sitemap.xml"];
  const answers = await Promise.all(paths.map(async (path) => world.html(path)));
  const loan = loanOf(lendContent({ ...world.kernel, powers: world.powers }, SITE, { read: ["page"], draft: [] }));
  const read = await askLoan(loan, "content.query", {});
  const got = await askLoan(loan, "content.get", { documents: [{ kind: "page", id: "offer" }] });
  return JSON.stringify([answers, read, got, await publicTexts(world)]);
}

describe("a page outside of its time", () => {
  test("is in no answer to visitors, agents and plugins, before and after", async () => {
    const world = await site();
    expect(await everywhere(world)).not.toContain(WORDS);
    await ringUntil(world, "2026-03-28T12:00:00Z");
    expect(await everywhere(world)).toContain(WORDS);
    await ringUntil(world, "2026-03-28T13:00:00Z");
    expect(await everywhere(world)).not.toContain(WORDS);
  });

  test("brings nothing of the draft with it when its time comes", async () => {
    const world = await site();
    await world.write("home", page("/", { title: "Draft home", sections: [listSection("news")] }));
    await world.write("offer", page("/offer", { title: "Draft offer", collection: "news" }));
    await world.write("more", page("/more", { title: "Draft more", collection: "news" }));
    await ringUntil(world, "2026-03-28T12:00:00Z");
    const all = await everywhere(world);
    expect([all.includes(WORDS), all.includes("Draft")]).toEqual([true, false]);
    expect(
      world.kernel.reads
        .changes(SITE)
        .pages.map(({ id }) => id)
        .toSorted(),
    ).toEqual(["home", "more", "offer"]);
  });
});

test("a hundred pages with times a second apart make at most one release a minute", async () => {
  const world = await worldWith({ home: page("/") }, EDITING_PACK);
  world.powers.clock.now = Date.parse(START);
  const begin = Date.parse(START) + 1_000;
  for (let n = 0; n < 100; n++)
    await world.write(`p${n}`, page(`/p${n}`, { from: new Date(begin + n * 1_000).toISOString() }));
  await world.run("publish", {});
  const before = world.powers.sql.all("SELECT 1 FROM releases").length;
  await ringUntil(world, new Date(begin + 100_000 + 2 * CLOCK_RELEASE_PAUSE_MS).toISOString());
  expect(world.powers.sql.all("SELECT 1 FROM releases").length - before).toBeLessThanOrEqual(4);
  expect([await world.statusOf("/p0"), await world.statusOf("/p99")]).toEqual([200, 200]);
});

test("a page that is held back is in no answer, whatever else is published", async () => {
  const world = await site();
  await world.write("secret", page("/secret", { title: "Held words", collection: "news", held: true }));
  await world.write("home", page("/", { title: "New home", sections: [listSection("news")] }));
  await world.run("publish", { except: { pages: ["offer"] } });
  await world.run("publish", {});
  const all = await everywhere(world);
  expect([all.includes("Held words"), all.includes("New home")]).toEqual([false, true]);
  await world.run("page.update", { page: "secret", expected: versionOf(world, "secret"), changes: { held: null } });
  await world.run("publish", {});
  expect(await everywhere(world)).toContain("Held words");
});
