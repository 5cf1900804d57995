/** Directives of plugins in formatted texts: how they are read, drawn on pages, and written for machines. */
import { describe, expect, test } from "vitest";
import {
  DIRECTIVE_VALUES_MAX_CHARS,
  DIRECTIVE_WORDS_MAX_CHARS,
  DIRECTIVE_PLUGINS_PAGE_MAX,
  DIRECTIVES_PAGE_MAX,
} from "../../../manifests/bounds/fields.ts";
import type { DirectiveContribution } from "../../../manifests/manifest/directive.ts";
import { writtenDirective } from "../../../runtime/rendering/dialect/directives.ts";
import { markdownHtml } from "../../../runtime/rendering/markdown/markdown.ts";
import { textTargets } from "../../../runtime/rendering/markdown/textTargets.ts";
import { active, BASICS, input, rendererOf, sectionOf, themePlugin } from "./renderingSite.ts";
import { surroundings } from "./specimen.ts";

const FILMS = "https://films.example";

const directive = (name: string, as: DirectiveContribution["as"], properties: object = {}): DirectiveContribution => ({
  name,
  title: name,
  as,
  template: `${name}.liquid`,
  markdown: `${name}.md.liquid`,
  fields: { type: "object", properties, additionalProperties: false },
  example: { fields: {}, content: "" },
});

const KIND = { enum: ["note", "tip"], title: "Kind", default: "note" };
const PLUGIN = active(
  "acme.bits",
  {
    inline: [
      {
        ...directive("box", "block", { kind: KIND, title: { $ref: "drawbridge:text", title: "Title" } }),
        css: "box.css",
      },
      directive("go", "mark", { to: { $ref: "drawbridge:link", title: "To" }, big: { type: "boolean", title: "Big" } }),
      directive("count", "mark", { of: { type: "integer", title: "Of", maximum: 9 } }),
      directive("size", "mark", {
        of: { enum: [1, 2], title: "Of" },
        to: { oneOf: [{ const: 4, title: "Four" }], title: "To" },
      }),
      directive("note", "note"),
      { ...directive("film", "block"), frames: [FILMS] },
      directive("frameless", "block"),
      directive("twice", "block"),
      directive("none", "block"),
      directive("tall", "mark"),
      directive("broken", "mark"),
      directive("self", "mark"),
    ],
    sections: [
      sectionOf("text", {
        fields: {
          type: "object",
          properties: { body: { $ref: "drawbridge:markdown", title: "Body" } },
          additionalProperties: false,
        },
      }),
    ],
  },
  {
    "text.liquid": "{{ fields.body | markdown }}",
    "text.md.liquid": "{{ fields.body }}",
    "box.liquid": '<div class="is-{{ fields.kind }}"><b>{{ fields.title }}</b>{{ content }}</div>',
    "box.md.liquid": "> **{{ fields.title }}** {{ content }}",
    "box.css": "b { color: red }",
    "go.liquid": '<a href="{{ fields.to | link }}"{% if fields.big %} class="big"{% endif %}>{{ content }}</a>',
    "go.md.liquid": "[{{ content }}]({{ fields.to }})",
    "count.liquid": "<b>{{ fields.of | plus: 1 }}</b>",
    "count.md.liquid": "{{ fields.of }}",
    "size.liquid": "<b>{{ fields.of }}</b>",
    "size.md.liquid": "{{ fields.of }}",
    "note.liquid": "<i>{{ content }}</i>",
    "note.md.liquid": "^[{{ content }}]",
    "film.liquid": `<iframe src="${FILMS}/1"></iframe>`,
    "film.md.liquid": "film",
    "frameless.liquid": `<iframe src="${FILMS}/1"></iframe>`,
    "frameless.md.liquid": "film",
    "twice.liquid": "{{ content }}{{ content }}",
    "twice.md.liquid": "{{ content }}",
    "none.liquid": "<b>none</b>",
    "none.md.liquid": "none",
    "tall.liquid": "<div>{{ content }}</div>",
    "tall.md.liquid": "one\n\ntwo",
    "broken.liquid": "{{ content | nothing }}",
    "broken.md.liquid": "{{ content | nothing }}",
    "self.liquid": "<i>{{ ':acme.bits/self[again]' | markdown_inline }}</i>",
    "self.md.liquid": "self",
  },
);

const RENDERER = rendererOf([PLUGIN, BASICS, themePlugin()]);
const asked = (body: string) => input([{ id: "s", type: "acme.bits/text", fields: { body } }]);
function html(body: string, renderer = RENDERER): string {
  const [, inside = ""] = /<section[^>]*>\n([^]*?)\n<\/section>/.exec(renderer.page(asked(body)).html) ?? [];
  return inside;
}
const twin = (body: string, renderer = RENDERER): string =>
  renderer.markdown(asked(body)).replace("# A &lt;page>\n\n", "").replace("# A <page>\n\n", "");
const mark = (inside: string, name: string) => `<span data-inline="acme.bits/${name}">${inside}</span>`;
const block = (inside: string) => `<div data-inline="acme.bits/box">\n${inside}\n</div>`;

describe("a mark", () => {
  test.each([
    ['See :acme.bits/go[the *pier*]{to="/a"}.', `See ${mark('<a href="/a">the <em>pier</em></a>', "go")}.`],
    ['(:acme.bits/go[a]{to="page:about" big="true"})', `(${mark('<a href="/about" class="big">a</a>', "go")})`],
    ['**:acme.bits/count{of="2"}**', `<strong>${mark("<b>3</b>", "count")}</strong>`],
    ['| a |\n| - |\n| :acme.bits/count{of="2"} |', mark("<b>3</b>", "count")],
    [':acme.bits/go[a \\] b]{to="/a"}', mark('<a href="/a">a ] b</a>', "go")],
    ['*:acme.bits/go[a]{to="/?q=\\"x\\\\y"}*', "<em>a</em>"],
  ])("is drawn: %j", (body, drawn) => expect(html(body)).toContain(drawn));

  test.each([
    ["of a plugin that is not there", ':other.bits/go[a *b*]{to="/a"}', "<p>a <em>b</em></p>"],
    ["with a value that its schema refuses", ':acme.bits/go[a]{to="javascript:alert(1)"}', "<p>a</p>"],
    ["with a value that the schema does not have", ':acme.bits/go[a]{href="/a"}', "<p>a</p>"],
    ["with a number that is none", ':acme.bits/count[a]{of="1e9"}', "<p>a</p>"],
    ["over the maximum", ':acme.bits/count[a]{of="10"}', "<p>a</p>"],
    ["of a block", ":acme.bits/box[a]", "<p>a</p>"],
    ["whose template would end the paragraph", ":acme.bits/tall[a]", "<p>a</p>"],
    ["whose template fails", ":acme.bits/broken[a]", "<p>a</p>"],
  ])("%s shows its words", (_, body, shown) => expect(html(body)).toBe(shown));

  test.each([
    "https://acme.bits/go[a]",
    "a:acme.bits/go[a]",
    "::acme.bits/go[a]",
    ":acme.bits/go",
    ":acme/go[a]",
    ":acme.bits/Go[a]",
    ":acme.bits/go [a]",
    '`:acme.bits/go[a]{to="/a"}`',
    "\\:acme.bits/go[a]",
  ])("is not in %j", (body) => expect(html(body)).not.toContain("data-inline"));

  test("has as many words and values as its bounds say, and not one character more", () => {
    const words = (count: number): string => html(`:acme.bits/go[${"a".repeat(count)}]{to="/a"}`);
    expect(words(DIRECTIVE_WORDS_MAX_CHARS - 1)).toContain("data-inline");
    expect(words(DIRECTIVE_WORDS_MAX_CHARS)).toContain("data-inline");
    expect(words(DIRECTIVE_WORDS_MAX_CHARS + 1)).not.toContain("data-inline");
    const values = (count: number): string => html(`:acme.bits/go[a]{to="/${"a".repeat(count - 'to="/"'.length)}"}`);
    expect(values(DIRECTIVE_VALUES_MAX_CHARS - 1)).toContain("data-inline");
    expect(values(DIRECTIVE_VALUES_MAX_CHARS)).toContain("data-inline");
    expect(values(DIRECTIVE_VALUES_MAX_CHARS + 1)).not.toContain("data-inline");
  });

  test("inside of another one is plain text, and one with a link shows its words in a link", () => {
    expect(html(':acme.bits/go[a :acme.bits/count[b]{of="1"}]{to="/a"}')).not.toContain('data-inline="acme.bits/count');
    expect(html('[x :acme.bits/go[a]{to="/a"}](/b)')).toBe('<p><a href="/b">x a</a></p>');
    expect(html('[x :acme.bits/count{of="1"}](/b)')).toContain(mark("<b>2</b>", "count"));
  });

  test("in a note is drawn", () =>
    expect(html('a[^1]\n\n[^1]: b :acme.bits/count{of="1"}')).toContain(`b ${mark("<b>2</b>", "count")}`));

  test("puts no link into a link", () => {
    expect(html("[x :other.bits/go[[y](/z)]](/b)")).toBe('<p><a href="/b">x y</a></p>');
    const linked = (words: string): string => html(`:acme.bits/go[${words}]{to="/a"}\n\n[^1]: note`);
    expect(linked("https://x.example/y")).toBe(`<p>${mark('<a href="/a">https://x.example/y</a>', "go")}</p>`);
    expect(linked("a[^1]")).toContain('<a href="/a">a<sup class="note-ref"><span id="note-ref-1">1</span></sup></a>');
    expect(html(':acme.bits/count{of="1"} [y](/z)')).toContain('<a href="/z">y</a>');
  });

  test("has a number as its choice", () => {
    expect(html(':acme.bits/size{of="2"}')).toContain(mark("<b>2</b>", "size"));
    expect(html(':acme.bits/size[a]{of="3"}')).toBe("<p>a</p>");
    expect(html(':acme.bits/size{to="4"}')).toContain("data-inline");
  });

  test("that draws itself does so once", () =>
    expect(html(":acme.bits/self[a]")).toBe(`<p>${mark("<i>again</i>", "self")}</p>`));
});

describe("a block", () => {
  test("is drawn around its text, also in others and in lists", () => {
    const body = ':::acme.bits/box{kind="tip" title="A & B"}\n## One\n\n- two\n:::';
    expect(html(body)).toContain(
      block('<div class="is-tip"><b>A &amp; B</b><h2 id="one">One</h2>\n<ul>\n<li>two</li>\n</ul>\n</div>'),
    );
    const nested = "::::acme.bits/box\n:::acme.bits/box\na\n:::\n::::";
    expect(html(nested).split("data-inline").length).toBe(3);
    expect(html("- a\n\n  :::acme.bits/box\n  b\n  :::")).toContain('<div class="is-note"><b></b><p>b</p>');
    expect(html("text\n:::acme.bits/box\nb\n:::\nmore")).toMatch(/^<p>text<\/p>\n<div[^]*<\/div>\n<p>more<\/p>$/);
  });

  test.each([
    ["without an end", ":::acme.bits/box\na", "<p>:::acme.bits/box\na</p>"],
    ["of a plugin that is not there", ":::other.bits/box\na\n\n- b\n:::", "<p>a</p>\n<ul>\n<li>b</li>\n</ul>"],
    ["with a value that its schema refuses", ':::acme.bits/box{kind="loud"}\na\n:::', "<p>a</p>"],
    ["of a mark", ":::acme.bits/go\na\n:::", "<p>a</p>"],
    [
      "with code",
      ":::other.bits/box\n```\n:::\n```\nafter\n:::\n\nend",
      "<pre><code>:::\n</code></pre>\n<p>after</p>\n<p>end</p>",
    ],
    ["with code that does not end", ":::other.bits/box\n```\na\n:::", "<pre><code>a\n</code></pre>"],
    ["with a line of fewer colons", "::::other.bits/box\n:::\n::::", "<p>:::</p>"],
    ["in code", "    :::acme.bits/box\n    a\n    :::", "<pre><code>:::acme.bits/box\na\n:::\n</code></pre>"],
  ])("%s shows its text", (_, body, shown) => expect(html(body)).toBe(shown));

  test("whose drawing does not hold each id of its text once shows its text", () => {
    expect(html(":::acme.bits/twice\n## One\n:::")).toBe('<h2 id="one">One</h2>');
    expect(html(":::acme.bits/none\n## One\n:::")).toBe('<h2 id="one">One</h2>');
    expect(html(":::acme.bits/twice\na\n:::")).toContain("<p>a</p>\n<p>a</p>");
    expect(html(":::acme.bits/none\na\n:::")).toContain("<b>none</b>");
  });

  test("has a style sheet of its own, and its site the rules that contain it", () => {
    const css = RENDERER.stylesheet({ theme: "test.theme/slim", scheme: "auto", tokens: {} });
    expect(css).toContain(
      '@scope ([data-inline="acme.bits/box"]) to (:scope [data-section],:scope [data-inline]) {\nb { color: red }\n}',
    );
    expect(css).toContain("[data-inline]{contain:layout style paint!important");
    const without = rendererOf([BASICS, themePlugin()]).stylesheet({
      theme: "test.theme/slim",
      scheme: "auto",
      tokens: {},
    });
    expect(without).not.toContain("data-inline");
  });
});

describe("a note", () => {
  const place = (n: number, id = n): string =>
    `<sup class="note-ref"><a href="#note-${n}" id="note-ref-${id}" role="doc-noteref">${n}</a></sup>`;
  const back = (n: number): string => ` <a href="#note-ref-${n}" role="doc-backlink">↩</a>`;

  test("stands behind the text, among the notes of the text itself", () => {
    const drawn = html("a :acme.bits/note[one *two*] b[^x] c :acme.bits/note[three]\n\n[^x]: four");
    expect(drawn).toContain(`<p>a${place(1)} b${place(2)} c${place(3)}</p>`);
    const texts = [mark("<i>one <em>two</em></i>", "note"), "four", mark("<i>three</i>", "note")];
    for (const [at, text] of texts.entries())
      expect(drawn).toContain(`<li id="note-${at + 1}"><p>${text}${back(at + 1)}</p></li>`);
  });

  test("in a link shows its words there", () => {
    expect(html("[a :acme.bits/note[b]](/c)")).toBe('<p><a href="/c">a b</a></p>');
  });

  test("is written for machines where it is named", () => expect(twin("a :acme.bits/note[b] c")).toBe("a ^[b] c\n"));
});

describe("a frame", () => {
  const page = (body: string) => RENDERER.page(asked(body));

  test("of a block is in the policy of the page that shows it", () => {
    expect(page(":::acme.bits/film\n:::")).toMatchObject({ frames: [FILMS] });
    expect(html(":::acme.bits/film\n:::")).toContain("<iframe");
    expect(page("none").frames).toEqual([]);
  });

  test("of a block that declares no origin is not drawn", () => {
    expect(html(":::acme.bits/frameless\na\n:::")).toBe("<p>a</p>");
    expect(page(":::acme.bits/frameless\na\n:::").frames).toEqual([]);
  });

  test("is known before the draft shows it", () => {
    expect(RENDERER.embeds(asked(":::acme.bits/film\n:::").page)).toEqual([FILMS]);
    expect(RENDERER.embeds(asked("none").page)).toEqual([]);
  });
});

describe.each([-1, 0, 1])("a page with %i plugins beside the most", (more) => {
  test("names the first of them as those it depends on", () => {
    const names = Array.from({ length: DIRECTIVE_PLUGINS_PAGE_MAX + more }, (_, n) => `other.p${n}`);
    const { directivePlugins } = RENDERER.page(asked(names.map((name) => `:${name}/x[a] :${name}/y[a]`).join(" ")));
    expect(directivePlugins).toEqual(names.slice(0, DIRECTIVE_PLUGINS_PAGE_MAX));
  });
});

test("a page draws as many as its bound says, and shows the text of all others", () => {
  const body = Array.from({ length: DIRECTIVES_PAGE_MAX + 1 }, () => ':acme.bits/count[x]{of="1"}').join(" ");
  expect(html(body).split("data-inline").length - 1).toBe(DIRECTIVES_PAGE_MAX);
  expect(html(body)).toMatch(/ x<\/p>$/);
});

describe("for machines", () => {
  test.each([
    ['See :acme.bits/go[the *pier*]{to="page:about"}.', "See [the *pier*](https://site.example/about)."],
    [':::acme.bits/box{title="A"}\nb :acme.bits/count{of="2"}\n:::\n\nc', "> **A** b 2\n\nc"],
    ["a :acme.bits/tall[b] c", "a one two c"],
    [":other.bits/go[a *b*] c", "a *b* c"],
    [":::other.bits/box\na\n\n- b\n:::", "a\n\n- b"],
    ['`:acme.bits/go[a]{to="/b"}`', '`:acme.bits/go[a]{to="/b"}`'],
    [
      '`:acme.bits/go[a]{to="/b"}` :acme.bits/go[a]{to="/b"}',
      '`:acme.bits/go[a]{to="/b"}` [a](https://site.example/b)',
    ],
    ['- a :acme.bits/count{of="1"}\n- b :acme.bits/count{of="2"}', "- a 1\n- b 2"],
    ["```\n:::acme.bits/box\n:::\n```", "```\n:::acme.bits/box\n:::\n```"],
    ["| a |\n| - |\n| :other.bits/go[x] b |", "| a |\n| - |\n| x b |"],
    [
      '| a | b |\n| - | - |\n| x | :acme.bits/go[c]{to="/a"} |\n| :other.bits/go[d \\| e] | x |',
      "| a | b |\n| - | - |\n| x | [c](https://site.example/a) |\n| d \\| e | x |",
    ],
    ['a[^1]\n\n[^1]: :acme.bits/count{of="1"} b', "a[^1]\n\n[^1]: 1 b"],
    [
      '<details><summary>:acme.bits/count{of="1"}</summary>\n\na\n</details>',
      "<details><summary>1</summary>\n\na\n</details>",
    ],
    ["> :::other.bits/box\n> a\n>\n> - b\n> :::\n\nc", "> a\n> \n> - b\n\nc"],
    ["- a\n- :::other.bits/box\n  b\n  - c\n  :::\n- d", "- a\n- b\n  - c\n- d"],
    ["<details>\n\n:::other.bits/box\na\n:::\n\n</details>", "<details>\n\na\n\n</details>"],
    ["::::other.bits/box\n> :::other.bits/box\n> a\n> :::\n::::", "> a"],
    ['a :acme.bits/count[Yes]{of="x"} :acme.bits/count[Yes]{of="2"}', "a Yes 2"],
    ['==a :acme.bits/count{of="2"}== :acme.bits/count{of="3"} *:acme.bits/count{of="4"}*', "==a 2== 3 *4*"],
    ["`:other.bits/go[a]` :other.bits/go[a]", "`:other.bits/go[a]` a"],
    [
      "![a :other.bits/go[b *c*]](/media/x/y.png) :other.bits/go[d]",
      "![a b *c*](https://site.example/media/x/y.png) d",
    ],
    ["a\n   b :other.bits/go[c]\nd", "a\n   b c\nd"],
  ])("%j is %j", (body, text) => expect(twin(body)).toBe(`${text}\n`));

  test("the links in words and blocks are known", () => {
    const { links } = textTargets(":acme.bits/go[[a](/x)]\n\n:::acme.bits/box\n[b](/y)\n:::");
    expect(links).toEqual(["/x", "/y"]);
  });
});

test("a text without a painter, such as in a letter, shows the words", () =>
  expect(markdownHtml(':acme.bits/go[a]{to="/a"} b', { ...surroundings, level: 2 })).toBe("<p>a b</p>\n"));

test.each([
  [{ name: "a.b/c", values: {} }, "mark", "", ":a.b/c[]"],
  [{ name: "a.b/c", values: { x: "1" } }, "mark", "", ':a.b/c{x="1"}'],
  [{ name: "a.b/c", values: { x: 'a"\\b' } }, "mark", "w", ':a.b/c[w]{x="a\\"\\\\b"}'],
  [{ name: "a.b/c", values: { x: "1" } }, "block", "w", ':::a.b/c{x="1"}\nw\n:::'],
] as const)("%j as a %s is written", (one, as, inside, text) => expect(writtenDirective(one, as, inside)).toBe(text));
