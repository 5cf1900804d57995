import { beforeAll, describe, expect, test } from "vitest";
import { SEARCH_RESULT_PAGES_MAX, SEARCH_RESULTS_PAGE } from "../../../../manifests/bounds/search.ts";
import { PACK, page, textSection } from "../../kernel/world.ts";
import { type SearchedSite, article, searchedSite, titlesIn } from "./searchedSite.ts";

const said = (html: string | null): string => /<p class="search-said"[^>]*>(.*?)<\/p>/.exec(html ?? "")?.[1] ?? "";
const note = (html: string | null): string => /<p class="search-note">(.*?)<\/p>/.exec(html ?? "")?.[1] ?? "";

describe("a site in one language", () => {
  let site: SearchedSite;
  beforeAll(async () => {
    site = await searchedSite({
      larch: article("/larch", "Larch boards", "Larch dries slowly. Boats of larch last for years."),
      oak: article("/oak", "Oak", "Oak and larch in one boat, with élan."),
      more: article("/more", "Seasoning", "How timber dries in a shed."),
      kept: article("/kept", "Kept away", "Larch nobody shall find.", { noindex: true }),
    });
  });

  test.each([
    ["larch", ["Larch boards", "Oak"]],
    ["LARCH", ["Larch boards", "Oak"]],
    ["elan", ["Oak"]],
    ["éLAN", ["Oak"]],
    ["seas", ["Seasoning"]],
    ["boards dries", ["Larch boards"]],
    ["oak", ["Oak"]],
    ["seasonign", ["Seasoning"]],
    ["tinber dries", ["Seasoning"]],
    ["timbers", ["Seasoning"]],
    ["shall find nobody", []],
  ])("is searched for %s", async (query, titles) => {
    expect(await site.titles(query)).toEqual(titles);
  });

  test("shows the form alone without words, and no page a cache could keep", async () => {
    for (const query of ["", "q=", "q=%20%0A", "other=1"]) {
      const { status, headers, body } = await site.ask(query);
      expect([status, headers["Cache-Control"], headers["X-Robots-Tag"], said(body)]).toEqual([
        200,
        "no-store",
        "noindex",
        "",
      ]);
      expect(body).toContain('<form class="search-form" role="search" method="get" action="/search">');
    }
  });

  test("marks the words in titles and passages", async () => {
    const { body } = await site.ask("q=larc");
    expect(body).toContain('<a class="search-title" href="/larch"><mark>Larc</mark>h boards</a>');
    expect(body).toContain("<mark>Larc</mark>h dries slowly. Boats of <mark>larc</mark>h last for years.");
  });

  test("says which word no page has, and what it shows instead", async () => {
    expect(note((await site.ask("q=seasonign")).body)).toBe("No page has “seasonign”. Shown instead: <b>seasoning</b>");
  });

  test("suggests other words for a short one that no page has", async () => {
    const { body } = await site.ask("q=Oak%20lerch");
    expect(note(body)).toBe('Did you mean: <a href="/search?q=Oak+larch">Oak larch</a>');
    expect(titlesIn(body ?? "")).toEqual(["Oak"]);
  });

  test("says that nothing was found, and repeats the words as text alone", async () => {
    const { body } = await site.ask(`q=${encodeURIComponent('<script>"zzz')}`);
    expect(said(body)).toBe("Nothing was found for “&lt;script&gt;&quot;zzz”.");
    expect(body).toContain('value="&lt;script&gt;&quot;zzz"');
  });

  test("has no search once its plugin is disabled", async () => {
    const other = await searchedSite({}, {}, { pack: PACK });
    expect((await other.ask("q=larch")).status).toBe(404);
  });
});

describe("the address of the search", () => {
  const redirects = { entries: [{ from: "/search", to: "/elsewhere", status: 301 as const }] };

  test("belongs to a page of the site that has it", async () => {
    const site = await searchedSite({ own: article("/search", "Our own page", "Larch.") });
    const { body, headers } = await site.ask("q=larch");
    expect(body).toContain("<h1>Our own page</h1>");
    expect([headers["Cache-Control"], body?.includes("search-form")]).toEqual([
      expect.stringMatching(/^public/),
      false,
    ]);
  });

  test("shows results in the site's page if it has the section", async () => {
    const site = await searchedSite({
      own: page("/search", {
        title: "Find it",
        sections: [textSection("Words of ours."), { id: "s9", type: "test.search/search", fields: {} }],
      }),
      larch: article("/larch", "Larch boards", "Larch."),
    });
    const { body, headers } = await site.ask("q=larch");
    expect(body).toContain("Words of ours.");
    expect([titlesIn(body ?? ""), headers["Cache-Control"]]).toEqual([["Larch boards"], "no-store"]);
    // Without words it is the page that every visitor gets.
    expect((await site.ask("")).headers["Cache-Control"]).toMatch(/^public/);
  });

  test("belongs to a redirect of the site", async () => {
    const site = await searchedSite({});
    await site.world.run("documents.write", {
      writes: [{ kind: "redirects", id: "site", expected: 1, body: redirects }],
    });
    await site.publish();
    expect(await site.ask("q=larch")).toMatchObject({ status: 301, headers: { Location: "/elsewhere?q=larch" } });
  });
});

describe("many results", () => {
  let site: SearchedSite;
  beforeAll(async () => {
    const count = SEARCH_RESULTS_PAGE * SEARCH_RESULT_PAGES_MAX + 1;
    site = await searchedSite(
      Object.fromEntries(
        Array.from({ length: count }, (_, n) => [
          `p${String(n).padStart(3, "0")}`,
          article(`/p${n}`, `Page ${n}`, "Larch."),
        ]),
      ),
    );
  });

  test.each([
    [1, SEARCH_RESULTS_PAGE, false, true],
    [2, SEARCH_RESULTS_PAGE, true, true],
    [SEARCH_RESULT_PAGES_MAX - 1, SEARCH_RESULTS_PAGE, true, true],
    [SEARCH_RESULT_PAGES_MAX, SEARCH_RESULTS_PAGE, true, false],
    [SEARCH_RESULT_PAGES_MAX + 1, SEARCH_RESULTS_PAGE, true, false],
  ])("come in pages: page %d has %d", async (number, results, hasPrevious, hasNext) => {
    const { body } = await site.ask(`q=larch&page=${number}`);
    expect(said(body)).toBe("Results: 501");
    expect([titlesIn(body ?? "").length, body?.includes('rel="prev"'), body?.includes('rel="next"')]).toEqual([
      results,
      hasPrevious,
      hasNext,
    ]);
  });

  test("are each on one page only", async () => {
    const pages = await Promise.all([1, 2, 3].map((number) => site.ask(`q=larch&page=${number}`)));
    const titles = pages.flatMap(({ body }) => titlesIn(body ?? ""));
    expect(new Set(titles).size).toBe(3 * SEARCH_RESULTS_PAGE);
  });
});

describe("a page that changes", () => {
  test("is found by its new words, and once hidden, unpublished or gone not at all", async () => {
    const site = await searchedSite({ larch: article("/larch", "Larch", "Timber from the hills.") });
    await site.world.write("larch", article("/larch", "Larch", "Boards for a roof."));
    await site.publish();
    expect([await site.titles("timber"), await site.titles("boards")]).toEqual([[], ["Larch"]]);
    await site.world.write("larch", article("/larch", "Larch", "Boards for a roof.", { noindex: true }));
    await site.world.run("publish", {});
    // Even before the index is copied.
    expect(await site.titles("boards")).toEqual([]);
    await site.copy();
    expect([await site.titles("boards"), said((await site.ask("q=boards")).body)]).toEqual([
      [],
      "Nothing was found for “boards”.",
    ]);
    await site.world.write("larch", null);
    await site.publish();
    expect(await site.titles("boards")).toEqual([]);
  });

  test("is not found in the draft", async () => {
    const site = await searchedSite({});
    await site.world.write("secret", article("/secret", "Secret", "Unpublished words."));
    expect(await site.titles("unpublished")).toEqual([]);
  });

  test("is found from its date on", async () => {
    const site = await searchedSite({ soon: article("/soon", "Soon", "Larch to come.", { date: "2026-02-01" }) });
    expect(await site.titles("larch")).toEqual([]);
    site.world.powers.clock.now = Date.UTC(2026, 1, 2);
    expect(await site.titles("larch")).toEqual(["Soon"]);
  });
});
