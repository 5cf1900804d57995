/** A site on the web, moved by its pages into a site with the first-party plugins. */
import { describe, expect, test } from "vitest";
import { readSitemap } from "../../sites/moving/move.ts";
import { readWeb } from "../../sites/moving/read/web/readWeb.ts";
import type { MovedPage } from "../../sites/moving/tree/moved.ts";
import { excess, growthOf, PROPORTIONAL } from "../support/effort.ts";
import { folderOf, MemorySite } from "./memorySite.ts";

const ORIGIN = "https://old.example";

const shell = (head: string, main: string): string => `<!doctype html><html lang="en"><head>${head}</head><body>
<header><nav><ul><li><a href="/">Home</a><li><a href="/boats/">Boats</a><ul><li><a href="/boats/gull">Gull</a></ul></ul></nav></header>
<main>${main}</main><aside>Related: everything</aside>
<footer><nav><a href="/legal">Legal</a></nav>© Yard</footer></body></html>`;

const GULL = shell(
  `<title>Gull | Yard</title><meta property="og:site_name" content="Yard">
   <meta property="og:type" content="article"><meta property="article:published_time" content="2024-03-01T10:00:00+01:00">
   <meta property="article:tag" content="Timber"><meta name="author" content="Ada Marsh"><meta name="description" content="On the Gull">
   <meta property="og:image" content="/img/gull.jpg"><meta property="og:image:alt" content="The Gull">
   <link rel="canonical" href="/boats/gull">`,
  `<article><header><h1>The Gull</h1></header><p>See <a href="../legal#b">legal</a>, <a href="/files/plan.pdf">the plan</a> and <a href="#top">above</a>.</p>
   <figure><img src="data:image/gif;base64,AA" data-src="/img/bow.png" alt="Bow"><figcaption>The bow</figcaption></figure>
   <script>alert(1)</script><nav>Previous, next</nav></article>`,
);

const SITE: Readonly<Record<string, string>> = {
  [`${ORIGIN}/`]: shell("<title>Yard</title>", "<h1>The yard</h1><p>We build boats.</p>"),
  [`${ORIGIN}/boats/gull`]: GULL,
  [`${ORIGIN}/boats/gull?print=1`]: GULL,
  [`${ORIGIN}/legal`]: shell('<title>Legal</title><meta name="robots" content="noindex">', "<p>Words of law.</p>"),
};

const pageAt = async (html: string): Promise<MovedPage> => {
  const { pages } = await readWeb(folderOf({ [`${ORIGIN}/a/b`]: html }));
  return pages[0] as MovedPage;
};
const textOf = ({ parts }: MovedPage): string =>
  parts.map((part) => (part.kind === "text" ? part.markdown.trim() : `[${part.kind}]`)).join("\n");

describe("a site on the web", () => {
  test("arrives with its texts, pictures, terms, menus and old addresses", async () => {
    const site = await MemorySite.open();
    const { losses } = await site.move(folderOf(SITE));
    expect(site.at("/boats/gull")).toMatchObject({
      title: "The Gull",
      description: "On the Gull",
      date: "2024-03-01T09:00:00Z",
      author: "Ada Marsh",
      source: "web:/boats/gull",
    });
    expect(site.textAt("/boats/gull")).toContain(`[legal](page:${site.idAt("/legal")}#b)`);
    expect(site.textAt("/boats/gull")).toMatch(/\[the plan\]\(\/media\/[0-9a-f]{64}\/plan\.pdf\)/);
    expect(site.textAt("/boats/gull")).toMatch(/!\[Bow\]\(\/media\/[0-9a-f]{64}\/bow\.png "The bow"\)/);
    expect(site.textAt("/boats/gull")).not.toMatch(/alert|Previous|Related|©/);
    expect(site.fetched.toSorted()).toEqual(
      ["/files/plan.pdf", "/img/bow.png", "/img/gull.jpg"].map((path) => ORIGIN + path),
    );
    expect(site.at("/legal")?.noindex).toBe(true);
    expect(losses.map(({ what }) => what)).toContain("<script>, removed");
    const { menus } = site.world.kernel.documents.only("main", "navigation").body;
    expect(menus.header.map(({ label }) => label)).toEqual(["Home", "Boats"]);
    expect(menus.footer.map(({ label }) => label)).toEqual(["Legal"]);
  });

  test("is moved again without a change", async () => {
    const site = await MemorySite.open();
    await site.move(folderOf(SITE));
    const { pages } = await site.move(folderOf(SITE));
    expect({ created: pages.created, replaced: pages.replaced }).toEqual({ created: 0, replaced: 0 });
  });

  test("has one page for the addresses that show it, and tells those that are no page", async () => {
    const { pages, losses } = await readWeb(
      folderOf({ ...SITE, [`${ORIGIN}/feed`]: "<rss/>", [`${ORIGIN}/none`]: "" }),
    );
    expect(pages.map(({ address, aliases }) => [address, aliases])).toEqual([
      ["/", []],
      ["/boats/gull", ["/boats/gull?print=1"]],
      ["/legal", []],
    ]);
    expect(losses.filter(({ what }) => what.includes("no page")).map(({ place }) => place)).toEqual([
      `${ORIGIN}/feed`,
      `${ORIGIN}/none`,
    ]);
  });

  test("keeps pages of several languages together", async () => {
    const links = ["en", "de"].map((tag) => `<link rel="alternate" hreflang="${tag}" href="/${tag}/room">`).join("");
    const room = (tag: string) => `<html lang="${tag}"><head>${links}</head><body><h1>${tag}</h1></body></html>`;
    const { pages } = await readWeb(folderOf({ [`${ORIGIN}/de/room`]: room("de"), [`${ORIGIN}/en/room`]: room("en") }));
    expect(pages.map(({ language }) => language)).toEqual(["de", "en"]);
    expect(pages[0]?.translation).toBe(`${ORIGIN}/de/room ${ORIGIN}/en/room`);
    expect(pages[1]?.translation).toBe(pages[0]?.translation);
  });
});

test("entries of a menu that only open others keep them below", async () => {
  const nav =
    "<nav><ul><li><details><summary>Work</summary><div><ul><li><a href=/a>A</a><li><a href=/b>B</a></ul></div></details><li><a href=/c>C</a></ul></nav>";
  const { menus } = await readWeb(folderOf({ [`${ORIGIN}/`]: `<body>${nav}` }));
  expect(menus?.[0]?.items).toEqual([
    {
      label: "Work",
      address: "",
      children: [
        { label: "A", address: "/a", children: [] },
        { label: "B", address: "/b", children: [] },
      ],
    },
    { label: "C", address: "/c", children: [] },
  ]);
});

test("entries of a menu keep three levels, and those that lead nowhere", async () => {
  const nav =
    "<nav><ul><li><a>Work</a><ul><li><a href=/a>A</a><ul><li><a href=/d>D</a></ul></ul><li><a href=/i><svg></svg></a><ul><li><a href=/n>N</a></ul></ul></nav>";
  const { menus } = await readWeb(folderOf({ [`${ORIGIN}/`]: `<body>${nav}` }));
  const entry = (label: string, address: string, ...children: object[]) => ({ label, address, children });
  expect(menus?.[0]?.items).toEqual([entry("Work", "", entry("A", "/a", entry("D", "/d"))), entry("N", "/n")]);
});

test("pages that all name the home page as their own keep their words and addresses", async () => {
  const page = (text: string) => `<head><link rel=canonical href="${ORIGIN}/"></head><body><p>${text}`;
  const { pages, losses } = await readWeb(
    folderOf({
      [`${ORIGIN}/`]: page("Home"),
      [`${ORIGIN}/about`]: page("About"),
      [`${ORIGIN}/contact`]: page("Contact"),
    }),
  );
  expect(pages.map((one) => [one.address, one.source, textOf(one)])).toEqual([
    ["/", "web:/", "Home"],
    ["/about", "web:/about", "About"],
    ["/contact", "web:/contact", "Contact"],
  ]);
  expect(losses.filter(({ what }) => what.includes("calls its own")).map(({ place }) => place)).toEqual([
    `${ORIGIN}/about`,
    `${ORIGIN}/contact`,
  ]);
});

test.each([
  ["noindex, follow", true],
  ["None", true],
  ["index, follow, max-image-preview:none", undefined],
])("a page for robots that read %s is hidden from search: %s", async (robots, hidden) => {
  expect((await pageAt(`<meta name=robots content="${robots}"><body><p>x`)).noindex).toBe(hidden);
});

describe("the title of a page", () => {
  test.each([
    ["its only heading", "<title>A | Yard</title><h1>B</h1>", "B"],
    ["its only heading, in one word", "<h1>Draw<b>bridge</b></h1>", "Drawbridge"],
    ["Open Graph, beside several headings", '<meta property="og:title" content="C"><h1>B</h1><h1>D</h1>', "C"],
    ["its title without the site's name", '<meta property="og:site_name" content="Yard"><title>A | Yard</title>', "A"],
    ["its title, which is the site's name", '<meta property="og:site_name" content="Yard"><title>Yard</title>', "Yard"],
    ["the end of its address", "<p>x</p>", "b"],
  ])("is %s", async (_claim, html, title) => expect((await pageAt(`<body>${html}`)).title).toBe(title));
});

describe("the text of a page", () => {
  test.each([
    ["its one article", "<main><p>Teaser</p><article><p>Words of the text</p></article></main>", "Wordsofthetext"],
    ["its main part with several articles", "<main><article>A</article><article>B</article></main>", "AB"],
    ["a part by its role", "<p>no</p><div role=main>Words</div>", "Words"],
    [
      "its body without the head of the site",
      "<header>Yard</header><p>Words</p><div role=navigation>no</div>",
      "Words",
    ],
    [
      "its main part, beside a comment",
      "<main><p>The whole post.</p><article>Nice!</article></main>",
      "Thewholepost.Nice!",
    ],
    ["its main part, whose one card has no title", "<main><h1>T</h1><p>W</p><article>Card</article></main>", "WCard"],
    [
      "its body with the head of a text",
      "<header><h1>T</h1>Lead</header><p>W</p><header><nav>no</nav></header>",
      "LeadW",
    ],
    ["its words in hidden parts", "<p>Words</p><p hidden>of a tab</p>", "Wordsofatab"],
    ["its quotes with their sources", "<p>W</p><blockquote>Q<footer>Jane</footer></blockquote>", "W>Q>>Jane"],
    ["its notes", "<main><p>W</p><aside>Never open it.</aside></main>", "WNeveropenit."],
  ])("is %s", async (_claim, html, text) => {
    expect(textOf(await pageAt(`<body>${html}`)).replaceAll(/\s+/g, "")).toBe(text);
  });

  test("is told where no element says what it is", async () => {
    const { losses } = await readWeb(
      folderOf({
        [`${ORIGIN}/a`]: "<body><header><nav>Menu</nav></header><p>Words</p><aside>Beside</aside><footer>Foot",
      }),
    );
    expect(
      losses.filter(({ what }) => what.includes("beside its text")).map(({ what }) => what.split(": ")[1]),
    ).toEqual(["Menu", "Beside", "Foot"]);
  });

  test("has addresses from the page's own base", async () => {
    const page = await pageAt('<head><base href="/deep/"></head><body><a href="x">X</a> <img src="y.png" alt="Y">');
    expect(textOf(page)).toBe(`[X](${ORIGIN}/deep/x) ![Y](${ORIGIN}/deep/y.png)`);
  });

  test.each([
    ["an address of script", '<a href="javascript:alert(1)">x</a>'],
    ["an address of script with a line break", '<a href="java\nscript:alert(1)">x</a>'],
    ["an address of data", '<a href="data:text/html,<script>1</script>">x</a>'],
    ["a handler", '<p onclick="alert(1)">x</p>'],
    ["a drawing", "<svg onload=alert(1)><a>x</a></svg>x"],
    ["a comment that closes", "<!--><img src=x onerror=alert(1)>-->x"],
  ])("carries no %s", async (_claim, html) => {
    const site = await MemorySite.open();
    await site.move(folderOf({ [`${ORIGIN}/a`]: `<body>${html}` }));
    await site.world.run("publish", {});
    expect(await site.world.html("/a")).not.toMatch(/javascript:|onerror|onclick|onload|data:text/i);
  });

  test.each(["div", "nav", "ul", "nav><ul><li"])("may nest <%s> without end, and keeps its words", async (name) => {
    for (const depth of [300, 3_000, 100_000]) {
      const { pages } = await readWeb(folderOf({ [`${ORIGIN}/`]: `<body><p>Words${`<${name}>`.repeat(depth)}` }));
      expect(textOf(pages[0] as MovedPage), `${depth}`).toContain("Words");
    }
  });

  test.each([
    ["siblings", `<main>${"<meta>".repeat(150_000)}</main>`],
    ["notes of ruby", `<ruby>${"<rp>(</rp>".repeat(5_000)}</ruby>`],
    ["dialogs", "<dialog></dialog>".repeat(5_000)],
    ["feet in feet", `${"<footer>".repeat(800)}${"<b>x</b>".repeat(20_000)}`],
    ["menus in menus", `${"<nav>".repeat(800)}${"<b>x</b>".repeat(20_000)}`],
    ["articles in articles", `${"<article>".repeat(800)}${"<b>x</b>".repeat(20_000)}`],
    ["titles without an end", "<title".repeat(100_000)],
  ])("of many %s is read at the cost of its length", async (_claim, html) => {
    expect(await excess(() => readWeb(folderOf({ [`${ORIGIN}/`]: `<html>${html}` })), 1_000)).toBeUndefined();
  });

  test("takes the same effort a page on large sites", async () => {
    const folder = (count: number) =>
      folderOf(Object.fromEntries(Array.from({ length: count }, (_, n) => [`${ORIGIN}/p/${n}`, GULL])));
    const folders = new Map([1, 1 / 8].map((share) => [share, folder(share * 200)]));
    expect(await growthOf((share) => readWeb(folders.get(share) ?? folder(0)))).toBeLessThan(PROPORTIONAL);
  });
});

describe("a sitemap", () => {
  const urlset = (inner: string): string =>
    `<?xml version="1.0"?><urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9" xmlns:image="x">${inner}</urlset>`;

  test("lists pages, without their pictures", () => {
    const xml = urlset(
      "<url><loc> https://old.example/a?b=1&amp;c=2 </loc><image:image><image:loc>https://old.example/i.png</image:loc></image:image></url><url><loc><![CDATA[https://old.example/b]]></loc></url>",
    );
    expect(readSitemap(xml)).toEqual({
      pages: ["https://old.example/a?b=1&c=2", "https://old.example/b"],
      sitemaps: [],
      fault: undefined,
    });
  });

  test("of sitemaps lists these", () => {
    const xml = "<sitemapindex><sitemap><loc>https://old.example/1.xml</loc></sitemap></sitemapindex>";
    expect(readSitemap(xml)).toEqual({ pages: [], sitemaps: ["https://old.example/1.xml"], fault: undefined });
  });

  test.each([
    ["a file of the machine", '<!DOCTYPE x [<!ENTITY x SYSTEM "file:///etc/passwd">]>'],
    ["a bomb", '<!DOCTYPE x [<!ENTITY x "xxxxxxxxxx">]>'],
  ])("expands no entity of %s", (_claim, doctype) => {
    const { pages } = readSitemap(`${doctype}<urlset><url><loc>https://old.example/&x;</loc></url></urlset>`);
    expect(pages.join("")).not.toMatch(/root|xxx/);
  });

  test("may begin with a blank line, and have bare ampersands", () => {
    const xml = `\n${urlset("<url><loc>https://old.example/2?x=1&y=2</loc></url><url><loc>https://old.example/3</loc></url>")}`;
    expect(readSitemap(xml)).toMatchObject({
      pages: ["https://old.example/2?x=1&y=2", "https://old.example/3"],
      fault: undefined,
    });
  });

  test.each([
    ["no XML", "<html><p>404<br></html>"],
    ["empty", ""],
    ["one that breaks off", urlset("<url><loc>https://old.example/a</loc></url><url><loc>x</wrong>")],
  ])("that is %s tells it", (_claim, xml) => expect(readSitemap(xml).fault).toEqual(expect.any(String)));
});
