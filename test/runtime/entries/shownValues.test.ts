/** The values of entries that a member chose for *List of entries*: as a page, as Markdown, and in other languages. */
import { beforeAll, describe, expect, test } from "vitest";
import type { Contributes } from "../../../manifests/manifest/manifest.ts";
import { PACK, page, plugin, worldWith, type World } from "../kernel/world.ts";
import { listPage, price, pricesWorld } from "./priceList.ts";

const CUT = {
  amount: 1234.5,
  size: 12_000.5,
  unit: "head",
  until: "2026-05-01",
  booked: "2026-05-01T22:30:00Z",
  kind: "cut",
  walkIn: false,
  about: "Wash, **cut** and [dry](https://dry.example).\n\nThen tea.",
  photo: { src: "/media/cut.jpg", alt: "Scissors", width: 400, height: 300 },
  more: "https://cuts.example/more",
  like: ["beard", "gone"],
  tags: ["long", "short | grey"],
};
const PAGES = { cut: price("Cut", CUT), beard: price("Beard", {}) };

const all = (...more: object[]) => [...Object.keys(CUT).map((field) => ({ field })), { field: "was" }, ...more];

const WHOLE: readonly (readonly [title: string, html: string, markdown: string])[] = [
  ["Amount", "€1,234.50", "€1,234.50"],
  ["Size", "12,000.5", "12,000.5"],
  ["Unit", "<bdi>head</bdi>", "head"],
  ["Until", '<time datetime="2026-05-01">1 May 2026</time>', "1 May 2026"],
  ["Booked", '<time datetime="2026-05-01T22:30:00Z">1 May 2026 at 22:30</time>', "1 May 2026 at 22:30"],
  ["Kind", "Haircut", "Haircut"],
  ["Without an appointment", "No", "No"],
  ["About", "<bdi>Wash, cut and dry. Then tea.</bdi>", "Wash, cut and dry. Then tea."],
  ["Photo", '<img src="/media/cut.jpg" alt="Scissors"', "![Scissors](https://acme.example/media/cut.jpg)"],
  [
    "More",
    '<a href="https://cuts.example/more"><bdi>cuts.example/more</bdi></a>',
    "[cuts.example/more](https://cuts.example/more)",
  ],
  ["Goes with", "<bdi>Beard</bdi>", "Beard"],
  ["Tags", "<bdi>long</bdi>, <bdi>short | grey</bdi>", "long, short \\| grey"],
];

describe("a table of an owner's entries", () => {
  let world: World;
  let html = "";
  let markdown = "";
  beforeAll(async () => {
    world = await pricesWorld(PAGES, all());
    html = await world.html("/prices");
    markdown = await world.html("/prices.md");
  });

  test.each(WHOLE)("shows %s", (title, cell, line) => {
    expect(html).toContain(`<th scope="col"><span class="label-true">${title}</span></th>`);
    expect(html).toContain(`>${cell}`);
    expect(markdown).toContain(` ${line} |`);
  });

  test("names each entry in the head of its row, and the type above them", () => {
    expect(html).toContain('<th scope="col">Price</th>');
    expect(html).toContain('<th scope="row">Cut</th>');
    expect(markdown).toContain(`| Price |${WHOLE.map(([title]) => ` ${title} |`).join("")}`);
  });

  test("has an empty cell for a value that is not there, and none for a field that left the type", () => {
    const row = /<th scope="row">Beard<\/th>([\s\S]*?)<\/tr>/.exec(html)?.[1] ?? "";
    expect([...row.matchAll(/<td class="is-\w+"><\/td>/g)]).toHaveLength(WHOLE.length);
    expect(html).not.toContain("was");
  });

  test("changes with an entry, also by a value that no list can filter by", async () => {
    await world.write("cut", price("Cut", { ...CUT, unit: "hour" }));
    await world.run("publish", {});
    expect(await world.html("/prices")).toContain("<bdi>hour</bdi>");
  });
});

describe("a list of cards", () => {
  test("has a line for each value that is there, in the chosen order, with and without its title", async () => {
    const show = [
      { field: "unit", label: false },
      { field: "amount", as: "whole" },
    ];
    const world = await pricesWorld(PAGES, show, { variant: "cards" });
    const html = await world.html("/prices");
    expect(html).toMatch(
      /<dl class="values"><div><dt class="muted label-false">Unit<\/dt><dd><bdi>head<\/bdi><\/dd><\/div><div><dt class="muted label-true">Amount<\/dt><dd>€1,235<\/dd><\/div><\/dl>/,
    );
    expect([...html.matchAll(/<dl/g)]).toHaveLength(1);
    expect(await world.html("/prices.md")).toContain("- Beard\n- Cut\n  - head\n  - Amount: €1,235");
  });
});

test.each([
  ["number", "size", ["12,000.5", "12000.5", "12,001", "12,000.50"], ["grouped", "plain", "whole", "cents"]],
  ["date", "until", ["1 May 2026", "01/05/2026", "Friday, 1 May 2026"], ["long", "short", "weekday"]],
  [
    "date-time",
    "booked",
    ["1 May 2026 at 22:30", "01/05/2026, 22:30", "Friday, 1 May 2026 at 22:30", "1 May 2026", "22:30"],
    ["long", "short", "weekday", "day", "time"],
  ],
  ["amount", "amount", ["€1,234.50", "€1234.50", "€1,235", "€1,234.50"], ["grouped", "plain", "whole", "cents"]],
  ["form of another kind", "until", ["1 May 2026"], ["cents"]],
])("a %s has its forms", async (_, field, texts, forms) => {
  const world = await pricesWorld(PAGES, [{ field }], { variant: "cards" });
  for (const [index, as] of forms.entries()) {
    await world.write("list", listPage([{ field, as }], { variant: "cards" }));
    await world.run("publish", {});
    expect(await world.html("/prices.md")).toContain(`: ${texts[index]}\n`);
  }
});

test.each([
  ["de", "1.234,50\u00a0€", "1. Mai 2026 um 22:30", "Nein"],
  ["ar", "‏1,234.50\u00a0€", "1 مايو 2026 في 10:30 م", "لا"],
  ["qaa", "€1,234.50", "1 May 2026 at 22:30", "No"],
])("a page in %s has its numbers, dates and words", async (language, amount, booked, no) => {
  const show = [{ field: "amount" }, { field: "booked" }, { field: "walkIn" }];
  const world = await pricesWorld(PAGES, show, { variant: "cards" });
  const expected = world.kernel.documents.only("main", "settings").version;
  await world.run("settings.put", {
    expected,
    body: { name: "Test site", language, timeZone: "UTC" },
  });
  await world.run("publish", {});
  const markdown = await world.html("/prices.md");
  for (const text of [amount, booked, no]) expect(markdown).toContain(text);
});

describe("a listed entry in an author's template", () => {
  const gigs = (template: string) =>
    plugin(
      "acme.gigs",
      {
        contentTypes: [
          {
            name: "gig",
            title: "Gig",
            plural: "Gigs",
            address: "/gigs/{slug}",
            fields: {
              type: "object",
              properties: {
                price: { type: "number", title: "Price", currency: { field: "money" } },
                money: { $ref: "drawbridge:text", title: "Currency" },
                start: { type: "string", format: "date-time", title: "Start" },
                room: { title: "Room", oneOf: [{ const: "hall", title: "The great hall" }] },
              },
              additionalProperties: false,
            },
            index: ["price", "money", "start", "room"],
          },
        ],
        sections: [
          {
            name: "list",
            title: "Gigs",
            category: "list",
            template: "list.liquid",
            markdown: "list.liquid",
            variants: [{ name: "plain", title: "Plain" }],
            fields: { type: "object", properties: {}, additionalProperties: false },
            queries: { gigs: { type: "acme.gigs/gig", limit: 10 } },
            example: { fields: {} },
          },
        ],
      } as unknown as Contributes,
      { "list.liquid": template },
    );

  const shownBy = async (template: string, values: object): Promise<string> => {
    const body = page("/gigs/one", { type: "acme.gigs/gig", values: { ...values }, sections: [] });
    const list = page("/list", { sections: [{ id: "list", type: "acme.gigs/list", fields: {} }] });
    const world = await worldWith({ home: page("/"), one: body, list }, [...PACK, gigs(template)]);
    return /<i>(.*?)<\/i>/s.exec(await world.html("/list"))?.[1] ?? "";
  };
  const writing = (filter: string) => `{% for gig in queries.gigs %}<i>{{ gig | ${filter} }}</i>{% endfor %}`;

  test.each([
    ["an amount with the entry's own currency", "price", { price: 1200, money: "CHF" }, "CHF\u00a01,200.00"],
    ["an amount whose currency is no code", "price", { price: 1200, money: "<b>" }, "1200"],
    ["a choice by its title", "room", { room: "hall" }, "The great hall"],
    ["nothing for a value that is not there", "price", {}, ""],
    ["nothing for a field that the type lacks", "plice", { price: 1200 }, ""],
    ["nothing for a name of every object", "constructor", { price: 1200 }, ""],
  ])("is %s", async (_, field, values, shown) => {
    expect(await shownBy(writing(`shown: "${field}"`), values)).toBe(shown);
  });

  test("writes a time once, as an element of its own", async () => {
    expect(await shownBy(writing('shown: "start"'), { start: "2026-05-01T19:30:00Z" })).toBe(
      '<time datetime="2026-05-01T19:30:00Z">1 May 2026 at 19:30</time>',
    );
  });
});
