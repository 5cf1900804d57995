/** Runs the blocks of docs/plugins/content-types.md in one plugin and one site. */
import { parse } from "jsonc-parser";
import { expect, test } from "vitest";
import type { Contributes } from "../../manifests/manifest/manifest.ts";
import { readManifest } from "../../manifests/rules/readManifest.ts";
import { readCalendar } from "../runtime/entries/calendarReader.ts";
import { PACK, page, plugin, worldWith } from "../runtime/kernel/world.ts";
import { pages } from "./page.ts";

const BLOCKS = pages().find(({ path }) => path === "docs/plugins/content-types.md")?.blocks ?? [];
const codesOf = (heading: string): string[] =>
  BLOCKS.filter((block) => block.heading === heading).map(({ code }) => code);
const codeOf = (heading: string): string => codesOf(heading)[0] ?? "";
const members = (heading: string): Record<string, unknown> => parse(`{${codeOf(heading)}}`) as Record<string, unknown>;

const list = (name: string, heading: string): object => ({
  name,
  title: name,
  category: "list",
  template: `${name}.liquid`,
  markdown: `${name}.liquid`,
  variants: [{ name: "plain", title: "Plain" }],
  fields: {
    type: "object",
    properties: { place: { $ref: "drawbridge:text", title: "Place" } },
    additionalProperties: false,
  },
  ...members(heading),
  example: { fields: {} },
});

const contributes = {
  ...(members("The type")["contributes"] as object),
  files: members("Files of pages")["files"] as object[],
  sections: [
    list("upcoming", "Lists"),
    list("of-topic", "References"),
    list("all", "Further pages"),
    list("chosen", "Lists that members choose"),
    list("with-values", "Lists that members choose"),
    { ...list("values", ""), queries: {} },
  ],
} as unknown as Contributes;

const EVENTS = plugin("acme.events", contributes, {
  "event.liquid": `<p>{{ fields.start }}</p>${codesOf("References")[1] ?? ""}`,
  "upcoming.liquid": "{% for e in queries.upcoming %}<i>{{ e.title }}</i>{% endfor %}",
  "of-topic.liquid": "{% for e in queries.events %}<b>{{ e.title }}</b>{% endfor %}",
  "chosen.liquid": "{% for e in queries.entries %}<u>{{ e.title }}</u>{% endfor %}",
  "with-values.liquid": codesOf("Values that members choose")[1] ?? "",
  "event.ics.liquid": codesOf("Files of pages")[1] ?? "",
  "list.json.liquid": codesOf("Files of pages")[2] ?? "",
  "all.liquid": codesOf("Further pages")[1] ?? "",
  "values.liquid": codeOf("Templates"),
});

const section = (name: string, fields: object = {}) => ({
  id: name,
  type: `acme.events/${name}`,
  fields: { ...fields },
});
const event = (path: string, values: object, sections: ReturnType<typeof section>[] = []) =>
  page(path, { type: "acme.events/event", title: path.slice(1), values: { ...values }, sections });

test("the plugin of the page is accepted", () => {
  expect(readManifest(EVENTS.manifestText)).toMatchObject({ ok: true });
});

test("the block of further pages divides a list by ten, and by year", async () => {
  const days = Array.from({ length: 12 }, (_, index) => `2999-06-${String(index + 10)}`);
  const events = Object.fromEntries(days.map((start, index) => [`e${index}`, event(`/e${index}`, { start })]));
  const world = await worldWith(
    {
      home: page("/"),
      all: page("/all", { sections: [section("all")] }),
      ...events,
      old: event("/old", { start: "2998-01-01" }),
    },
    [...PACK, EVENTS],
  );
  expect((await world.html("/all/page/2")).match(/<p>\w+<\/p>/g)).toEqual(["<p>e1</p>", "<p>e0</p>", "<p>old</p>"]);
  expect(await world.html("/all/page/2")).toContain('<a rel="prev" href="/all">Newer</a>');
  expect(await world.html("/all")).toContain('<a href="/all/2999">2999 (12)</a><a href="/all/2998">2998 (1)</a>');
  expect(JSON.parse(await world.html("/all/list.json"))).toEqual({
    next: "https://acme.example/all/page/2/list.json",
    title: "e11",
  });
  expect(readCalendar(await world.html("/old.ics"))).toMatchObject([
    { SUMMARY: "old", "DTSTART;VALUE=DATE": "29980101" },
  ]);
  expect((await world.html("/all/2998/01")).match(/<p>\w+<\/p>/g)).toEqual(["<p>old</p>"]);
});

test("the blocks do what the page says", async () => {
  const world = await worldWith(
    {
      home: page("/", { sections: [section("upcoming", { place: "Harbour" })] }),
      jazz: page("/jazz", { sections: [section("of-topic")] }),
      past: event("/past", { start: "1970-01-01", place: "Harbour", topics: ["jazz"] }),
      gig: event("/gig", { start: "2999-05-01", place: "Harbour", topics: ["jazz"] }, [section("values")]),
      choice: page("/choice", {
        sections: [
          section("chosen", {
            list: { type: "acme.events/event", where: [{ field: "place", is: "eq", value: "Town hall" }] },
          }),
        ],
      }),
      shown: page("/shown", {
        sections: [section("with-values", { list: JSON.parse(codeOf("Values that members choose")) as object })],
      }),
      other: event("/other", { start: "2999-05-02", place: "Town hall" }),
    },
    [...PACK, EVENTS],
  );
  expect((await world.html("/")).match(/<i>.*<\/i>/)?.[0]).toBe("<i>gig</i>");
  expect((await world.html("/choice")).match(/<u>.*<\/u>/)?.[0]).toBe("<u>other</u>");
  expect((await world.html("/shown")).replaceAll(/\s+/g, " ")).toContain(
    '<dt>Day</dt><dd><time datetime="2999-05-02">Thursday, 2 May 2999</time></dd>',
  );
  expect((await world.html("/jazz")).match(/<b>.*<\/b>/)?.[0]).toBe("<b>past</b><b>gig</b>");
  expect(await world.html("/gig")).toContain("<p>1 May 2999, Harbour</p>");
  expect(await world.html("/gig")).toMatch(/<a href="\/jazz">[^<]+<\/a>/);
  const { operations } = JSON.parse(codeOf("In the interface")) as { operations: object[] };
  await world.run("page.edit", { page: "gig", expected: 1, operations });
  await world.run("publish", {});
  expect(await world.html("/gig")).toContain("<p>1 May 2999, Town hall</p>");
  expect(await world.html("/")).not.toContain("<i>gig</i>");
});

test("the blocks of several days keep a fair among what comes until it is over", async () => {
  const of = members("The type")["contributes"] as { contentTypes: [{ fields: { properties: object } }] };
  const [type] = of.contentTypes;
  const end = { type: "string", format: "date", title: "Last day" };
  const fields = { ...type.fields, properties: { ...type.fields.properties, end } };
  const [indexed = "", queries = ""] = codesOf("Entries of several days");
  const lists = Object.entries(parse(`{${queries}}`) as object).map(([name, found]) => ({
    ...list(name, ""),
    template: "days.liquid",
    markdown: "days.liquid",
    queries: { found: found as object },
  }));
  const lasting = plugin(
    "acme.events",
    { contentTypes: [{ ...type, fields, ...(parse(`{${indexed}}`) as object) }], sections: lists } as never,
    { "event.liquid": "<p></p>", "days.liquid": "{% for e in queries.found %}<i>{{ e.title }}</i>{% endfor %}" },
  );
  const names = ["coming", "running", "past"];
  const world = await worldWith(
    {
      home: page("/"),
      ...Object.fromEntries(names.map((name) => [name, page(`/${name}`, { sections: [section(name)] })])),
      fair: event("/fair", { start: "1970-01-01", end: "2999-01-01" }),
      gig: event("/gig", { start: "1970-01-01" }),
      next: event("/next", { start: "2999-01-01" }),
    },
    [...PACK, lasting],
  );
  const shown = await Promise.all(names.map(async (name) => (await world.html(`/${name}`)).match(/<i>.*<\/i>/)?.[0]));
  expect(shown).toEqual(["<i>fair</i><i>next</i>", "<i>fair</i>", "<i>gig</i>"]);
});

test("the block of entries without a page draws them in a list, and visitors reach none by a path", async () => {
  const quote = {
    name: "quote",
    title: "Quote",
    plural: "Quotes",
    index: ["words"],
    fields: {
      type: "object",
      properties: { words: { $ref: "drawbridge:text", title: "Words" } },
      additionalProperties: false,
    },
    example: { fields: {} },
  };
  const quotes = { ...list("quotes", ""), queries: { quotes: { type: "acme.quotes/quote" } } };
  const QUOTES = plugin("acme.quotes", { contentTypes: [quote], sections: [quotes] } as unknown as Contributes, {
    "quotes.liquid": codeOf("Entries without a page"),
  });
  expect(readManifest(QUOTES.manifestText)).toMatchObject({ ok: true });
  const words = "Dry since the first winter.";
  const world = await worldWith(
    {
      home: page("/", { sections: [{ id: "quotes", type: "acme.quotes/quotes", fields: {} }] }),
      kale: page("/quote/kale", { type: "acme.quotes/quote", title: "Kale", values: { words }, sections: [] }),
    },
    [...PACK, QUOTES],
  );
  const html = await world.html("/");
  expect(html).toContain(`<blockquote>${words}</blockquote>`);
  expect(html).not.toContain('href="/quote/kale"');
  expect((await world.kernel.published.answer("main", "/quote/kale", null)).status).toBe(404);
});
