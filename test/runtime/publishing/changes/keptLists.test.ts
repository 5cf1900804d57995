import { describe, expect, test, vi } from "vitest";
import { OPENING_MIN_CHARS } from "../../../../manifests/bounds/fields.ts";
import type { Page } from "../../../../runtime/documents/content/content.ts";
import { Pinned, resultDigest } from "../../../../runtime/snapshots/pinned.ts";
import { EVENT, event, eventsPlugin } from "../../entries/events.ts";
import { PACK, SITE, type World, listSection, page, textSection, worldWith } from "../../kernel/world.ts";

const news = (words: string, more: Partial<Page> = {}): Page =>
  page("/news", {
    collection: "news",
    title: "News",
    date: "2026-01-01",
    description: "All that is new.",
    sections: [textSection(words)],
    ...more,
  });

/** A published site whose home page has two lists: of pages, and of entries. */
async function site(more: Readonly<Record<string, Page>> = {}): Promise<World> {
  const all = { type: EVENT, order: "title" } as const;
  return worldWith(
    {
      home: page("/", { sections: [listSection("news"), { id: "events", type: "acme.events/all", fields: {} }] }),
      news: news("Words."),
      gig: event("/gig", { start: "2027-05-01" }, { title: "Gig" }),
      ...more,
    },
    [...PACK, eventsPlugin({}, { all })],
  );
}

/** Publishes a page, and answers how many lists were asked. */
async function asked(world: World, id: string, body: Page, choice: object = {}): Promise<number> {
  await world.write(id, body);
  const { lists } = world.kernel.documents;
  const asking = [vi.spyOn(lists, "query"), vi.spyOn(lists, "fact")];
  await world.run("publish", choice);
  const calls = asking.reduce((sum, { mock }) => sum + mock.calls.length, 0);
  for (const one of asking) one.mockRestore();
  return calls;
}

/** The recorded results of lists that are not those of now. */
async function outdated({ kernel, powers }: World): Promise<string[]> {
  const { sites, plugins, releases, dependencies } = kernel;
  const { change } = releases.requireReady(SITE, sites.get(SITE).release);
  const pinned = await Pinned.at({ ...kernel, powers }, plugins.forSite(SITE), sites.get(SITE), change);
  const wrong: string[] = [];
  for (const [key, result] of dependencies.queryResults(SITE))
    if ((await resultDigest(powers, pinned, key)) !== result) wrong.push(key);
  return wrong;
}

const listed = async (world: World): Promise<string[]> =>
  [...(await world.html("/")).matchAll(/<li>(\w+)<\/li>/g)].map(([, title]) => title ?? "");

describe("a publication", () => {
  test("of other sections asks no list", async () => {
    const world = await site();
    expect(await asked(world, "news", news("Other words."))).toBe(0);
    expect(await world.html("/news")).toContain("Other words.");
    expect(await outdated(world)).toEqual([]);
  });

  test.each<[what: string, more: Partial<Page>]>([
    ["title", { title: "Olds" }],
    ["description", { description: "Nothing new." }],
    ["date", { date: "2026-01-02" }],
    ["collection", { collection: "olds" }],
    ["address", { path: "/olds" }],
    ["author", { author: "Ann" }],
    ["mark that lists leave it out", { noindex: true }],
    ["readers", { audience: ["members"] }],
    ["type", { type: EVENT, values: { start: "2027-01-01" } }],
  ])("of another %s asks them", async (_, more) => {
    const world = await site();
    expect(await asked(world, "news", news("Words.", more))).toBeGreaterThan(0);
    expect(await outdated(world)).toEqual([]);
  });

  test("of other first words asks them, because lists show these without a description", async () => {
    const { description: _, ...plain } = news("");
    const saying = (word: string): Page => ({ ...plain, sections: [textSection(word.repeat(OPENING_MIN_CHARS))] });
    const world = await site({ news: saying("One ") });
    expect(await asked(world, "news", saying("Two "))).toBeGreaterThan(0);
    expect(await outdated(world)).toEqual([]);
  });

  test("of other values asks them, and of other sections of an entry does not", async () => {
    const world = await site();
    const gig = (start: string, words: string): Page =>
      event("/gig", { start }, { title: "Gig", description: "Loud.", sections: [textSection(words)] });
    await asked(world, "gig", gig("2027-05-01", "Words."));
    expect(await asked(world, "gig", gig("2027-05-01", "Other words."))).toBe(0);
    expect(await asked(world, "gig", gig("2027-05-02", "Other words."))).toBeGreaterThan(0);
    expect(await outdated(world)).toEqual([]);
  });

  test("of a page that comes or goes asks them", async () => {
    const world = await site();
    expect(await asked(world, "more", news("Words.", { path: "/more", title: "More" }))).toBeGreaterThan(0);
    await world.run("page.delete", { page: "more", expected: 1 });
    await world.run("publish", {});
    expect([await listed(world), await outdated(world)]).toEqual([["News"], []]);
  });

  test("shows pages whose date has come since, although the clock has not published them", async () => {
    const world = await site({ soon: news("Soon.", { path: "/soon", title: "Soon", date: "2026-01-03" }) });
    world.powers.clock.now = Date.parse("2026-01-02T23:59:59.999Z");
    expect(await asked(world, "news", news("A."))).toBeLessThan(3);
    expect(await listed(world)).not.toContain("Soon");
    world.powers.clock.now = Date.parse("2026-01-03T00:00:00Z");
    await asked(world, "news", news("B."));
    expect(await listed(world)).toContain("Soon");
    world.powers.clock.now = Date.parse("2026-01-02T12:00:00Z");
    await asked(world, "news", news("C."));
    expect([await listed(world), await outdated(world)]).toEqual([expect.not.arrayContaining(["Soon"]), []]);
  });

  describe("beside a list of coming events", () => {
    const NOON = Date.parse("2027-04-30T12:00:00Z");
    const MIDNIGHT = Date.parse("2027-05-01T00:00:00Z");
    const coming = (more: Readonly<Record<string, Page>> = {}): Promise<World> =>
      site({
        soon: page("/soon", { sections: [{ id: "soon", type: "acme.events/upcoming", fields: {} }] }),
        last: event("/last", { start: "2027-04-30" }, { title: "Last" }),
        ...more,
      });

    test("asks it once, and again when its day is over or the clock is set back", async () => {
      const world = await coming();
      const calls: number[] = [];
      for (const [at, words] of [NOON, NOON + 1, MIDNIGHT - 1, MIDNIGHT, MIDNIGHT + 1, MIDNIGHT - 1].entries()) {
        world.powers.clock.now = words;
        calls.push(Math.sign(await asked(world, "news", news(`Words ${at}.`))));
        expect(await outdated(world)).toEqual([]);
      }
      expect(calls).toEqual([1, 0, 0, 1, 0, 1]);
    });

    test("asks it after a change of an event, and after one of another page's title", async () => {
      const world = await coming();
      world.powers.clock.now = NOON;
      await asked(world, "news", news("A."));
      const later = event("/last", { start: "2027-05-01" }, { title: "Last" });
      expect(await asked(world, "last", later)).toBeGreaterThan(0);
      expect(await asked(world, "news", news("B."))).toBe(0);
      expect(await asked(world, "news", news("B.", { title: "Olds" }))).toBeGreaterThan(0);
      expect(await asked(world, "news", news("C.", { title: "Olds" }))).toBe(0);
      expect(await outdated(world)).toEqual([]);
    });

    test("asks it for a choice that has another event, and not for one without", async () => {
      const world = await coming();
      world.powers.clock.now = NOON;
      await asked(world, "news", news("A."));
      await world.write("last", event("/last", { start: "2027-05-02" }, { title: "Last" }));
      const only = { only: { pages: ["news"] } };
      expect(await asked(world, "news", news("B."), only)).toBe(0);
      expect(await asked(world, "news", news("C."), only)).toBe(0);
      expect(await asked(world, "news", news("D."))).toBeGreaterThan(0);
      expect(await outdated(world)).toEqual([]);
    });
  });
});
