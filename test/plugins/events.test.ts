import { describe, expect, test } from "vitest";
import type { Page } from "../../runtime/documents/content/content.ts";
import { packPlugins } from "../../sites/cli/packing/pluginFolder.ts";
import { structuredData, vocabularyFaults } from "./structuredData.ts";
import { SITE, page, worldWith, PACK, type World } from "../runtime/kernel/world.ts";

const TYPE = "drawbridge.events/event";
const EVENTS = packPlugins(["plugins/events"]);

const event = (path: string, values: Page["values"], more: Partial<Page> = {}): Page =>
  page(path, { type: TYPE, title: path.slice(1), values, sections: [], ...more });
const list = (path: string, type: string, fields: object = {}): Page =>
  page(path, { sections: [{ id: "list", type: `drawbridge.events/${type}`, fields: { ...fields } }] });

async function site(): Promise<World> {
  const world = await worldWith(
    {
      home: page("/"),
      coming: list("/coming", "event-list", { empty: "None" }),
      past: list("/past", "event-list", { show: "past", title: "Before" }),
      running: list("/running", "event-list", { show: "running" }),
      kiel: list("/in-kiel", "event-list", { place: "Kiel" }),
      jazz: list("/jazz", "topic-events"),
      archive: list("/archive", "event-archive", { title: "What was", size: 1 }),
      gig: event("/gig", {
        start: "2026-05-01",
        time: "7 pm",
        place: "Kiel",
        address: "Quay 3",
        price: "12 €",
        topics: ["jazz"],
      }),
      fair: event(
        "/fair",
        { start: "2026-06-01", end: "2026-06-03", place: "Husum" },
        { description: 'A "fair" </script>' },
      ),
    },
    [...PACK, ...EVENTS],
  );
  world.powers.clock.now = Date.parse("2026-05-01T12:00:00Z");
  const { version, body } = world.kernel.documents.only(SITE, "settings");
  await world.run("settings.put", { expected: version, body: { ...body, tagline: "Again" } });
  await world.run("publish", {});
  return world;
}

const names = (html: string): string[] =>
  [...html.matchAll(/<a href="[^"]*">([^<]*)<\/a><\/p>/g)].map(([, name]) => name ?? "");

describe("the plugin for events", () => {
  test("shows what an event is, as HTML and as Markdown", async () => {
    const { html } = await site();
    const shown = await html("/gig");
    for (const text of ["<h1", "1 May 2026", "7 pm", "Kiel, Quay 3", "12 €"]) expect(shown).toContain(text);
    expect(await html("/gig.md")).toContain("- Place: Kiel, Quay 3");
  });

  test("lists coming and past events, by place and by topic, and moves them on", async () => {
    const world = await site();
    const all = async () =>
      Promise.all(["/coming", "/past", "/in-kiel", "/jazz"].map(async (path) => names(await world.html(path))));
    expect(await all()).toEqual([["gig", "fair"], [], ["gig"], ["gig"]]);
    world.powers.clock.now = Date.parse("2026-05-02T00:00:01Z");
    await world.kernel.chores.run();
    expect(await all()).toEqual([["fair"], ["gig"], [], []]);
  });

  test("lists an event of several days until its last day is over", async () => {
    const world = await site();
    const on = async (day: string) => {
      world.powers.clock.now = Date.parse(`${day}T00:00:01Z`);
      await world.kernel.chores.run();
      return Promise.all(["/coming", "/running", "/past"].map(async (path) => names(await world.html(path))));
    };
    expect(await on("2026-05-31")).toEqual([["fair"], [], ["gig"]]);
    for (const day of ["2026-06-01", "2026-06-02", "2026-06-03"])
      expect(await on(day)).toEqual([["fair"], ["fair"], ["gig"]]);
    expect(await world.html("/archive")).not.toContain("/fair");
    expect(await world.html("/coming")).toMatch(/1 June 2026<\/time> – <time datetime="2026-06-03">3 June 2026/);
    expect(await world.html("/coming.md")).toContain("- 1 June 2026 – 3 June 2026: [fair]");
    expect(await on("2026-06-04")).toEqual([[], [], ["fair", "gig"]]);
    expect(await world.html("/archive")).toContain("3 June 2026");
  });

  test("gives each event a file for calendars, which ends the day after its last", async () => {
    const { html } = await site();
    const lines = (await html("/fair.ics")).replaceAll("\r\n ", "").split("\r\n");
    for (const line of [
      "UID:https://acme.example/fair",
      "DTSTART;VALUE=DATE:20260601",
      "DTEND;VALUE=DATE:20260604",
      'DESCRIPTION:A "fair" </script>',
      "LOCATION:Husum",
    ])
      expect(lines).toContain(line);
    expect(await html("/gig.ics")).toContain("LOCATION:Kiel\\, Quay 3");
    expect(await html("/gig")).toContain('<a href="/gig.ics">');
  });

  test("keeps what is over in an archive by year", async () => {
    const world = await site();
    expect(await world.html("/archive")).not.toContain('class="year"');
    world.powers.clock.now = Date.parse("2026-06-04T00:00:01Z");
    await world.kernel.chores.run();
    const shown = async (path: string) =>
      [...(await world.html(path)).matchAll(/<li class="event"><a href="\/(\w+)">/g)].map(([, name]) => name);
    expect([await shown("/archive"), await shown("/archive/page/2"), await shown("/archive/2026/05")]).toEqual([
      ["fair"],
      ["gig"],
      ["gig"],
    ]);
    expect((await world.html("/archive")).match(/class="year">2026</g)).toHaveLength(1);
    expect(await world.html("/archive")).toContain('<a href="/archive/page/2">2</a>');
  });

  test("says so while nothing is planned", async () => {
    const world = await site();
    world.powers.clock.now = Date.parse("2027-01-01T00:00:00Z");
    await world.kernel.chores.run();
    expect(await world.html("/coming")).toContain("None");
  });

  test("gives search engines an Event with the members that schema.org's readers require", async () => {
    const { html } = await site();
    const data = async (path: string): Promise<unknown> =>
      JSON.parse(/<script type="application\/ld\+json">(.*?)<\/script>/s.exec(await html(path))?.[1] ?? "null");
    expect(await data("/gig")).toEqual({
      "@context": "https://schema.org",
      "@type": "Event",
      name: "gig",
      url: "https://acme.example/gig",
      startDate: "2026-05-01",
      endDate: "2026-05-01",
      location: { "@type": "Place", name: "Kiel", address: "Quay 3" },
    });
    for (const path of ["/gig", "/fair"])
      expect(vocabularyFaults(structuredData(await html(path)).get("Event") ?? {})).toEqual([]);
    expect(await data("/fair")).toMatchObject({ endDate: "2026-06-03", description: 'A "fair" </script>' });
    expect(await data("/")).toBeNull();
  });
});
