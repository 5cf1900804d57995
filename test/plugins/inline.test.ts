/** The marks and blocks that the project brings for formatted texts. */
import { describe, expect, test } from "vitest";
import { page, SITE, worldWith, type World } from "../runtime/kernel/world.ts";
import { FIRST_PARTY } from "./stage.ts";

const aPage = (body: string): Promise<World> => {
  const sections = [{ id: "text", type: "drawbridge.basics/rich-text", fields: { body } }];
  return worldWith({ home: page("/"), one: page("/one", { sections }) }, FIRST_PARTY);
};

/** A published page with this text, and its twin for machines. */
async function published(body: string): Promise<{ readonly html: string; readonly twin: string }> {
  const world = await aPage(body);
  return { html: await world.html("/one"), twin: await world.html("/one.md") };
}

test("a button is a link with its words, and without words there is no link", async () => {
  const button = ':drawbridge.inline/button[Read on]{to="/a"}';
  expect((await published(`From ${button} here`)).html).toContain('<a class="button" href="/a">Read on</a>');
  for (const empty of ["[]", ""]) {
    const { html } = await published(`From :drawbridge.inline/button${empty}{to="/a"} here`);
    expect(/<p>(From [^]*? here)/.exec(html)?.[1]).not.toContain("<a");
  }
});

test("a button to an address with a bracket leads there for machines, too", async () => {
  const { twin } = await published(':drawbridge.inline/button[Go]{to="https://site.example/a)b"} here');
  expect(twin).toContain("[Go](https://site.example/a%29b) here");
});

test("a footnote stands below the text, and in its line for machines", async () => {
  const { html, twin } = await published("The tide :drawbridge.inline/footnote[By the *office*.] turns.");
  expect(html).toMatch(/The tide<sup class="note-ref">.*<\/sup> turns\./);
  expect(html).toMatch(/<li id="note-1"><p><span data-inline[^>]*>By the <em>office<\/em>\.<\/span>/);
  expect(twin).toContain("The tide ^[By the *office*.] turns.");
});

describe("a chart", () => {
  const chart = (rows: string): string =>
    `:::drawbridge.inline/chart{title="Guests" rows="${rows}" unit="a day"}\nCounted.\n:::`;
  const bars = (html: string): string[] =>
    [...html.matchAll(/<th scope="row">([^<]*)<\/th>.*?<rect width="([^"]*)".*?class="number">([^<]*)</g)].map(
      ([, name = "", width = "", number = ""]) => `${name} ${width} ${number}`,
    );

  test("is a table with a bar for each number", async () => {
    const { html, twin } = await published(chart("May = 10; June = 40; July = 12.5;"));
    expect(html).toContain('<caption>Guests <span class="unit">(a day)</span></caption>');
    expect(bars(html)).toEqual(["May 25 10", "June 100 40", "July 31.25 12.5"]);
    expect(twin).toContain("**Guests**\n\n|  | a day |\n| --- | ---: |\n| May | 10 |\n| June | 40 |\n| July | 12.5 |");
  });

  test.each([
    ["numbers that are none", "May = many; June", ["May 0 many", "June 0 "]],
    ["negative numbers", "May = -5; June = 5", ["May 0 -5", "June 100 5"]],
    ["zeros", "May = 0", ["May 0 0"]],
    ["markup", "<b>May</b> = 1", ["&lt;b&gt;May&lt;/b&gt; 100 1"]],
  ])("shows %s", async (_, rows, shown) => expect(bars((await published(chart(rows))).html)).toEqual(shown));
});

test("a film is loaded from its provider only, once a visitor opens it", async () => {
  const world = await aPage(':::drawbridge.inline/film{provider="vimeo" film="76979871" title="The pier"}\n:::');
  const { headers, body } = await world.kernel.published.answer(SITE, "/one", null);
  expect(body).toMatch(/<details>\s*<summary>[^]*vimeo\.com[^]*<iframe[^>]*player\.vimeo\.com[^>]*loading="lazy"/);
  expect(headers["Content-Security-Policy"]).toContain(
    "frame-src https://player.vimeo.com https://www.youtube-nocookie.com",
  );
  expect(await world.html("/one.md")).toContain("[The pier](https://vimeo.com/76979871)");
});
