import { describe, expect, test } from "vitest";
import { SECTION_MAX_DEPTH } from "../../../manifests/bounds/documents.ts";
import {
  FILE_MAX_STEPS,
  FILE_MAX_WORK_CHARS,
  PAGE_MAX_STEPS,
  PAGE_MAX_WORK_CHARS,
  SECTION_MAX_STEPS,
  SECTION_MAX_WORK_CHARS,
} from "../../../manifests/bounds/templates.ts";
import type { Page, PageQuery } from "../../../runtime/documents/content/content.ts";
import type { Section } from "../../../runtime/documents/content/section.ts";
import { withoutMarks } from "../../../runtime/templates/marks/fieldMarks.ts";
import type { PageInput } from "../../../runtime/rendering/renderer.ts";
import { active, BASICS, input, page, rendererOf, section, sectionOf, site, themePlugin } from "./renderingSite.ts";

const renderer = rendererOf();
const mainOf = (sections: Section[], rest = {}): string =>
  /<main>(.*)<\/main>/s.exec(renderer.page(input(sections, rest)).html)?.[1] ?? "";

describe("the document", () => {
  const { html } = renderer.page(input([]));
  test("is whole", () => {
    expect(html).toBe(
      '<!doctype html>\n<html lang="en" data-scheme="auto" data-theme="test.theme/slim">\n<head>\n<meta charset="utf-8">\n' +
        '<meta name="viewport" content="width=device-width, initial-scale=1">\n<meta name="color-scheme" content="light dark">\n' +
        '<meta name="svc-editor-endpoint" content="/_editor">\n' +
        '<link rel="stylesheet" href="/_assets/x.css">\n<title>A &lt;page&gt; · Site &amp; Co</title>\n</head>\n' +
        "<body>\n<main><h1>A &lt;page&gt;</h1></main><i>4px auto</i>\n</body>\n</html>\n",
    );
  });

  test.each<[string, Partial<Page>, string]>([
    ["the home page is called like the site", { path: "/" }, "<title>Site &amp; Co</title>"],
    ["a page that is not to be listed says so", { noindex: true }, '<meta name="robots" content="noindex">'],
  ])("%s", (_, rest, part) => expect(renderer.page(input([], { page: page([], rest) })).html).toContain(part));

  test.each([
    ["ar", ' dir="rtl"'],
    ["he-IL", ' dir="rtl"'],
    ["ckb", ' dir="rtl"'],
    ["dv", ' dir="rtl"'],
    ["yi", ' dir="rtl"'],
    ["pa-Arab-PK", ' dir="rtl"'],
    ["pa", ""],
    ["az-arab", ' dir="rtl"'],
    ["ar-Latn", ""],
    ["en-GB", ""],
  ])("in %s reads in its direction", (language, direction) => {
    const view = site({ settings: { name: "S", language } });
    expect(renderer.page(input([], { site: view })).html).toContain(`<html lang="${language}"${direction} data-scheme`);
  });

  test("takes head fragments in order, and its own title only when none brings one", () => {
    const one = active(
      "test.one",
      { metadata: [{ name: "page", template: "head.liquid" }] },
      { "head.liquid": '<title>{{ page.title }}!</title>\n<link rel="canonical" href="{{ canonical }}">' },
    );
    const two = active(
      "test.two",
      { metadata: [{ name: "page", template: "head.liquid" }] },
      { "head.liquid": '<meta name="robots" content="noindex, nofollow">' },
    );
    const { html: written } = rendererOf([one, two]).page(input([], { page: page([], { noindex: true }) }));
    expect(written.match(/<title>.*/g)).toEqual(["<title>A &lt;page&gt;!</title>"]);
    expect(written.match(/<meta name="robots".*/g)).toEqual(['<meta name="robots" content="noindex, nofollow">']);
    expect(written).toContain('<link rel="canonical" href="https://site.example/a">\n<meta name="robots"');
  });

  describe("has one title and one canonical address, of the plugin that comes first", () => {
    const head = { metadata: [{ name: "page", template: "head.liquid" }] };
    const headOf = (...templates: readonly string[]): string => {
      const plugins = templates.map((text, place) => active(`test.p${place}`, head, { "head.liquid": text }));
      const { html: written } = rendererOf(plugins).page(input([]));
      return /<link rel="stylesheet"[^>]*>\n([^]*)\n<\/head>/.exec(written)?.[1] ?? "";
    };
    const FIRST = '<title>First</title>\n<link rel="canonical" href="/first">';

    test.each([
      ["the same", '<title>Second</title>\n<link rel="canonical" href="/second">', ""],
      ["the same in capitals and other quotes", "<TITLE>Second</TITLE><LINK REL='Canonical' HREF='/second'>", ""],
      ["the same over lines", '<title\n>Second\n</title\n><link\nhref="/a>b"\nrel="canonical" />', ""],
      ["more besides", '<meta name="a" content="b"><link rel="canonical" href="/x">', '<meta name="a" content="b">'],
      ["other links", '<link rel="alternate" href="/x">', '<link rel="alternate" href="/x">'],
      ["what only reads like it", '<meta name="a" content="rel=canonical">', '<meta name="a" content="rel=canonical">'],
      ["canonical among its relations", '<link rel="me canonical" href="/x">', ""],
      [
        "a value that prints one",
        `<meta name="a" content="{{ '<title>x</title>' }}">`,
        '<meta name="a" content="&lt;title&gt;x&lt;/title&gt;">',
      ],
      [
        "structured data",
        '<script type="application/ld+json">{"a": {{ "<title>" | json }}}</script>',
        '<script type="application/ld+json">{"a": "\\u003ctitle\\u003e"}</script>',
      ],
    ])("before %s", (_, second, left) => {
      expect(headOf(FIRST, second)).toBe(left === "" ? FIRST : `${FIRST}\n${left}`);
    });

    test("each for itself, and of a plugin that brings two the first", () => {
      expect(headOf("<title>A</title>", '<title>B</title><link rel="canonical" href="/b">')).toBe(
        '<title>A</title>\n<link rel="canonical" href="/b">',
      );
      expect(headOf("<title>A</title><title>B</title>")).toBe("<title>A</title>");
    });
  });

  test("goes without a head fragment that fails, and says which", () => {
    const bad = active("test.bad", { metadata: [{ name: "page", template: "head.liquid" }] }, { "head.liquid": "<p>" });
    const broken = rendererOf([bad]);
    expect(broken.page(input([])).html).toContain("<title>");
    expect(broken.problems()).toEqual([
      { plugin: "test.bad", file: "head.liquid", problem: "found <p>; allowed: only script, title, meta, link" },
    ]);
  });
});

describe("a section", () => {
  test("is wrapped, has its defaults, and shows the page's title if it comes first", () => {
    expect(mainOf([section("s1", "hero", { fields: { text: "Hi" } })])).toBe(
      '<section class="section section--hero is-plain" id="s1" data-section="test.basics/hero">\n<h1>Untitled</h1><p>plain Hi</p>\n</section>',
    );
  });

  test("has a lower heading when it is not the first", () => {
    const main = mainOf([section("s1", "film"), section("s2", "hero", { variant: "loud" })]);
    expect(main).toContain("<h1>A &lt;page&gt;</h1>");
    expect(main).toContain(
      '<section class="section section--hero is-loud" id="s2" data-section="test.basics/hero">\n<h2>Untitled</h2><p>loud </p>',
    );
  });

  test("in a variant that no longer exists takes the first", () => {
    expect(mainOf([section("s1", "hero", { variant: "gone" })])).toContain("is-plain");
  });

  test("nests in slots, each level with its heading level", () => {
    const main = mainOf([
      section("s1", "box", {
        children: {
          first: [section("s2", "box", { children: { second: [section("s3", "hero")] } })],
          gone: [section("s4", "film")],
        },
      }),
    ]);
    expect(main).toContain("<div>20true</div>");
    expect(main).toContain("<div>31false</div>");
    expect(main).toContain('id="s3" data-section="test.basics/hero">\n<h4>');
    expect(main).not.toContain("s4");
  });

  test("asks its questions with values from its fields", () => {
    const asked: PageQuery[] = [];
    const view = site({ query: (query) => (asked.push(query), []) });
    renderer.page(
      input([section("s1", "list", { fields: { collection: "news", most: 2 } }), section("s2", "list")], {
        site: view,
      }),
    );
    expect(asked).toEqual([
      { collection: "news", order: "newest", limit: 2, under: "/a" },
      { collection: "journal", order: "newest", limit: 3, under: "/a" },
    ]);
    expect(mainOf([section("s1", "list", { fields: { most: 2 } })])).toContain("A,B,");
  });

  test.each([
    [0, 1_000],
    [-1, 1_000],
    [5_000, 1_000],
    [999, 999],
  ])("asks for no more than is allowed: %j", (most, limit) => {
    const asked: PageQuery[] = [];
    const view = site({ query: (query) => (asked.push(query), []) });
    renderer.page(input([section("s1", "list", { fields: { most } })], { site: view }));
    expect(asked[0]?.limit).toBe(limit);
  });

  test("names the origins it embeds, each once, sorted", () => {
    expect(renderer.page(input([section("s1", "film"), section("s2", "other-film")])).frames).toEqual([
      "https://a.example",
      "https://b.example",
      "https://c.example",
    ]);
    expect(renderer.page(input([section("s1", "hero")])).frames).toEqual([]);
  });
});

describe("a section that cannot be shown", () => {
  const skipped = [{ id: "acme.reviews", version: "1.0.0", reason: "disabled", detail: "it is switched off" }] as const;
  const withSkipped = rendererOf([BASICS, themePlugin()], skipped);
  const cases: [string, Section, string][] = [
    [
      "of a skipped plugin",
      { id: "s1", type: "acme.reviews/stars", fields: {} },
      "plugin acme.reviews 1.0.0 is skipped (disabled: it is switched off)",
    ],
    [
      "of a plugin that is not installed",
      { id: "s1", type: "acme.gone/stars", fields: {} },
      "plugin acme.gone is not installed",
    ],
    [
      "of a type its plugin does not have",
      section("s1", "unknown"),
      "plugin test.basics 1.0.0 does not have this section",
    ],
    [
      "named like what every object has",
      { id: "s1", type: "__proto__/constructor", fields: {} },
      "plugin __proto__ is not installed",
    ],
    [
      "with a template that is refused",
      section("s1", "broken"),
      "its template failed: found <script>; allowed: elements that show content",
    ],
    [
      "with a template that uses up its budget",
      section("s1", "greedy"),
      "its template failed: it reads and writes more text than allowed",
    ],
    [
      "with a template that is not there",
      section("s1", "nameless"),
      "its template failed: the file is not in the package",
    ],
  ];

  test.each(cases)("%s shows nothing to visitors and leaves the rest alone", (_, broken, reason) => {
    const { html, missing } = withSkipped.page(input([broken, section("s2", "film")]));
    expect(missing).toEqual([{ section: "s1", type: broken.type, reason: expect.stringContaining(reason) }]);
    expect(html).not.toContain("s1");
    expect(html).not.toContain(broken.type);
    expect(html).toContain('id="s2"');
  });

  test.each(cases)("%s is named to editors", (_, broken, reason) => {
    const { html } = withSkipped.page(input([broken], { mode: "edit" }));
    expect(html).toContain(
      `<section class="section section--missing" id="s1" data-section-id="s1" data-section-version="7" data-section-missing="${broken.type}">`,
    );
    expect(html).toContain(
      `<strong>${broken.type}</strong> is not shown: ${reason.replaceAll("<", "&lt;").replaceAll(">", "&gt;")}`,
    );
  });

  test("is left where it is when its parent shows it", () => {
    const { missing, html } = renderer.page(
      input([section("s1", "box", { children: { first: [section("s2", "unknown"), section("s3", "film")] } })]),
    );
    expect(missing.map(({ section: id }) => id)).toEqual(["s2"]);
    expect(html).toContain('id="s3"');
  });

  test("does not take the title of the page with it", () => {
    const { html } = renderer.page(input([section("s1", "broken"), section("s2", "hero")]));
    expect(html).toContain("<h1>A &lt;page&gt;</h1>");
  });
});

describe("an editor's page", () => {
  const sections = [section("s1", "box", { variant: "loud", children: { first: [section("s2", "film")] } })];
  test("says where each section is in the document", () => {
    const { html } = renderer.page(input(sections, { mode: "edit" }));
    expect(html).toContain('<body data-page-id="a" data-page-version="7">');
    expect(html).toContain(
      'id="s1" data-section="test.basics/box" data-section-id="s1" data-section-version="7" data-section-variant="loud" data-section-title="box">',
    );
    expect(html).toContain(
      'data-section-id="s2" data-section-version="7" data-section-parent="s1" data-section-slot="first"',
    );
    expect(html).toContain('<div data-section-parent="s1" data-section-slot="second"></div>');
  });

  test("leads to the editor, also where the site does not want that for visitors", () => {
    const without = site({ settings: { name: "S", language: "en", editorEntry: false } });
    const isIn = (rest: Partial<PageInput>): boolean =>
      renderer.page(input(sections, rest)).html.includes('<meta name="svc-editor-endpoint" content="/_editor">');
    expect([
      isIn({ mode: "edit" }),
      isIn({ mode: "edit", site: without }),
      isIn({}),
      isIn({ site: site({ settings: { name: "S", language: "en", editorEntry: true } }) }),
      isIn({ site: without }),
    ]).toEqual([true, true, true, true, false]);
  });

  test("is, without what is for the editor, the visitor's page", () => {
    const { html } = renderer.page(input(sections, { mode: "edit" }));
    const stripped = withoutMarks(html)
      .replaceAll('<div data-section-parent="s1" data-section-slot="second"></div>', "")
      .replaceAll(/ data-(?:section|page)-[a-z]+="[^"]*"/g, "");
    expect(stripped).toBe(renderer.page(input(sections)).html);
  });
});

describe("the layout", () => {
  const navigation = {
    menus: {
      header: [
        {
          label: "A",
          link: "/a",
          children: [{ label: "Gone", link: "page:gone", children: [{ label: "Below", link: "page:about" }] }],
        },
        { label: "About", link: "page:about" },
        { label: "Gone", link: "page:gone", children: [{ label: "Kept", link: "https://other.example" }] },
      ],
      footer: [],
    },
  };

  test("gets the menus with addresses; what leads nowhere is left out, what is below it is not", () => {
    const { html } = renderer.page(input([], { site: site({ navigation }) }));
    expect(html).toContain(
      '<a href="/a" aria-current="page">A</a>[Below]<a href="/about">About</a><a href="https://other.example">Kept</a>',
    );
  });

  test.each([
    ["whose plugin is gone", rendererOf([BASICS])],
    ["with a template that is refused", rendererOf([BASICS, themePlugin({ "layout.liquid": "<script>" })])],
    [
      "with a template that never ends",
      rendererOf([BASICS, themePlugin({ "layout.liquid": "{% for i in (1..1000000) %}a{% endfor %}" })]),
    ],
  ])("of a theme %s is a plain one that works", (_, plain) => {
    const { html } = plain.page(input([section("s1", "film")], { site: site({ navigation }) }));
    expect(html).toContain('<a class="skip-link" href="#main_content">Skip to content</a>');
    expect(html).toContain('<nav aria-label="Main">');
    expect(html).toMatch(/<main id="main_content" tabindex="-1">\n<h1>A &lt;page&gt;<\/h1>\n<section/);
    expect(html).toContain('<a href="/a" aria-current="page">A</a>');
  });

  test("that is plain speaks the site's language", () => {
    const view = site({ settings: { name: "S", language: "de-AT" } });
    expect(rendererOf([]).page(input([], { site: view })).html).toContain("Zum Inhalt springen");
  });
});

describe("bounds hold to the piece and the character", () => {
  const file = (path: string, template: string) => ({ path, type: "text/plain; charset=utf-8", template });
  const greedy = active(
    "test.greedy",
    {
      sections: [
        sectionOf("turns", {
          fields: {
            type: "object",
            properties: { turns: { type: "integer", title: "Turns" } },
            additionalProperties: false,
          },
        }),
        sectionOf("text", {
          fields: {
            type: "object",
            properties: { title: { type: "string", title: "Title" }, text: { type: "string", title: "Text" } },
            additionalProperties: false,
          },
        }),
      ],
      files: [file("/turns.txt", "turns.txt.liquid"), file("/text.txt", "text.txt.liquid")],
    },
    {
      // One step for the loop, and one for each iteration.
      "turns.liquid": "{% for i in (2..fields.turns) %}{% endfor %}",
      "turns.md.liquid": "",
      "text.liquid": "{{ fields.text }}",
      "text.md.liquid": "",
      "turns.txt.liquid": "{% for i in (2..site.name) %}{% endfor %}{{ site.tagline }}",
      "text.txt.liquid": "{{ site.name }}",
    },
  );
  const hungry = rendererOf([greedy]);
  const shown = (type: string, fields: object[]): string[] => {
    const sections = fields.map((given, index) => ({
      id: `s${index}`,
      type: `test.greedy/${type}`,
      fields: { ...given },
    }));
    const missing = new Set(hungry.page(input(sections)).missing.map(({ section: id }) => id));
    return sections.map(({ id }) => id).filter((id) => !missing.has(id));
  };
  const turns = (...counts: number[]) =>
    shown(
      "turns",
      counts.map((count) => ({ turns: count })),
    );
  const texts = (...lengths: number[]) =>
    shown(
      "text",
      lengths.map((length) => ({ title: "", text: "a".repeat(length) })),
    );
  const withName = (path: string, name: string) => hungry.file(path, site({ settings: { name, language: "en" } }), "");

  test("pieces of a section", () => {
    expect(turns(SECTION_MAX_STEPS - 1)).toEqual(["s0"]);
    expect(turns(SECTION_MAX_STEPS)).toEqual(["s0"]);
    expect(turns(SECTION_MAX_STEPS + 1)).toEqual([]);
  });

  test("pieces of a page", () => {
    const full = Array.from({ length: PAGE_MAX_STEPS / SECTION_MAX_STEPS - 1 }, () => SECTION_MAX_STEPS);
    expect(turns(...full, SECTION_MAX_STEPS - 2, 2)).toHaveLength(full.length + 2);
    expect(turns(...full, SECTION_MAX_STEPS - 2, 3)).toHaveLength(full.length + 1);
    expect(turns(...full, SECTION_MAX_STEPS, 1)).toHaveLength(full.length + 1);
  });

  test("characters of a section", () => {
    expect(texts(SECTION_MAX_WORK_CHARS - 1)).toEqual(["s0"]);
    expect(texts(SECTION_MAX_WORK_CHARS)).toEqual(["s0"]);
    expect(texts(SECTION_MAX_WORK_CHARS + 1)).toEqual([]);
  });

  test("characters of a page", () => {
    const full = Array.from({ length: PAGE_MAX_WORK_CHARS / SECTION_MAX_WORK_CHARS - 1 }, () => SECTION_MAX_WORK_CHARS);
    expect(texts(...full, SECTION_MAX_WORK_CHARS - 1, 1)).toHaveLength(full.length + 2);
    expect(texts(...full, SECTION_MAX_WORK_CHARS - 1, 2)).toHaveLength(full.length + 1);
    expect(texts(...full, SECTION_MAX_WORK_CHARS, 1)).toHaveLength(full.length + 1);
  });

  test("pieces of a file", () => {
    // The final output is one more step.
    expect(withName("/turns.txt", String(FILE_MAX_STEPS - 2))).toBeDefined();
    expect(withName("/turns.txt", String(FILE_MAX_STEPS - 1))).toBeDefined();
    expect(withName("/turns.txt", String(FILE_MAX_STEPS))).toBeUndefined();
  });

  test("characters of a file", () => {
    expect(withName("/text.txt", "a".repeat(FILE_MAX_WORK_CHARS - 1))).toBeDefined();
    expect(withName("/text.txt", "a".repeat(FILE_MAX_WORK_CHARS))).toBeDefined();
    expect(withName("/text.txt", "a".repeat(FILE_MAX_WORK_CHARS + 1))).toBeUndefined();
  });
});

describe("a page as Markdown", () => {
  test("has the sections' own Markdown, and the page's title when no section shows it", () => {
    expect(
      renderer.markdown(input([section("s1", "hero", { fields: { title: "T", text: "x" } }), section("s2", "film")])),
    ).toBe("# T\n\nx\n\nfilm\n");
    expect(renderer.markdown(input([section("s1", "film"), section("s2", "list", { fields: { most: 1 } })]))).toBe(
      "# A &lt;page>\n\nfilm\n\n- [A](https://site.example/a)\n",
    );
  });

  test("nests, and leaves out what cannot be shown", () => {
    const nested = section("s1", "box", {
      children: { first: [section("s2", "film"), section("s3", "broken")], second: [section("s4", "film")] },
    });
    expect(renderer.markdown(input([nested, section("s5", "unknown")]))).toBe("# A &lt;page>\n\nfilm\n\nfilm\n");
  });
});

describe("files", () => {
  const files = active(
    "test.files",
    {
      files: [
        {
          path: "/b.xml",
          type: "application/xml; charset=utf-8",
          template: "b.liquid",
          queries: { pages: { order: "path", limit: 2 } },
        },
        { path: "/a.txt", type: "text/plain; charset=utf-8", template: "a.liquid" },
        { path: "/c.json", type: "application/thing+json", template: "c.liquid" },
        { path: "/d.txt", type: "text/plain; charset=utf-8", template: "d.liquid" },
      ],
    },
    {
      "b.liquid": "<a>{{ site.name }}{% for p in queries.pages %}<b>{{ p.url }}</b>{% endfor %}</a>",
      "a.liquid": "{{ site.name }} {{ site.origin }} {{ generated | date_iso }}",
      "c.liquid": '{"a": "{{ site.name }}", "b": {{ site.name | json }}}',
      "d.liquid": "{% for i in (1..1000001) %}{% endfor %}",
    },
  );
  const withFiles = rendererOf([files]);
  const file = (path: string) => withFiles.file(path, site(), "2026-03-12T10:00:00Z");

  test("are listed in order", () => expect(withFiles.filePaths()).toEqual(["/a.txt", "/b.xml", "/c.json", "/d.txt"]));
  test.each([
    ["/a.txt", { type: "text/plain; charset=utf-8", body: "Site & Co https://site.example 2026-03-12T10:00:00Z" }],
    [
      "/b.xml",
      {
        type: "application/xml; charset=utf-8",
        body: "<a>Site &amp; Co<b>https://site.example/a</b><b>https://site.example/b</b></a>",
      },
    ],
    ["/c.json", { type: "application/thing+json", body: '{"a": "Site \\u0026 Co", "b": "Site \\u0026 Co"}' }],
    ["/constructor", undefined],
  ])("%s", (path, found) => expect(file(path)).toEqual(found));

  test("that fail are not there, and are named", () => {
    expect(file("/d.txt")).toBeUndefined();
    expect(withFiles.problems()).toEqual([
      { plugin: "test.files", file: "d.liquid", problem: "a range beyond 1000000" },
    ]);
  });
});

describe("a page is checked for", () => {
  const check = (sections: Section[]) => renderer.checkPage(page(sections));
  const deep = (depth: number): Section =>
    section(`s${depth}`, "box", depth > 1 ? { children: { first: [deep(depth - 1)] } } : {});
  test.each<[string, Section[], { pointer: string; found: string; allowed: string }[]]>([
    ["nothing when all is well", [section("s1", "hero", { variant: "loud", fields: { title: "T" } })], []],
    [
      "variants",
      [section("s1", "hero", { variant: "gone" })],
      [{ pointer: "/sections/0/variant", found: 'the variant "gone"', allowed: "one of plain, loud" }],
    ],
    [
      "fields",
      [section("s1", "hero", { fields: { title: 1 } })],
      [{ pointer: "/sections/0/fields/title", found: "1", allowed: "text" }],
    ],
    [
      "unknown fields",
      [section("s1", "hero", { fields: { more: 1 } })],
      [{ pointer: "/sections/0/fields/more", found: 'an unknown member named "more"', allowed: "only title, text" }],
    ],
    [
      "fields of nested sections",
      [section("s1", "box", { children: { second: [section("s2", "hero", { fields: { title: 1 } })] } })],
      [{ pointer: "/sections/0/children/second/0/fields/title", found: "1", allowed: "text" }],
    ],
    [
      "unknown slots",
      [section("s1", "box", { children: { third: [] } })],
      [{ pointer: "/sections/0/children/third", found: 'a slot named "third"', allowed: "one of first, second" }],
    ],
    [
      "slots of sections without",
      [section("s1", "hero", { children: { first: [] } })],
      [{ pointer: "/sections/0/children/first", found: 'a slot named "first"', allowed: "no nested sections" }],
    ],
    [
      "full slots",
      [
        section("s1", "box", {
          children: { first: [section("s2", "film"), section("s3", "hero"), section("s4", "hero")] },
        }),
      ],
      [{ pointer: "/sections/0/children/first", found: "3 sections", allowed: "at most 2" }],
    ],
    [
      "too many of one type, wherever they are",
      [section("s1", "film"), section("s2", "box", { children: { first: [section("s3", "film")] } })],
      [
        {
          pointer: "/sections/1/children/first/0",
          found: "section number 2 of type test.basics/film",
          allowed: "at most 1 in a page",
        },
      ],
    ],
    ["sections nested as deep as is allowed", [deep(SECTION_MAX_DEPTH)], []],
    [
      "sections nested one deeper",
      [deep(SECTION_MAX_DEPTH + 1)],
      [
        {
          pointer: `/sections/0${"/children/first/0".repeat(SECTION_MAX_DEPTH)}`,
          found: "a section nested deeper",
          allowed: `at most ${SECTION_MAX_DEPTH} levels`,
        },
      ],
    ],
  ])("%s", (_, sections, issues) => expect(check(sections)).toMatchObject({ issues, unknown: [] }));

  test("unknown types, which are no mistake of the page", () => {
    expect(
      check([
        { id: "s1", type: "acme.reviews/stars", fields: { any: 1 }, children: { any: [section("s2", "unknown")] } },
      ]),
    ).toMatchObject({
      issues: [],
      unknown: [
        { section: "s1", type: "acme.reviews/stars", reason: "plugin acme.reviews is not installed" },
        { section: "s2", type: "test.basics/unknown", reason: "plugin test.basics 1.0.0 does not have this section" },
      ],
    });
  });
});

test("the same input gives the same bytes, from any renderer", () => {
  const sections = [
    section("s1", "hero"),
    section("s2", "list"),
    section("s3", "box", { children: { first: [section("s4", "film")] } }),
  ];
  expect(rendererOf().page(input(sections))).toEqual(renderer.page(input(sections)));
});
