/** The plugins of people, things and articles: their pages, lists, languages and structured data. */
import { describe, expect, test } from "vitest";
import type { Page } from "../../runtime/documents/content/content.ts";
import { packPlugins } from "../../sites/cli/packing/pluginFolder.ts";
import { initialiseInput, page, siteOf, worldOf, PACK, type World } from "../runtime/kernel/world.ts";
import { testPowers } from "../runtime/kernel/powers.ts";
import { structuredData, vocabularyFaults } from "./structuredData.ts";

const PLUGINS = packPlugins(["basics", "catalog", "journal", "people", "seo"].map((name) => `plugins/${name}`));

/** The test's own files would take the place of those for search engines. */
const OTHERS = PACK.filter(({ manifest }) => manifest.contributes.files === undefined);

const entry = (type: string, path: string, values: Page["values"], more: Partial<Page> = {}): Page =>
  page(path, { type: `drawbridge.${type}`, title: path.slice(1), values, sections: [], ...more });
const list = (path: string, type: string, fields: object = {}): Page =>
  page(path, { sections: [{ id: "list", type: `drawbridge.${type}`, fields: { ...fields } }] });

const PAGES: Readonly<Record<string, Page>> = {
  home: page("/"),
  ann: entry(
    "people/person",
    "/ann",
    { role: "Sailor", group: "Crew", rank: 2, mail: "ann@boats.example", links: [{ label: "Logs", link: "/" }] },
    {
      description: 'Ann "the" sailor',
      sections: [{ id: "own", type: "drawbridge.journal/author-articles", fields: {} }],
    },
  ),
  bo: entry("people/person", "/bo", { role: "Cook", group: "Crew", rank: 1 }),
  cleo: entry("people/person", "/cleo", { group: "Ashore" }),
  crew: list("/crew", "people/people-list", { group: "Crew" }),
  timber: list("/timber", "journal/topic-articles", { title: "Here" }),
  fifty: list("/fifty", "journal/series-articles"),
  articles: list("/articles", "journal/articles", { author: "ann" }),
  archive: list("/archive", "journal/article-archive"),
  first: entry(
    "journal/article",
    "/first",
    { authors: ["ann", "bo"], topics: ["timber"], series: "fifty", minutes: 1 },
    { date: "2019-12-30", description: "The beginning" },
  ),
  second: entry("journal/article", "/second", { authors: ["bo"], series: "fifty", minutes: 3 }, { date: "2020-01-02" }),
  alone: entry("journal/article", "/alone", {}, { date: "2020-02-02", author: "Cleo" }),
  boats: list("/boats", "catalog/category-items"),
  cheap: list("/cheap", "catalog/item-list", { category: "boats", available: true, order: "price" }),
  dear: list("/dear", "catalog/item-list", { order: "-price" }),
  pram: entry(
    "catalog/item",
    "/pram",
    {
      price: 1150,
      currency: "GBP",
      availability: "InStock",
      number: "SY-1",
      categories: ["boats"],
      options: [{ name: "Oars", price: 180 }],
    },
    { description: "Small" },
  ),
  punt: entry("catalog/item", "/punt", { availability: "Discontinued", categories: ["boats"] }),
  skiff: entry("catalog/item", "/skiff", { price: 690, availability: "PreOrder", categories: ["boats"] }),
};

async function siteIn(language: string): Promise<World> {
  const site = siteOf(PAGES);
  const world = worldOf(testPowers(), [...OTHERS, ...PLUGINS]);
  await world.kernel.initialiser.run(initialiseInput({ ...site, settings: { ...site.settings, language } }));
  return world;
}
const english = siteIn("en");
const html = async (path: string): Promise<string> => (await english).html(path);

const names = (text: string): string[] =>
  [...text.matchAll(/<a (?:class="author" )?href="\/(\w+)">\1<\/a>/g)].map(([, name]) => name ?? "");

describe("people", () => {
  test("have a page with their role and their links, in HTML and in Markdown", async () => {
    expect(await html("/ann")).toContain('<p class="lead">Sailor</p>');
    expect(await html("/ann")).toContain('<a href="mailto:ann@boats.example">ann@boats.example</a>');
    expect(await html("/ann.md")).toContain("- Mail: ann@boats.example");
  });

  test("are listed by their group and their place", async () => {
    expect(names(await html("/crew"))).toEqual(["bo", "ann"]);
  });
});

describe("things", () => {
  test("have a price, a state, options and categories", async () => {
    const text = await html("/pram");
    for (const part of ["1150 GBP", "available", '<th scope="row">Oars</th><td>180 GBP</td>', "No. SY-1"])
      expect(text).toContain(part);
    expect(await html("/punt")).toContain("Price on request");
    expect(await html("/pram.md")).toContain("- Price: 1150 GBP, available");
  });

  test("are listed by category, state and price", async () => {
    expect(names(await html("/boats"))).toEqual(["pram", "punt", "skiff"]);
    expect(names(await html("/cheap"))).toEqual(["skiff", "pram"]);
    expect(names(await html("/dear"))).toEqual(["pram", "skiff", "punt"]);
  });

  test("speak the language of the site", async () => {
    const german = await siteIn("de");
    expect(await german.html("/pram")).toContain("verfügbar");
    expect(await german.html("/punt")).toContain("Preis auf Anfrage");
    expect(await german.html("/first")).toContain("1 Minute Lesezeit");
    expect(await german.html("/ann.md")).toContain("- E-Mail: ann@boats.example");
  });
});

describe("articles", () => {
  test("name their authors, topics and series, with links", async () => {
    const text = await html("/first");
    expect(names(text)).toEqual(["ann", "bo"]);
    for (const part of ['href="/timber"', 'href="/fifty"', "1 minute to read", "The beginning"])
      expect(text).toContain(part);
    expect(await html("/alone")).toContain('<li class="author">Cleo</li>');
    expect(await html("/first.md")).toContain("- By [ann](");
  });

  test("are listed at their topic, author and series, and by year", async () => {
    expect(names(await html("/timber"))).toEqual(["first"]);
    expect(names(await html("/ann"))).toEqual(["first"]);
    expect(names(await html("/articles"))).toEqual(["first"]);
    expect(names(await html("/fifty"))).toEqual(["first", "second"]);
    expect(names(await html("/archive"))).toEqual(["alone", "second", "first"]);
    const years = [...(await html("/archive")).matchAll(/class="year">(\d+)</g)].map(([, year]) => year);
    expect(years).toEqual(["2020", "2019"]);
  });

  test("can be made of pages that were no articles, which keep their address and their words", async () => {
    const world = await siteIn("en");
    await world.run("page.create", {
      id: "old",
      body: page("/journal/old", {
        title: "Old",
        collection: "journal",
        date: "2018-05-05",
        sections: [
          { id: "heading", type: "drawbridge.journal/article-header", variant: "plain", fields: { minutes: 4 } },
          { id: "text", type: "drawbridge.basics/rich-text", fields: { body: "These words stay." } },
        ],
      }),
    });
    await world.run("publish", {});
    const before = await world.html("/journal/old");
    expect(before).toContain("These words stay.");
    await world.run("page.edit", {
      page: "old",
      expected: 1,
      operations: [
        { op: "page", changes: { type: "drawbridge.journal/article" } },
        { op: "set", section: "entry_values", fields: { minutes: 4, authors: ["ann"] } },
        { op: "remove", section: "heading" },
      ],
    });
    await world.run("publish", {});
    const after = await world.html("/journal/old");
    for (const part of ["These words stay.", "4 minutes to read", 'href="/ann"']) expect(after).toContain(part);
    expect(after.match(/<h1 class="title"/g)).toHaveLength(1);
    expect(names(await world.html("/archive")).length).toBe(3);
    expect(await world.html("/archive")).toContain('href="/journal/old"');
  });
});

describe("articles of a topic", () => {
  const words = "The tide comes twice a day, and the boats of the yard lie dry for six hours in between.";
  const article = (index: number): [string, Page] => [
    `a${index}`,
    entry(
      "journal/article",
      `/a${index}`,
      { topics: ["timber"] },
      {
        date: `2020-01-01T00:${String(index % 60).padStart(2, "0")}:${String(Math.floor(index / 60)).padStart(2, "0")}Z`,
        collection: index === 0 ? "log" : "journal",
        sections: [{ id: "text", type: "drawbridge.basics/rich-text", fields: { body: words } }],
      },
    ),
  ];
  const world = async (count: number): Promise<World> => {
    const site = siteOf({
      home: page("/"),
      timber: list("/timber", "journal/topic-articles", { title: "Here" }),
      log: list("/log", "journal/article-archive", { collection: "log" }),
      ...Object.fromEntries(Array.from({ length: count }, (_, index) => article(index))),
    });
    const made = worldOf(testPowers(), [...OTHERS, ...PLUGINS]);
    await made.kernel.initialiser.run(initialiseInput(site));
    return made;
  };

  test("have further pages after 100, which show each of them once, with its first words", async () => {
    const site = await world(101);
    const [first, second] = [await site.html("/timber"), await site.html("/timber/page/2")];
    expect([names(first).length, names(second).length]).toEqual([100, 1]);
    expect(first).toContain('<a href="/timber/page/2">2</a>');
    expect(first).toContain(`<p class="summary">${words}</p>`);
    expect(names(await site.html("/log"))).toEqual(["a0"]);
  });

  test("have one page up to 100", async () => {
    expect(await (await world(100)).html("/timber")).not.toContain("/page/2");
  });
});

describe("structured data", () => {
  test.each([
    ["/ann", "Person"],
    ["/pram", "Product"],
    ["/first", "Article"],
    ["/alone", "Article"],
  ])("of %s is a %s of schema.org, with what search engines require", async (path, type) => {
    const node = structuredData(await html(path)).get(type);
    expect(node).toBeDefined();
    expect(vocabularyFaults(node ?? {})).toEqual([]);
  });

  test("is of the values", async () => {
    expect(structuredData(await html("/ann")).get("Person")).toMatchObject({
      name: "ann",
      jobTitle: "Sailor",
      description: 'Ann "the" sailor',
    });
    expect(structuredData(await html("/pram")).get("Product")).toMatchObject({
      sku: "SY-1",
      offers: { price: 1150, priceCurrency: "GBP", availability: "https://schema.org/InStock" },
    });
    expect(structuredData(await html("/first")).get("Article")).toMatchObject({
      datePublished: expect.stringContaining("2019-12-30") as string,
      author: [{ name: "ann" }, { name: "bo" }],
    });
    expect(structuredData(await html("/")).get("Person")).toBeUndefined();
  });

  test("without a price names no offer", async () => {
    expect(structuredData(await html("/punt")).get("Product")).not.toHaveProperty("offers");
  });

  test("with a member that the vocabulary lacks, or without one that is required, is found", () => {
    expect(vocabularyFaults({ "@type": "Product", name: "x", colour: "red" })).toEqual([
      "Product has no colour",
      "Product lacks offers",
    ]);
  });
});
