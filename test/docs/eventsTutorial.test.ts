/** Writes the plugin of docs/plugins/events.md as its reader does, checks it, and uses it at a site. */
import { afterAll, describe, expect, test } from "vitest";
import { join } from "node:path";
import type { Page } from "../../runtime/documents/content/content.ts";
import { packPlugin } from "../../sites/cli/packing/pluginFolder.ts";
import { checkFolder } from "../../sites/cli/plugin/check.ts";
import { clearDesks, Desk } from "../cli/svc.ts";
import { structuredData, vocabularyFaults } from "../plugins/structuredData.ts";
import { initialiseInput, PACK, page, siteOf, type World, worldOf } from "../runtime/kernel/world.ts";
import { testPowers } from "../runtime/kernel/powers.ts";
import { pages } from "./page.ts";

afterAll(clearDesks);

const FILE = /^[\w./]+\.(?:jsonc|json|liquid)$/;
const BLOCKS = pages().find(({ path }) => path === "docs/plugins/events.md")?.blocks ?? [];

/** The reader's folder, with each block in the file that its heading names. */
const desk = new Desk();
for (const { heading, code } of BLOCKS.filter((block) => FILE.test(block.heading)))
  desk.write(`events/${heading}`, code);
const FOLDER = join(desk.path, "events");
const EVENTS = packPlugin(FOLDER);

const event = (title: string, start: string, more: object = {}): Page =>
  page(`/events/${title}`, {
    title,
    type: "acme.events/event",
    values: { start, place: "Harbour hall", ...more },
    sections: [],
  });
const list = (type: string): Page["sections"][number] => ({ id: type, type: `acme.events/${type}`, fields: {} });

/** Twelve events of the past, one of today and one of tomorrow, at noon in Berlin. */
async function site(language: string): Promise<World> {
  const past = Array.from({ length: 12 }, (_, index) => `${2025 + Math.trunc(index / 6)}-0${1 + (index % 6)}-01`);
  const documents = siteOf({
    home: page("/", { sections: [list("upcoming"), list("archive")] }),
    jazz: page("/jazz", { title: "Jazz" }),
    today: event("today", "2027-03-28", { price: 12, topics: ["jazz"], about: "Bring *chairs*." }),
    tomorrow: event("tomorrow", "2027-03-29"),
    ...Object.fromEntries(past.map((start) => [`past-${start}`, event(`past-${start}`, start)])),
  });
  const powers = testPowers();
  powers.clock.now = Date.parse("2027-03-28T10:00:00Z");
  const world = worldOf(powers, [...PACK, EVENTS]);
  const settings = { ...documents.settings, language, timeZone: "Europe/Berlin" };
  await world.kernel.initialiser.run(initialiseInput({ ...documents, settings }));
  await world.run("publish", {});
  return world;
}

const linked = (html: string): string[] =>
  [...html.matchAll(/<a href="\/events\/([\w-]+)">/g)].map(([, name]) => name ?? "");

describe("the plugin of the tutorial", () => {
  test("has nothing that svc plugin check finds", () => {
    expect(checkFolder(FOLDER)).toMatchObject({ findings: [], lines: [], notes: [] });
  });

  test("lists what comes, and moves on at midnight of the site", async () => {
    const world = await site("en");
    expect(linked(await world.html("/")).slice(0, 2)).toEqual(["today", "tomorrow"]);
    world.powers.clock.now = Date.parse("2027-03-28T21:59:59Z");
    await world.kernel.chores.run();
    expect(linked(await world.html("/"))[0]).toBe("today");
    world.powers.clock.now = Date.parse("2027-03-28T22:00:01Z");
    await world.kernel.chores.run();
    expect(linked(await world.html("/")).slice(0, 2)).toEqual(["tomorrow", "today"]);
  });

  test("has an archive of ten a page, with a page for each year", async () => {
    const world = await site("en");
    const shown = async (path: string): Promise<string[]> =>
      linked(await world.html(path)).filter((name) => name.startsWith("past-"));
    expect([await shown("/"), await shown("/page/2")].map(({ length }) => length)).toEqual([10, 2]);
    expect((await shown("/2025")).every((name) => name.startsWith("past-2025"))).toBe(true);
    expect(await world.html("/")).toContain('<a href="/page/2">2</a>');
    expect(await world.html("/")).toContain('<a href="/2025">2025</a>');
  });

  test("gives each event a page in the site's language, with its topics", async () => {
    const [english, german] = await Promise.all([site("en"), site("de")]);
    const shown = await english.html("/events/today");
    for (const part of ["<dt>Day</dt>", "28 March 2027", "12 €", "<em>chairs</em>", '<a href="/jazz">Jazz</a>'])
      expect(shown).toContain(part);
    const gezeigt = await german.html("/events/tomorrow");
    for (const part of ["<dt>Tag</dt>", "29. März 2027", "frei"]) expect(gezeigt).toContain(part);
    expect(await german.html("/events/today.md")).toContain("- Ort: Harbour hall");
  });

  test("gives each event a file for calendars", async () => {
    const world = await site("en");
    const lines = (await world.html("/events/today.ics")).split("\r\n");
    for (const line of [
      "DTSTART;VALUE=DATE:20270328",
      "DTEND;VALUE=DATE:20270329",
      "SUMMARY:today",
      "LOCATION:Harbour hall",
    ])
      expect(lines).toContain(line);
    expect(await world.html("/events/today")).toContain('<a href="/events/today.ics">Calendar</a>');
  });

  test("tells search engines what schema.org and they ask for", async () => {
    const world = await site("en");
    const node = structuredData(await world.html("/events/today")).get("Event");
    expect(node).toMatchObject({ name: "today", startDate: "2027-03-28", location: { address: "Harbour hall" } });
    expect(vocabularyFaults(node ?? {})).toEqual([]);
  });
});
