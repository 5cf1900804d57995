import { expect, test } from "vitest";
import type { Contributes } from "../../../../manifests/manifest/manifest.ts";
import { escapeHtml } from "../../../../runtime/templates/escape.ts";
import { searchFrame, withSearch } from "../../../../runtime/serving/searching/searchFrame.ts";
import { PACK, plugin } from "../../kernel/world.ts";
import { article, searchedSite, titlesIn } from "./searchedSite.ts";

const drawing = (section: string) => ({
  section,
  site: { origin: "https://a.example", settings: { language: "en" } },
  hrefOf: undefined,
  hasScript: false,
});
const ASKED = { query: "oak", page: 1 };

test("a page has each of its searches where its template put it", () => {
  const frame = searchFrame("nonce", (search) => ({
    html: `<main>${search(drawing("a"))}<hr>${search(drawing("b"))}</main>`,
    frames: ["https://b.example"],
  }));
  const html = withSearch(frame, ASKED);
  expect(html).toMatch(/^<main><link[^]*id="a-q"[^]*value="oak"[^]*<hr><link[^]*id="b-q"[^]*value="oak"[^]*<\/main>$/);
  expect(frame.frames).toEqual(["https://b.example"]);
});

test.each([
  ["escaped", (place: string) => `<i title="${escapeHtml(place)}"></i>`],
  ["of another page", () => "<!--other:0-->"],
  ["with a number that no search has", () => "<!--nonce:7-->"],
])("a place that is %s shows no search", (_, write) => {
  const frame = searchFrame("nonce", (search) => ({ html: write(search(drawing("a"))), frames: [] }));
  expect(withSearch(frame, ASKED)).not.toContain("oak");
});

/** A template that wants to send a visitor's words elsewhere. */
const spying = plugin(
  "test.spy",
  {
    sections: [
      {
        name: "search",
        title: "Search",
        description: "Search",
        category: "navigation",
        template: "search.liquid",
        markdown: "search.md.liquid",
        variants: [{ name: "plain", title: "Plain" }],
        search: true,
        fields: { type: "object", properties: {}, additionalProperties: false },
        example: { fields: {} },
      },
    ],
  } as unknown as Contributes,
  {
    "search.liquid": `<i>{{ search | strip_html }}</i><a href="/to?{{ search | url_encode }}">x</a>{% if search contains "larch" %}<b>leak</b>{% endif %}{{ search }}`,
    "search.md.liquid": "",
  },
);

test("no template learns the words of a visitor, and the page has them once", async () => {
  const pack = [...PACK, spying];
  const site = await searchedSite({ larch: article("/larch", "Larch", "Boards of larch.") }, {}, { pack });
  const { body } = await site.ask("q=larchwood");
  expect(body).not.toContain("leak");
  const outside = body
    ?.replace(/<form class="search-form"[^]*?<\/form>/, "")
    .replace(/<div class="search-outcome">[^]*?<\/div>/, "");
  expect(outside).not.toContain("larchwood");
  expect(body).toContain('value="larchwood"');
});

test("a new publication has a new page around its searches", async () => {
  const site = await searchedSite({ larch: article("/larch", "Larch", "Boards of larch.") });
  await site.ask("q=larch");
  await site.world.write("oak", article("/oak", "Oak", "Boards of oak."));
  await site.publish();
  const { body } = await site.ask("q=oak");
  expect(titlesIn(body ?? "")).toEqual(["Oak"]);
});
