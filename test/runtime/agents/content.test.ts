import { describe, expect, test } from "vitest";
import {
  COMPLETIONS_MAX,
  LIST_ITEMS_DEFAULT,
  OUTLINE_MAX_HEADINGS,
  READ_DEFAULT_CHARS,
  READ_MAX_CHARS,
  READ_MIN_CHARS,
  RESOURCES_PAGE,
  SEARCH_HITS_DEFAULT,
} from "../../../manifests/bounds/agents.ts";
import { TEXT_MAX_CHARS, TITLE_MAX_CHARS } from "../../../manifests/bounds/documents.ts";
import { LINK_MAX_CHARS } from "../../../manifests/bounds/fields.ts";
import { SEARCH_MAX_CHARS, SEARCH_MAX_WORDS, SEARCH_PASSAGES_MAX } from "../../../manifests/bounds/search.ts";
import type { JsonSchema } from "../../../manifests/shapes/shape.ts";
import { utf8Length } from "../../../manifests/json/utf8.ts";
import type { Catalogue, CatalogueTool } from "../../../runtime/rendering/agents/catalogue.ts";
import { cursorAt, readOffset } from "../../../runtime/agents/content/cursor.ts";
import { PublicPageIndex } from "../../../runtime/agents/content/pageIndex.ts";
import { project } from "../../../runtime/agents/project.ts";
import { completeVariable, listResources } from "../../../runtime/agents/resources.ts";
import type { SiteContent } from "../../../runtime/agents/content/siteContent.ts";
import { type ToolAnswer, callTool, listTools } from "../../../runtime/agents/tools.ts";
import { getPrompt } from "../../../runtime/agents/prompts.ts";
import { ANSWER_MAX_BYTES } from "../../../runtime/agents/content/tokenBudget.ts";
import type { PublicPage } from "../../../runtime/search/publicIndex.ts";
import { finishMarkdown } from "../../../runtime/rendering/markdown/pageMarkdown.ts";
import type { PageText } from "../../../runtime/rendering/markdown/pageText.ts";
import type { WordIndex } from "../../../runtime/search/wordIndex.ts";
import { surroundings } from "../rendering/specimen.ts";
import { indexOf } from "../search/index.ts";

const page = (n: number, more: Partial<PublicPage> = {}): PublicPage => ({
  id: `p${n}`,
  path: `/p${n}`,
  url: `https://site.example/p${n}`,
  title: `Title ${n}`,
  description: null,
  collection: null,
  date: null,
  updated: null,
  author: null,
  image: null,
  key: `k${n}`,
  headings: [],
  excerpt: "",
  modified: "2026-01-01T00:00:00.000Z",
  ...more,
});

const SEARCH: CatalogueTool = {
  listed: {
    name: "search",
    title: "Search",
    description: "Search.",
    annotations: { readOnlyHint: true, destructiveHint: false, idempotentHint: true, openWorldHint: false },
    inputSchema: {
      type: "object",
      properties: { query: { type: "string", title: "Query" } },
      additionalProperties: false,
    },
    outputSchema: { type: "object" },
  },
  query: { operation: "search", text: { field: "query" } },
  template:
    "{{ answer.total }} at {{ site.name }}: {% for page in answer.results %}{{ page.title | markdown }};{% endfor %}",
};

const catalogue = (more: Partial<Catalogue> = {}): Catalogue => ({
  site: {
    name: "Site",
    language: "en",
    url: "https://site.example/",
    navigation: { header: [], footer: [] },
    social: [],
  },
  tools: [SEARCH],
  prompts: [],
  forms: [],
  redirects: [],
  resources: [
    {
      name: "pages",
      title: "Pages",
      description: "Pages.",
      address: "page{+path}",
      answer: { query: { operation: "read", page: { field: "path" } } },
    },
  ],
  ...more,
});

const content = (
  pages: readonly PublicPage[],
  more: Partial<Catalogue> = {},
  words: WordIndex | undefined = indexOf(),
): SiteContent => ({
  catalogue: catalogue(more),
  hostname: "site.example",
  origin: "https://site.example",
  release: 1,
  publishedAt: "2026-01-01T00:00:00.000Z",
  version: "1",
  now: () => 0,
  pages: async () => new PublicPageIndex(pages),
  redirects: async () => catalogue(more).redirects,
  text: async () => undefined,
  words: async () => words,
});

const answered = (answer: ToolAnswer | undefined): Record<string, unknown> => answer?.structuredContent ?? {};

const many = (count: number): PublicPage[] => Array.from({ length: count }, (_, n) => page(n));

describe("languages", () => {
  const LANGUAGES = [
    { tag: "en", name: "English", url: "https://site.example/" },
    { tag: "de", name: "Deutsch", url: "https://site.example/de" },
  ];
  const filtered = (operation: "list" | "search"): CatalogueTool => ({
    ...SEARCH,
    listed: {
      ...SEARCH.listed,
      inputSchema: {
        type: "object",
        properties: { language: { type: "string", title: "Language" } },
        additionalProperties: false,
      },
    },
    query: { operation, language: { field: "language" }, ...(operation === "search" && { text: "title" }) },
    template: null,
  });
  const site = (languages?: typeof LANGUAGES): SiteContent => {
    const { site: card } = catalogue();
    const pages = [page(1), page(2, { language: "de" }), page(3, { language: "de-AT" }), page(4, { language: "den" })];
    return content(pages, { site: { ...card, ...(languages && { languages }) } });
  };
  const found = async (tool: CatalogueTool, language?: string, languages: typeof LANGUAGES | undefined = LANGUAGES) => {
    const of = site(languages);
    const asking = { ...of, catalogue: { ...of.catalogue, tools: [tool] } };
    const answer = answered(await callTool(asking, "search", language === undefined ? {} : { language }));
    return (answer["results"] ?? answer["pages"]) as { id: string; language?: string }[];
  };
  const ids = (pages: readonly { id: string }[]): string[] => pages.map(({ id }) => id).toSorted();

  test.each(["list", "search"] as const)("narrow what %s finds, each with its regions, in any case", async (name) => {
    const tool = filtered(name);
    expect(ids(await found(tool))).toEqual(["p1", "p2", "p3", "p4"]);
    expect(ids(await found(tool, "de"))).toEqual(["p2", "p3"]);
    expect(ids(await found(tool, "DE-at"))).toEqual(["p3"]);
    expect(ids(await found(tool, "en"))).toEqual(["p1"]);
    expect(await found(tool, "fr")).toEqual([]);
  });

  test("stand at each page of a site with several, and at none of a site with one", async () => {
    const tags = async (languages?: typeof LANGUAGES) =>
      (await found(filtered("list"), "de", languages)).map(({ language }) => language);
    expect(await tags(LANGUAGES)).toEqual(["de", "de-AT"]);
    const of = site();
    const alone = { ...of, catalogue: { ...of.catalogue, tools: [filtered("list")] } };
    const answer = answered(await callTool(alone, "search", { language: "de" }));
    expect((answer["pages"] as { language?: string }[]).map(({ language }) => language)).toEqual([
      undefined,
      undefined,
    ]);
  });

  test("are listed with the number of their pages", async () => {
    const of = site(LANGUAGES);
    const about: CatalogueTool = { ...SEARCH, query: { operation: "site" }, template: null };
    const answer = answered(await callTool({ ...of, catalogue: { ...of.catalogue, tools: [about] } }, "search", {}));
    expect(answer["languages"]).toEqual([
      { ...LANGUAGES[0], pages: 1 },
      { ...LANGUAGES[1], pages: 1 },
    ]);
  });
});

describe("long lists", () => {
  test.each([
    [RESOURCES_PAGE - 1, 0],
    [RESOURCES_PAGE, 0],
    [RESOURCES_PAGE + 1, 1],
  ])("of %d resources leave %d for the next page", async (count, left) => {
    const site = content(many(count));
    const { items, nextCursor } = await listResources(site, undefined);
    const rest = nextCursor === undefined ? [] : (await listResources(site, nextCursor)).items;
    expect([items.length + rest.length, rest.length]).toEqual([count, left]);
  });

  test.each([
    [COMPLETIONS_MAX - 1, false],
    [COMPLETIONS_MAX, false],
    [COMPLETIONS_MAX + 1, true],
  ])("of %d completions have more: %s", async (count, hasMore) => {
    const completion = await completeVariable(content(many(count)), "site://site.example/page{+path}", "path", "/P");
    expect([completion.total, completion.hasMore, completion.values.length]).toEqual([
      count,
      hasMore,
      Math.min(count, COMPLETIONS_MAX),
    ]);
  });

  test.each([[OUTLINE_MAX_HEADINGS - 1], [OUTLINE_MAX_HEADINGS], [OUTLINE_MAX_HEADINGS + 1]])(
    "of %d headings are cut",
    (count) => {
      const { outline } = finishMarkdown([{ section: "a", text: "# a\n".repeat(count) }], surroundings);
      expect(outline).toHaveLength(Math.min(count, OUTLINE_MAX_HEADINGS));
    },
  );
});

describe("without being asked for a number", () => {
  const tool = (query: CatalogueTool["query"]) => ({ tools: [{ ...SEARCH, query }] });

  test.each([[-1], [0], [1]])("a list has as many pages as the bound, of as many and %d", async (more) => {
    const count = LIST_ITEMS_DEFAULT + more;
    const answer = await callTool(content(many(count), tool({ operation: "list" })), "search", {});
    expect(answer?.structuredContent?.["pages"]).toHaveLength(Math.min(LIST_ITEMS_DEFAULT, count));
  });

  test.each([
    [-1, false],
    [0, false],
    [1, true],
  ])("a page is read up to the bound, of as many characters and %d: there is more %s", async (more, hasMore) => {
    const markdown = "x".repeat(READ_DEFAULT_CHARS + more);
    const site = {
      ...content([page(1)], tool({ operation: "read", page: "p1" })),
      text: async () => ({ markdown, sections: [], outline: [] }),
    };
    const { text, nextCursor } = answered(await callTool(site, "search", {})) as { text: string; nextCursor?: string };
    expect([text.length, nextCursor !== undefined]).toEqual([Math.min(READ_DEFAULT_CHARS, markdown.length), hasMore]);
  });
});

describe("a page in parts", () => {
  const READ: CatalogueTool = {
    ...SEARCH,
    template: null,
    listed: {
      ...SEARCH.listed,
      inputSchema: {
        type: "object",
        properties: Object.fromEntries(
          ["format", "section", "cursor"].map((name) => [name, { type: "string", title: name }]),
        ),
        additionalProperties: false,
      },
    },
    query: {
      operation: "read",
      page: "p1",
      format: { field: "format" },
      section: { field: "section" },
      cursor: { field: "cursor" },
      maxChars: READ_MIN_CHARS,
    },
  };
  const site = (text: PageText, query: Partial<CatalogueTool["query"]> = {}): SiteContent => ({
    ...content([page(1)], { tools: [{ ...READ, query: { ...READ.query, ...query } }] }),
    text: async () => text,
  });
  /** A page with this many sections of this many characters. */
  const sectioned = (count: number, length: number): PageText => ({
    markdown: Array.from({ length: count }, (_, n) => String.fromCodePoint(97 + (n % 26)).repeat(length)).join(""),
    sections: Array.from({ length: count }, (_, n) => ({
      id: `section-${n}`,
      start: n * length,
      end: (n + 1) * length,
    })),
    outline: [],
  });

  interface Part {
    readonly sections?: readonly { readonly id: string; readonly text: string; readonly more?: true }[];
    readonly outline?: readonly { readonly section: string }[];
    readonly text: string;
    readonly nextCursor?: string;
  }

  /** Reads all parts to the end. None may be refused or longer than the limit. */
  async function partsOf(from: SiteContent, given: JsonSchema): Promise<Part[]> {
    const parts: Part[] = [];
    for (
      let cursor: string | undefined;
      parts.length === 0 || cursor !== undefined;
      cursor = parts.at(-1)?.nextCursor
    ) {
      const answer = await callTool(from, "search", { ...given, ...(cursor === undefined ? {} : { cursor }) });
      expect(answer?.isError).toBeUndefined();
      expect(utf8Length(JSON.stringify(answer))).toBeLessThan(ANSWER_MAX_BYTES);
      parts.push(answered(answer) as unknown as Part);
    }
    return parts;
  }

  test.each([
    [-1, [1]],
    [0, [1]],
    [1, [1, 1]],
  ])(
    "by its sections is as long as was asked for: of as many characters in ten sections and %i come parts",
    async (more, ends) => {
      const text = sectioned(10, READ_MIN_CHARS / 10);
      const markdown = text.markdown.slice(0, READ_MIN_CHARS + Math.min(more, 0)) + "!".repeat(Math.max(more, 0));
      const sections = text.sections.map((one, n) => (n === 9 ? { ...one, end: markdown.length } : one));
      const parts = await partsOf(site({ ...text, markdown, sections }), { format: "json" });
      expect(parts).toHaveLength(ends.length);
      expect(
        parts.map(
          ({ sections: some = [] }) => some.reduce((sum, { text: words }) => sum + words.length, 0) <= READ_MIN_CHARS,
        ),
      ).toEqual(ends.map(() => true));
      expect(parts.flatMap(({ sections: some = [] }) => some.map(({ text: words }) => words)).join("")).toBe(markdown);
      expect(parts[0]?.sections?.at(-1)?.more).toBe(more > 0 ? true : undefined);
    },
  );

  test("by its sections has all of them, however many there are and however short", async () => {
    const text = sectioned(3_000, 6);
    const parts = await partsOf(site(text, { maxChars: READ_MAX_CHARS }), { format: "json" });
    expect(parts.length).toBeGreaterThan(1);
    expect(parts.flatMap(({ sections = [] }) => sections).map(({ id, text: words }) => [id, words])).toEqual(
      text.sections.map(({ id, start, end }) => [id, text.markdown.slice(start, end)]),
    );
  });

  test("by its sections goes on as Markdown from the same place, and gives one section alone", async () => {
    const text = sectioned(3, 400);
    const [first] = await partsOf(site(text), { format: "json" });
    const rest = answered(await callTool(site(text), "search", { cursor: first?.nextCursor })) as unknown as Part;
    expect((first?.sections ?? []).map(({ text: words }) => words).join("") + rest.text).toBe(
      text.markdown.slice(0, 2 * READ_MIN_CHARS),
    );
    expect(await partsOf(site(text), { format: "json", section: "section-1" })).toMatchObject([
      { chars: 400, sections: [{ id: "section-1", text: "b".repeat(400) }] },
    ]);
  });

  /** The largest number of headings with the largest length. */
  const headed: PageText = {
    markdown: "x".repeat(OUTLINE_MAX_HEADINGS),
    sections: [{ id: "all", start: 0, end: OUTLINE_MAX_HEADINGS }],
    outline: Array.from({ length: OUTLINE_MAX_HEADINGS }, (_, at) => ({
      level: 1 + (at % 2),
      text: `${at} ${"h".repeat(TITLE_MAX_CHARS)}`,
      at,
    })),
  };

  test("by its outline has every heading", async () => {
    const parts = await partsOf(site(headed), { format: "outline" });
    expect(parts.length).toBeGreaterThan(1);
    expect(new Set(parts.flatMap(({ outline = [] }) => outline.map(({ section }) => section))).size).toBe(
      OUTLINE_MAX_HEADINGS,
    );
    expect(parts.flatMap(({ text }) => text.split("\n"))).toHaveLength(OUTLINE_MAX_HEADINGS);
  });

  test("by its outline has the headings of the section that was asked for, and takes no cursor of a text", async () => {
    const [, second] = (await partsOf(site(headed), { format: "outline" }))[0]?.outline ?? [];
    expect(
      (await partsOf(site(headed), { format: "outline", section: second?.section })).map(({ outline }) => outline),
    ).toEqual([[second]]);
    const { nextCursor } = answered(await callTool(site(sectioned(3, 400)), "search", {}));
    expect(await callTool(site(headed), "search", { format: "outline", cursor: nextCursor })).toMatchObject({
      isError: true,
    });
  });
});

describe("search", () => {
  const ask = async (pages: readonly PublicPage[], query: string, words?: WordIndex) => {
    const answer = await callTool(content(pages, {}, words), "search", { query });
    return (answer?.structuredContent ?? { results: [] }) as {
      results: { id: string }[];
      match: string;
      missing?: string[];
      limited?: string;
    };
  };
  const find = async (pages: readonly PublicPage[], query: string, words?: WordIndex) =>
    (await ask(pages, query, words)).results.map(({ id }) => id);

  test("gives pages with all words, first those that have them in the title, then in headings, then in the text", async () => {
    const pages = [
      page(1),
      page(2, { headings: ["Oak"] }),
      page(3, { title: "Oak" }),
      page(4, { title: "Larch", description: "oak", headings: ["oak"] }),
      page(5),
    ];
    const words = indexOf(
      { p1: "Élan and oak oak oak oak oak oak oak oak", p2: "elan" },
      { p3: "elan", p4: "oak", p5: "elan" },
    );
    expect(await ask(pages, "oak ELAN", words)).toMatchObject({
      results: [{ id: "p3" }, { id: "p2" }, { id: "p1" }],
      match: "all",
    });
    expect(await find(pages, "oak", words)).toEqual(["p3", "p4", "p2", "p1"]);
  });

  test("gives pages with some words when none has all, those with the rarer ones first, and names what is nowhere", async () => {
    const words = indexOf({ p1: "how to dry", p2: "how to dry larch", p3: "how to", p4: "how to" });
    const { results, match, missing } = await ask([page(1), page(2), page(3), page(4)], "how does larch dry", words);
    expect([results.map(({ id }) => id), match, missing]).toEqual([["p2", "p1", "p3", "p4"], "some", ["does"]]);
  });

  test("looks through the text from its first word to its last, in every part of the index", async () => {
    const words = indexOf({ p1: `${"filler ".repeat(50_000)} needle` }, { p2: "needle" }, { p3: "nothing" });
    expect((await find([page(1), page(2), page(3)], "needle", words)).toSorted()).toEqual(["p1", "p2"]);
  });

  test("counts how often a word is there, and a whole word more than the beginning of one", async () => {
    const words = indexOf({
      p1: "larch",
      p2: "larch larch larch",
      p3: "larches larches larches larches larches larches larches larches",
    });
    expect(await find([page(1), page(2), page(3)], "larch", words)).toEqual(["p2", "p3", "p1"]);
  });

  test("says what it did not look through, and still finds such pages by what it knows of them", async () => {
    const pages = [page(1, { excerpt: "Larch" }), page(2)];
    expect((await ask(pages, "larch", indexOf())).limited).toBeUndefined();
    const { results, limited } = await ask(pages, "larch", { ...indexOf(), left: 1, cut: 2 });
    expect([results, limited]).toEqual([
      [expect.objectContaining({ id: "p1" })],
      expect.stringMatching(/1 of its pages.*2 very long pages/),
    ]);
    const before = await callTool({ ...content(pages), words: async () => undefined }, "search", { query: "larch" });
    expect(before?.structuredContent).toMatchObject({
      total: 1,
      limited: expect.stringContaining("no full-text index"),
    });
  });

  test.each([
    [SEARCH_MAX_WORDS - 1, 1],
    [SEARCH_MAX_WORDS, 1],
    [SEARCH_MAX_WORDS + 1, 0],
  ])("looks for the first words: the one at place %d is found %d times", async (place, times) => {
    const words = Array.from({ length: place - 1 }, (_, n) => `w${n}`);
    expect(await find([page(1, { title: "needle" })], [...words, "needle"].join(" "))).toHaveLength(times);
  });

  test.each([
    [-1, 1],
    [0, 1],
    [1, 0],
  ])(
    "looks for what stands in so many characters: a word that ends %d after them is found %d times",
    async (past, times) => {
      const query = `${"- ".repeat(SEARCH_MAX_CHARS)}`.slice(0, SEARCH_MAX_CHARS - "ab".length + past) + "ab";
      expect(await find([page(1, { title: "ab" })], query)).toHaveLength(times);
    },
  );

  test.each([[-1], [0], [1]])(
    "shows as many pages as it does without being asked for a number, of as many and %d",
    async (more) => {
      expect(await find(many(SEARCH_HITS_DEFAULT + more), "title")).toHaveLength(
        Math.min(SEARCH_HITS_DEFAULT, SEARCH_HITS_DEFAULT + more),
      );
    },
  );

  test.each([[-1], [0], [1]])(
    "opens no more texts than the bound, of as many pages and %d; the others are shown by their beginning",
    async (more) => {
      const opened: string[] = [];
      const count = SEARCH_PASSAGES_MAX + more;
      const pages = many(count).map((one) => ({ ...one, excerpt: "Beginning" }));
      const site: SiteContent = {
        ...content(pages, { tools: [{ ...SEARCH, query: { ...SEARCH.query, limit: 50 } }] }),
        text: async ({ id }) => {
          opened.push(id);
          return { markdown: "The title here.", sections: [{ id: "a", start: 0, end: 15 }], outline: [] };
        },
      };
      const { results } = answered(await callTool(site, "search", { query: "title" })) as {
        results: { excerpt: string }[];
      };
      expect(opened).toHaveLength(Math.min(SEARCH_PASSAGES_MAX, count));
      expect(results.map(({ excerpt }) => excerpt)).toEqual(
        results.map((_, n) => (n < SEARCH_PASSAGES_MAX ? "The title here." : "Beginning")),
      );
    },
  );

  test("is written by the plugin's own template, and by none that fails", async () => {
    const answer = await callTool(content([page(1, { title: "Oak **wood**" })]), "search", { query: "oak" });
    expect(answer?.content[0]?.text).toBe("1 at Site: Oak **wood**;");
    const broken = await callTool(
      content([page(1)], {
        tools: [
          { ...SEARCH, template: "{% for a in (1..100000) %}{% for b in (1..100000) %}x{% endfor %}{% endfor %}" },
        ],
      }),
      "search",
      { query: "title" },
    );
    expect(broken).toMatchObject({ isError: true, content: [{ text: expect.stringContaining("template failed") }] });
  });
});

test("a cursor is good for its own question, site and version, and for nothing else", () => {
  const site = content([]);
  const cursor = cursorAt(site, ["list", "a"], 5);
  expect(readOffset(cursor, site, ["list", "a"])).toBe(5);
  for (const [where, question] of [
    [site, ["list", "b"]],
    [{ ...site, hostname: "other.example" }, ["list", "a"]],
    [{ ...site, version: "2" }, ["list", "a"]],
  ] as const) {
    expect(() => readOffset(cursor, where, question)).toThrow(expect.objectContaining({ code: "INVALID_REQUEST" }));
  }
});

describe("an answer as long as clients take", () => {
  const bytesOf = (answer: ToolAnswer | undefined): number =>
    utf8Length(JSON.stringify(answer?.structuredContent)) + utf8Length(JSON.stringify(answer?.content[0]?.text));
  /** Calls a tool whose template has this many bytes of text, besides the answer of an empty list. */
  const written = async (bytes: number, letter = "x") => {
    const template = letter.repeat((bytes - 2) / utf8Length(letter));
    return callTool(content([], { tools: [{ ...SEARCH, query: { operation: "list" }, template }] }), "search", {});
  };

  test.each([
    [-3, false],
    [0, false],
    [3, true],
  ])("is one whose template wrote as much as there is room for and %i bytes; refused: %s", async (more, refused) => {
    const { structuredContent } = (await written(2)) ?? {};
    const room = ANSWER_MAX_BYTES - utf8Length(JSON.stringify(structuredContent));
    const even = room - ((room - 2) % 3);
    for (const letter of ["x", "木"]) {
      const answer = await written(even + more, letter);
      expect([answer?.isError === true, answer?._meta["drawbridge/code"]]).toEqual([
        refused,
        refused ? "TOO_LARGE" : undefined,
      ]);
      if (!refused) expect(bytesOf(answer)).toBeLessThanOrEqual(ANSWER_MAX_BYTES);
    }
  });

  test.each([
    [-1, false],
    [0, false],
    [1, true],
  ])("is a prompt whose template wrote as much as the bound and %i bytes; refused: %s", (more, refused) => {
    // The template appears as text and again in JSON with two quotes.
    const template = "x".repeat((ANSWER_MAX_BYTES - 2) / 2 + more);
    const get = () =>
      getPrompt(
        content([], { prompts: [{ listed: { name: "p", title: "P", description: "P.", arguments: [] }, template }] }),
        "p",
        {},
      );
    if (refused) expect(get).toThrow(expect.objectContaining({ code: "TOO_LARGE" }));
    else expect(get()?.messages[0]?.content.text).toBe(template);
  });

  test("is what a site says of itself, with the longest settings there can be and as many links as fit", async () => {
    const line = (chars: number) => "木".repeat(chars);
    const settings = { name: line(TITLE_MAX_CHARS), tagline: line(TITLE_MAX_CHARS), description: line(TEXT_MAX_CHARS) };
    const organization = {
      legalName: line(TITLE_MAX_CHARS),
      email: line(TITLE_MAX_CHARS),
      telephone: line(TITLE_MAX_CHARS),
      address: line(TEXT_MAX_CHARS),
    };
    const social = Array.from({ length: 100 }, () => ({
      label: line(TITLE_MAX_CHARS),
      url: `https://elsewhere.example/${"x".repeat(LINK_MAX_CHARS)}`,
    }));
    const site = { ...catalogue().site, ...settings, organization, social };
    const answer = await callTool(
      content(many(3), { site, tools: [{ ...SEARCH, query: { operation: "site" }, template: null }] }),
      "search",
      {},
    );
    expect(answer?.structuredContent).toMatchObject({ ...settings, organization, pages: 3 });
    const shown = answered(answer)["social"] as unknown[];
    expect([shown.length > 0, shown.length < 100, bytesOf(answer) <= ANSWER_MAX_BYTES]).toEqual([true, true, true]);
  });

  test("is found in a list that was made once for a publication", () => {
    const site = content([]);
    expect(listTools(site)).toBe(listTools({ ...site }));
  });
});

describe("the part of an answer that a schema names", () => {
  const schema: JsonSchema = {
    type: "object",
    properties: {
      a: { type: "object", properties: { b: { type: "string" } } },
      list: { type: "array", items: { type: "object", properties: { c: { type: "string" } } } },
      any: { type: "object" },
    },
  };

  test("is given, and nothing else", () => {
    const value = { a: { b: "1", x: "2" }, list: [{ c: "3", y: "4" }], any: { z: "5" }, more: 6, constructor: "7" };
    expect(project(schema, value)).toEqual({ a: { b: "1" }, list: [{ c: "3" }], any: { z: "5" } });
  });
});

describe("forms", () => {
  const CONTACT = { id: "a.forms/contact", title: "Contact", schema: { type: "object" } };
  const GET_FORM: CatalogueTool = {
    listed: {
      ...SEARCH.listed,
      name: "form",
      inputSchema: {
        type: "object",
        properties: { form: { type: "string", title: "Form" } },
        additionalProperties: false,
      },
    },
    query: { operation: "form", form: { field: "form" } },
    template: null,
  };
  const site = (pages: readonly PublicPage[]): SiteContent => content(pages, { tools: [GET_FORM], forms: [CONTACT] });
  const ask = async (pages: readonly PublicPage[], given: object = {}) =>
    callTool(site(pages), "form", given as Record<string, never>);
  const on = (n: number, type = CONTACT.id): PublicPage => page(n, { forms: [{ section: "ask", type }] });

  test("are named as visitors send them, one for each place", async () => {
    expect(answered(await ask([on(1), page(2), on(3)]))["forms"]).toEqual([
      { id: "p1.ask", title: "Contact", page: "https://site.example/p1" },
      { id: "p3.ask", title: "Contact", page: "https://site.example/p3" },
    ]);
    expect(answered(await ask([on(1)], { form: "p1.ask" }))["forms"]).toEqual([
      expect.objectContaining({ id: "p1.ask", schema: { type: "object" } }),
    ]);
  });

  test.each([
    ["by what it asks", { form: CONTACT.id }],
    ["on a page without it", { form: "p2.ask" }],
  ])("are not found %s", async (_, given) => {
    expect(await ask([on(1), page(2)], given)).toMatchObject({ isError: true });
  });

  test("of a plugin that takes no part are none", async () => {
    expect(answered(await ask([on(1, "gone.forms/ask")]))["forms"]).toEqual([]);
  });
});
