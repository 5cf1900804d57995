/** Searches of visitors who look for what is hidden, attack the search, or watch other visitors. */
import { afterEach, beforeAll, describe, expect, test, vi } from "vitest";
import {
  SEARCHES_PER_VISITOR,
  SEARCHES_WINDOW_SECONDS,
  SEARCH_FILTER_MAX_CHARS,
  SEARCH_MAX_CHARS,
  SEARCH_MAX_WORDS,
  SEARCH_PART_PAGES,
  SEARCH_PARTS_MAX,
  SEARCH_SPELLINGS_LOOKED,
  SEARCH_VISITORS_KNOWN,
} from "../../../manifests/bounds/search.ts";
import { lookUp } from "../../../runtime/search/lookup.ts";
import { wordListOf } from "../../../runtime/search/wordList.ts";
import { WordPart, writePart } from "../../../runtime/search/wordPart.ts";
import { SearchLimit } from "../../../runtime/serving/searching/searchLimit.ts";
import { SITE, initialiseInput, page, siteOf } from "../../runtime/kernel/world.ts";
import { type SearchedSite, article, searchedSite, titlesIn } from "../../runtime/serving/searching/searchedSite.ts";
import { effortOf, excess } from "../../support/effort.ts";

const outcome = (html: string | null): string =>
  /<div class="search-outcome">([^]*?)<\/div>\n<\/div>/.exec(html ?? "")?.[1] ?? "";
let visitors = 0;
/** Searches as a new visitor each time, so that no limit counts. */
const found = async (site: SearchedSite, query: string, more = ""): Promise<string> =>
  outcome((await site.ask(`q=${encodeURIComponent(query)}${more}`, { client: `v${++visitors}` })).body);

describe("what is not for everybody", () => {
  let site: SearchedSite;
  beforeAll(async () => {
    site = await searchedSite({
      larch: article("/larch", "Larch", "Boards of larch."),
      unlisted: article("/unlisted", "Unlisted", "Larch, xylophones and boards.", { noindex: true }),
      early: article("/early", "Early", "Larch, xylophones and boards.", { from: "2027-01-01T00:00:00Z" }),
      late: article("/late", "Late", "Larch, xylophones and boards.", { until: "2026-01-01T00:00:00Z" }),
      dated: article("/dated", "Dated", "Larch, xylophones and boards.", { date: "2027-01-01" }),
      lost: article("/404", "Lost", "Larch, xylophones and boards."),
    });
    await site.world.write("draft", article("/draft", "Draft", "Larch, xylophones and boards."));
    await site.world.kernel.initialiser.run(
      initialiseInput(siteOf({ home: page("/"), x: article("/x", "Other site", "Larch, xylophones and boards.") }), {
        site: "other",
        origin: "https://other.example",
        hostnames: ["other.example"],
        requestId: "r9",
      }),
    );
    const store = { put: async () => undefined, delete: async () => undefined, purge: async () => undefined };
    await site.world.kernel.publicContent.refresh("other", site.world.kernel.sites.get("other").sequence, store);
  });

  test("is no result, and counts in none", async () => {
    const html = await found(site, "larch");
    expect([titlesIn(html), html]).toEqual([["Larch"], expect.stringContaining("Results: 1<")]);
  });

  test.each(["xylophones", "xylophone", "xyl", "xylophonez", "zylophones"])(
    "answers %s as a word that exists nowhere: without result, count or suggestion",
    async (word) => {
      const invented = "q".repeat(word.length);
      const html = await found(site, word);
      expect(html.replaceAll(word, invented)).toBe(await found(site, invented));
    },
  );

  test("is no longer suggested once it is hidden, even before its part is written again", async () => {
    const before = await searchedSite({
      ...Object.fromEntries(
        Array.from({ length: 20 }, (_, n) => [`f${n}`, article(`/f${n}`, `Filler ${n}`, "Boards.")]),
      ),
      gone: article("/gone", "Gone", "Xylophones."),
    });
    expect(await found(before, "xylophonez")).toContain("xylophones");
    await before.world.write("gone", article("/gone", "Gone", "Xylophones.", { noindex: true }));
    await before.publish();
    expect(await found(before, "xylophonez")).not.toContain("xylophones");
    expect(await found(before, "xylophones")).toContain("Nothing was found");
  });
});

describe("words as attacks", () => {
  let site: SearchedSite;
  beforeAll(async () => {
    site = await searchedSite({
      larch: article("/larch", "Larch", "Boards of larch."),
      oak: article("/oak", "Oak", "Boards of oak."),
      arabic: article("/ar", "قوارب خشبية", "نبني القوارب من خشب الأرز."),
    });
  });

  test.each([
    '"larch"',
    "larch*",
    "-oak larch",
    "title:larch",
    "NEAR(larch boards, 2)".replace("NEAR", ""),
    "^larch",
    "{larch} + larch",
    "larch; DROP TABLE public_words;--",
    "larch' --",
    "larch\\",
    "lar\u00adch",
    "la\u200brch",
    "\u202elarch\u202c",
    "\u0000larch\r\nSet-Cookie: a=b",
    "!larch",
    "larch%00",
  ])("%j are words, and no operators", async (query) => {
    const { status, headers, body } = await site.ask(`q=${encodeURIComponent(query)}`, { client: `v${++visitors}` });
    expect([status, titlesIn(body ?? "").includes("Larch")]).toEqual([200, true]);
    expect(JSON.stringify(headers)).not.toMatch(/a=b/);
    expect(body).not.toMatch(/[\u0000\u202e\u200b]/);
  });

  test.each(["!l:", "!t:site/post", "!v:larch", "!f:", "AAA", "=", "\ud800", "%", "🌲", " ", "'"])(
    "%j reaches nothing of the index but words",
    async (query) => {
      const { status } = await site.ask(`q=${encodeURIComponent(query.toWellFormed())}`, { client: `v${++visitors}` });
      expect(status).toBe(200);
    },
  );

  test("from right to left are found and stay apart from the page's direction", async () => {
    const { body } = await site.ask(`q=${encodeURIComponent("قوارب")}`, { client: `v${++visitors}` });
    expect(titlesIn(body ?? "")).toEqual(["قوارب خشبية"]);
    expect(body).toContain('dir="auto"');
  });

  test.each(["q", "type", "term", "page", "other"])("in %s are text in the page, never markup", async (name) => {
    const attack = `"><img src=x onerror=alert(1)><script>alert(2)</script>'`;
    const query = new URLSearchParams({ q: "larch", [name]: attack }).toString();
    const { body, headers } = await site.ask(query, { client: `v${++visitors}` });
    expect(body).not.toMatch(/<img|<script>|onerror=alert\(1\)>/);
    expect(headers["Content-Security-Policy"]).not.toMatch(/unsafe|\*(?!\/)/);
  });

  test("of a page that looks like markup are text, too", async () => {
    const html = await found(
      await searchedSite({ bad: article("/bad", "<script>alert(1)</script> larch", "larch `<img src=x>` larch") }),
      "larch",
    );
    expect(html).toContain("&lt;script&gt;");
    expect(html).not.toMatch(/<script|<img/);
  });

  test("of a megabyte cost nothing and find nothing", async () => {
    let status = 0;
    const query = `q=larch%20${"x".repeat(1_000_000)}`;
    expect(await effortOf(async () => ({ status } = await site.ask(query, { client: `v${++visitors}` })))).toBeLessThan(
      50,
    );
    expect(status).toBe(200);
  });

  test.each([
    [-1, true],
    [0, true],
    [1, false],
  ])("count up to the bound of characters: a word that ends %d after it is found: %s", async (past, isFound) => {
    const query = `${"- ".repeat(SEARCH_MAX_CHARS)}`.slice(0, SEARCH_MAX_CHARS - "oak".length + past) + "oak";
    expect(titlesIn(await found(site, query)).includes("Oak")).toBe(isFound);
  });

  test.each([
    [-1, 1],
    [0, 1],
    [1, 0],
  ])("count up to the bound of words, and %d: %d page has all", async (more, pages) => {
    const words = Array.from({ length: SEARCH_MAX_WORDS - 1 + more }, (_, n) => `${n}`);
    const other = await searchedSite({
      all: article("/all", "All", words.join(" ")),
      oak: article("/o", "Oak", "Oak."),
    });
    const html = await found(other, [...words, "oak"].join(" "));
    // The last word stands on another page. Where it does not count, the first page has all words.
    expect(html.includes("No page has all")).toBe(pages === 1);
  });

  test.each([
    [-1, 0],
    [0, 0],
    [1, 2],
  ])("a filter with %d characters more than the bound narrows to %d pages", async (more, pages) => {
    const html = await found(site, "boards", `&type=${"t".repeat(SEARCH_FILTER_MAX_CHARS + more)}`);
    expect(titlesIn(html)).toHaveLength(pages);
  });
});

describe("an index made to be slow", () => {
  test("is looked through for other spellings up to a bound", async () => {
    const words = (page: number): string =>
      wordListOf(
        Array.from({ length: 50 }, (_, n) => `aaaaaaaa${(page * 50 + n).toString(36).padStart(4, "0")}`).join(" "),
      ).text;
    const part = new WordPart(
      writePart(Array.from({ length: SEARCH_PART_PAGES }, (_, n) => ({ page: `p${n}`, words: words(n) }))),
    );
    const index = {
      left: 0,
      cut: 0,
      each: async (visit: (one: WordPart, moved: ReadonlySet<string>) => void) =>
        void Array.from({ length: SEARCH_PARTS_MAX }, () => visit(part, new Set())),
    };
    const asked = Array.from({ length: SEARCH_MAX_WORDS }, (_, n) => `aaaaaaaa${n}____`.replaceAll("_", "é"));
    expect(SEARCH_PARTS_MAX * SEARCH_PART_PAGES * 50).toBeGreaterThan(SEARCH_SPELLINGS_LOOKED);
    expect(await excess(() => lookUp(index, { words: asked, isToCome: () => false }), 400)).toBeUndefined();
  });
});

describe("a visitor's words", () => {
  afterEach(() => void vi.restoreAllMocks());

  test("stay in no row, no log and no cache, and in no page's referrer", async () => {
    const logs = (["log", "info", "warn", "error", "debug"] as const).map((name) => vi.spyOn(console, name));
    const site = await searchedSite({ larch: article("/larch", "Larch", "Boards.") });
    const { headers, status } = await site.ask("q=larch+zzneedlezz");
    await site.world.kernel.chores.run();
    expect(status).toBe(200);
    const { sql } = site.world.powers;
    const tables = sql.all<{ name: string }>("SELECT name FROM sqlite_schema WHERE type = 'table'");
    const rows = tables.flatMap(({ name }) => sql.all(`SELECT * FROM ${name}`));
    expect(rows.length).toBeGreaterThan(10);
    expect(JSON.stringify(rows)).not.toContain("zzneedlezz");
    for (const log of logs) expect(JSON.stringify(log.mock.calls)).not.toContain("zzneedlezz");
    expect(headers).toMatchObject({ "Cache-Control": "no-store", "Referrer-Policy": "strict-origin" });
    expect(headers["ETag"]).toBeUndefined();
  });

  test("get an answer of their own under every condition", async () => {
    const site = await searchedSite({ larch: article("/larch", "Larch", "Boards.") });
    const answer = await site.world.kernel.serve(SITE, "/search", "*", { query: "?q=boards", client: "a" });
    expect([answer.status, titlesIn(answer.body ?? "")]).toEqual([200, ["Larch"]]);
  });
});

describe("the limit of searches", () => {
  test.each([
    [-1, 200],
    [0, 200],
    [1, 429],
  ])(
    "of one visitor is the bound: the search at the bound and %d gets %d, and another visitor 200",
    async (more, status) => {
      const site = await searchedSite({ larch: article("/larch", "Larch", "Boards.") });
      for (let n = 1; n < SEARCHES_PER_VISITOR + more; n += 1) await site.ask("q=larch", { client: "busy" });
      const last = await site.ask("q=larch", { client: "busy" });
      expect(last.status).toBe(status);
      expect(last.headers["Retry-After"]).toBe(status === 429 ? "1" : undefined);
      expect((await site.ask("q=larch", { client: "calm" })).status).toBe(200);
      // The form alone costs nothing.
      expect((await site.ask("", { client: "busy" })).status).toBe(200);
      site.world.powers.clock.now += SEARCHES_WINDOW_SECONDS * 1000;
      expect((await site.ask("q=larch", { client: "busy" })).status).toBe(200);
    },
  );

  test.each([
    [-1, false],
    [0, true],
    [1, true],
  ])(
    "forgets the visitor that searched longest ago after as many others as the bound and %d: %s",
    (more, isForgotten) => {
      const limit = new SearchLimit(() => 0);
      for (let n = 0; n < SEARCHES_PER_VISITOR; n += 1) limit.spend(SITE, "first");
      for (let n = 0; n < SEARCH_VISITORS_KNOWN + more; n += 1) limit.spend(SITE, `other ${n}`);
      expect(limit.spend(SITE, "first").allowed).toBe(isForgotten);
    },
  );
});
