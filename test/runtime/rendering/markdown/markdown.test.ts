import {
  MARKDOWN_SEEN_MAX_DEPTH,
  MARKDOWN_MAX_CHARS,
  MARKDOWN_MAX_DEPTH,
} from "../../../../manifests/bounds/fields.ts";
import { describe, expect, test } from "vitest";
import { CodeColours } from "../../../../runtime/rendering/code/codeColours.ts";
import { inlineMarkdown, markdownHtml, mayHoldHtml } from "../../../../runtime/rendering/markdown/markdown.ts";
import { finishMarkdown } from "../../../../runtime/rendering/markdown/pageMarkdown.ts";
import { excess } from "../../../support/effort.ts";
import { surroundings } from "../specimen.ts";

const html = (source: string, level = 2): string =>
  markdownHtml(source, { ...surroundings, level, code: new CodeColours() });
const inline = (source: string): string => inlineMarkdown(source, surroundings);

/** The elements and attributes that our Markdown may produce. Any other tag counts as an attack. */
const TAG =
  /^<\/?(?:p|br|hr|em|strong|s|code|pre|blockquote|ul|ol|li|h[2-6]|table|thead|tbody|tr|th|td|div|a|img|kbd|sub|sup|mark|abbr|details|summary|dl|dt|dd|section|input|span)(?: (?:href|title|rel|src|alt|loading|decoding|class|tabindex|start|id|role|type|open)="[^"<>]*"| disabled| checked)*>$/;
const tags = (text: string): string[] => text.match(/<[^>]*>?/g) ?? [];
const addresses = (text: string): string[] =>
  [...text.matchAll(/ (?:href|src)="([^"]*)"/g)].map((match) => match[1] ?? "");

const ATTACKS = [
  "<script>alert(1)</script>",
  "<SCRIPT SRC=//evil.example/x.js></SCRIPT>",
  "<img src=x onerror=alert(1)>",
  "<svg onload=alert(1)>",
  "<svg><script>alert(1)</script></svg>",
  "<iframe src=javascript:alert(1)></iframe>",
  "<body onload=alert(1)>",
  "<a href='javascript:alert(1)'>x</a>",
  "<details open ontoggle=alert(1)>",
  "<math><mtext></form><form><mglyph><style></math><img src onerror=alert(1)>",
  "<style>@import '//evil.example'</style>",
  "<link rel=stylesheet href=//evil.example>",
  "<base href=//evil.example/>",
  "<meta http-equiv=refresh content='0;url=//evil.example'>",
  "<!--><script>alert(1)</script>-->",
  "<![CDATA[<script>alert(1)</script>]]>",
  "<?php alert(1) ?>",
  "<div\nonclick=alert(1)\n>x</div>",
  "<x onfocus=alert(1) tabindex=1 autofocus>",
  "&lt;script&gt;alert(1)&lt;/script&gt;",
  "&#60;img src=x onerror=alert(1)&#62;",
  "[x](javascript:alert(1))",
  "[x](JaVaScRiPt:alert(1))",
  "[x](javascript&colon;alert(1))",
  "[x](javascript&#58;alert(1))",
  "[x](javascript&#x3a;alert(1))",
  "[x](&#106;avascript:alert(1))",
  "[x](java&Tab;script:alert(1))",
  "[x](java&NewLine;script:alert(1))",
  "[x](java&#10;script:alert(1))",
  "[x](&#1;javascript:alert(1))",
  "[x](%6aavascript:alert(1))",
  "[x](javascript%3Aalert(1))",
  "[x](<javascript:alert(1)>)",
  "[x](<java script:alert(1)>)",
  "[x]( javascript:alert(1) )",
  "[x](\\javascript:alert(1))",
  "[x](javascript\\:alert(1))",
  "[x](data:text/html;base64,PHNjcmlwdD4=)",
  "[x](data:image/svg+xml,<svg onload=alert(1)>)",
  "[x](vbscript:msgbox(1))",
  "[x](file:///etc/passwd)",
  "[x](blob:https://site.example/1)",
  "[x](//evil.example)",
  "[x](/\\evil.example)",
  "[x](\\\\evil.example)",
  "[x][1]\n\n[1]: javascript:alert(1)",
  "[x][1]\n\n[1]: data:text/html,x 'title'",
  "<javascript:alert(1)>",
  "<data:text/html,x>",
  "![x](javascript:alert(1))",
  "![x](https://evil.example/pixel.gif)",
  "![x](//evil.example/pixel.gif)",
  "![x](data:image/png;base64,AAAA)",
  "![x](/media/../api/site)",
  "![x](/media/a.jpg?leak=1)",
  '![" onerror=alert(1) x="](/media/a.jpg)',
  '![x](/media/a.jpg" onerror="alert(1))',
  '[x](https://a.example "\\" onmouseover=alert(1) x=\\"")',
  "[x](https://a.example '\" onmouseover=\"alert(1)')",
  '[x](https://a.example/"onmouseover=alert(1))',
  "[x](https://a.example/'><script>alert(1)</script>)",
  '[x](page:about"onmouseover="alert(1))',
  "[x](page:<script>)",
  "[<img src=x onerror=alert(1)>](https://a.example)",
  "`<script>alert(1)</script>`",
  '```"><script>alert(1)</script>\nx\n```',
  "```\n</code></pre><script>alert(1)</script>\n```",
  "```html\n</code></pre><script>alert(1)</script>\n```",
  "```js onload=alert(1)\n`${'</script><img src=x onerror=alert(1)>'}`\n```",
  "    <script>alert(1)</script>",
  "# <img src=x onerror=alert(1)>",
  "| <script> | b |\n|:--:|--|\n| <img src=x onerror=alert(1)> | `</td><script>` |",
  "> <script>alert(1)</script>",
  "- <script>alert(1)</script>",
  "*<b onclick=alert(1)>*",
  "[a](mailto:x@y.example?body=<script>)",
  "[a](tel:+1<script>)",
  "[x](<https://a.example/ onmouseover=alert(1)>)",
  "\u2028<script>alert(1)</script>\u2029",
  "<scr\u0000ipt>alert(1)</scr\u0000ipt>",
  "[x](java\u0000script:alert(1))",
];

const finished = (text: string): string => finishMarkdown([{ section: "s1", text }], surroundings).markdown;

describe("an attack in Markdown becomes text or nothing", () => {
  test.each(ATTACKS)("%j", (attack) => {
    for (const written of [html(attack), inline(attack), html(`${attack}\n\n${attack}`), html(`- > ${attack}`)]) {
      expect(tags(written).filter((tag) => !TAG.test(tag))).toEqual([]);
      expect(
        addresses(written).filter((address) => !/^(?:https?:\/\/|\/(?![/\\])|#|mailto:|tel:)/.test(address)),
      ).toEqual([]);
      expect(written).not.toMatch(/ src="(?!\/media\/[\w./-]+")/);
    }
  });

  test.each(ATTACKS)("%j stays inert in the page's Markdown", (attack) => {
    const written = finished(attack);
    expect(mayHoldHtml(written)).toBe(false);
    expect(written).not.toMatch(/\]\(\s*<?(?:javascript|data|vbscript):|^\[[^\]]+\]:\s*<?(?:javascript|data):/im);
  });
});

describe("links lead", () => {
  test.each([
    ["[a](page:about)", '<a href="/about">a</a>'],
    ["[a](page:about#team)", '<a href="/about#team">a</a>'],
    ["[a](page:home)", '<a href="/">a</a>'],
    ["[a](page:gone) b", "a b"],
    ["[**a** `b`](page:gone)[c](/c)", '<strong>a</strong> <code>b</code><a href="/c">c</a>'],
    ["[a](/b?c=1&d=2)", '<a href="/b?c=1&amp;d=2">a</a>'],
    ["[a](#b)", '<a href="#b">a</a>'],
    ["[a](https://site.example/b)", '<a href="https://site.example/b">a</a>'],
    ["[a](https://other.example/b)", '<a href="https://other.example/b" rel="noopener">a</a>'],
    ["[a](https://site.example.evil.example/)", '<a href="https://site.example.evil.example/" rel="noopener">a</a>'],
    [
      "[a](https://other.example \"b & 'c'\")",
      '<a href="https://other.example" title="b &amp; &#39;c&#39;" rel="noopener">a</a>',
    ],
    ["<https://other.example>", '<a href="https://other.example" rel="noopener">https://other.example</a>'],
    ["<a@b.example>", '<a href="mailto:a@b.example">a@b.example</a>'],
    ["https://not.example", "https://not.example"],
    ["[a](mailto:a@b.example) [b](tel:+4930)", '<a href="mailto:a@b.example">a</a> <a href="tel:+4930">b</a>'],
  ])("%s", (source, written) => expect(inline(source)).toBe(written));
});

describe("headings", () => {
  test.each([
    [2, "## a\n### b\n#### c", "h2 h3 h4"],
    [3, "## a\n### b\n#### c", "h3 h4 h5"],
    [2, "# a", "h2"],
    [3, "# a\n## b", "h3 h4"],
    [6, "## a\n### b", "h6 h6"],
    [5, "###### a", "h6"],
    [2, "a\n===\n\nb\n---", "h2 h3"],
  ])("below level %i: %j", (level, source, levels) => {
    expect([...html(source, level).matchAll(/<(h\d)[ >]/g)].map((match) => match[1]).join(" ")).toBe(levels);
  });
});

describe("a picture of the site's media", () => {
  const src = `/media/${"a".repeat(64)}/quay.jpg`;
  const place = (known: boolean) => ({
    ...surroundings,
    widths: new Map([["jpg", [320, 640, 1280]]]),
    pictureSize: (path: string) => (known && path === src ? { width: 1000, height: 500 } : undefined),
  });

  test("has its size and the widths up to its own, so that nothing moves when it arrives", () => {
    const set = `${src}/w320 320w, ${src}/w640 640w, ${src}/w1280 1000w`;
    expect(markdownHtml(`![Quay](${src})`, place(true))).toBe(
      `<p><img src="${src}" alt="Quay" srcset="${set}" sizes="auto, 100vw" width="1000" height="500" loading="lazy" decoding="async"></p>\n`,
    );
    expect(markdownHtml(`![Quay](${src} "The quay")`, place(true))).toContain('width="1000" height="500"');
  });

  test("whose size is not known has neither", () => {
    expect(markdownHtml(`![Quay](${src})`, place(false))).toBe(
      `<p><img src="${src}" alt="Quay" loading="lazy" decoding="async"></p>\n`,
    );
  });
});

describe("blocks", () => {
  test("a table scrolls by itself, reachable without a mouse, and aligns without style", () => {
    const written = html("| a | b | c |\n|:--|:-:|--:|\n| 1 | 2 | 3 |");
    expect(written).toContain('<div class="table-scroll" tabindex="0"><table>');
    expect(written).toContain(
      '<th class="align-left">a</th>\n<th class="align-center">b</th>\n<th class="align-right">c</th>',
    );
    expect(written.trimEnd()).toMatch(/<\/table><\/div>$/);
    expect(written).not.toContain("style");
  });

  test.each([
    [
      '![A & "b"](/media/a.jpg)',
      '<p><img src="/media/a.jpg" alt="A &amp; &quot;b&quot;" loading="lazy" decoding="async"></p>\n',
    ],
    ["![a](https://other.example/a.jpg)", "<p>a</p>\n"],
    ["a  \nb", "<p>a<br>\nb</p>\n"],
    ["---", "<hr>\n"],
    ["~~a~~", "<p><s>a</s></p>\n"],
    ["", ""],
  ])("%j", (source, written) => expect(html(source)).toBe(written));
});

test("blocks nest as deep as is allowed; what is deeper is not shown", () => {
  // The paragraph itself is one level.
  const quoted = (depth: number): string => html(`${"> ".repeat(depth)}words`);
  expect(quoted(MARKDOWN_MAX_DEPTH - 2)).toContain("words");
  expect(quoted(MARKDOWN_MAX_DEPTH - 1)).toContain("words");
  expect(quoted(MARKDOWN_MAX_DEPTH)).not.toContain("words");
});

/** A multiple of the cost of the longest harmless text. */
const EFFORT = 100;

describe("hostile Markdown of the greatest length costs little", () => {
  const repeat = (text: string): string => text.repeat(Math.floor(MARKDOWN_MAX_CHARS / text.length));
  test.each([
    ["brackets", repeat("[")],
    ["open links", repeat("[a](")],
    ["links in links", repeat("[a](/b)")],
    ["pictures in pictures", repeat("![")],
    ["emphasis that never ends", repeat("*a _b ")],
    ["emphasis of every length", repeat("*a**b***c")],
    ["backticks of every length", Array.from({ length: 310 }, (_, index) => "`".repeat(index)).join(" ")],
    ["quotes", repeat(">")],
    [
      "lists in lists",
      Array.from({ length: 200 }, (_, index) => `${"  ".repeat(index)}- a`)
        .join("\n")
        .slice(0, MARKDOWN_MAX_CHARS),
    ],
    ["entities", repeat("&amp")],
    ["angles", repeat("<")],
    ["half comments", repeat("<!--")],
    ["half tags", repeat("<a ")],
    ["references", Array.from({ length: 2_000 }, (_, index) => `[${index}]: /a`).join("\n")],
    ["tables", `${repeat("|a").slice(0, 10_000)}\n${"|-".repeat(5_000)}\n${repeat("|b").slice(0, 20_000)}`],
    ["backslashes", repeat("\\")],
    ["tildes", repeat("~~a")],
    ["marked words that never end", repeat("==a ")],
    ["raised letters that never end", repeat("^a")],
    ["notes", Array.from({ length: 10_000 }, (_, index) => `[^${index}]: a`).join("\n")],
    [
      "notes that name each other",
      Array.from({ length: 8_000 }, (_, index) => `[^${index}]: [^${index + 1}]\n`).join("\n"),
    ],
    ["notes in notes", repeat("[^a]: ")],
    ["terms without a meaning", repeat("a\n")],
    ["meanings", repeat("a\n: b\n")],
    ["elements without an end", repeat("<details>\n")],
    ["directives", repeat(':a.b/c[d]{e="f"} ')],
    ["directives whose values never end", repeat(':a.b/c{d="')],
    ["directives whose words never end", repeat(":a.b/c[")],
    ["names that never end", repeat(":a.a")],
    ["one name that never ends", `:${repeat("a.")}`],
    ["blocks of directives inside each other", repeat(":::a.b/c\n") + repeat(":::\n")],
    ["blocks of directives without an end", repeat(":::a.b/c\n")],
    ["blocks of directives beside each other", repeat(":::a.b/c\n:::\n")],
    ["tags without an end", repeat("<kbd>")],
    ["tags in tags", repeat("<sub>") + repeat("</sub>")],
    ["comments without an end, each on a line", repeat("<!--\n")],
    ["headings of one name", repeat("# a\n")],
    ["tasks", repeat("- [ ] a\n")],
    ["addresses", repeat("https://a.example ")],
    ["half addresses", repeat("http:")],
  ])("%s", async (_, source) => {
    const read = (share: number) => html(source.slice(0, MARKDOWN_MAX_CHARS * share));
    expect(await excess(read, EFFORT)).toBeUndefined();
    expect(await excess((share) => finished(source.slice(0, source.length * share)), EFFORT)).toBeUndefined();
  });
});

describe("a page's Markdown", () => {
  test.each([
    [
      "links to pages work from anywhere",
      "[a](page:about) [b](page:about#c)",
      "[a](https://site.example/about) [b](https://site.example/about#c)\n",
    ],
    [
      "links to paths and pictures too",
      "[a](/b) ![c](/media/c.jpg)",
      "[a](https://site.example/b) ![c](https://site.example/media/c.jpg)\n",
    ],
    ["and those of references", "[a]\n\n[a]: page:about", "[a]\n\n[a]: https://site.example/about\n"],
    ["a page that is gone is no link to it", "[a](page:gone)", "[a](#)\n"],
    [
      "links elsewhere stay",
      "[a](https://other.example/x) <https://other.example>",
      "[a](https://other.example/x) <https://other.example>\n",
    ],
    ["code keeps its angles", "Use `<div>`:\n\n```html\n<div>\n```", "Use `<div>`:\n\n```html\n<div>\n```\n"],
    ["HTML outside of code loses all angles", "<b>a</b> and `<i>`", "&lt;b>a&lt;/b> and `&lt;i>`\n"],
    ["HTML between code that is none", "`a\n# <script>`", "`a\n# &lt;script>`\n"],
    [
      "HTML between the cells of a table",
      "| `a | <script>` |\n|--|--|\n| x | y |",
      "| `a | &lt;script>` |\n|--|--|\n| x | y |\n",
    ],
    ["HTML deeper than anybody reads", `${"> ".repeat(200)}<script>`, `${"> ".repeat(200)}&lt;script>\n`],
    ["empty lines are few", "a\n\n\n\n\nb\n\n", "a\n\nb\n"],
  ])("%s", (_, source, written) => expect(finished(source)).toBe(written));
});

describe("where things begin in a page's Markdown", () => {
  const parts = [
    { section: null, text: "# Title" },
    { section: "a", text: "\n\n## One *two* [three](page:about) ##\nText\n\n```\n# code\n```\n" },
    { section: "empty", text: " \n" },
    { section: "b", text: "### \\# Four\n\n#none\n" },
  ];
  const { markdown, sections, outline } = finishMarkdown(parts, surroundings);

  test("is told for every section that wrote something", () => {
    expect(sections.map(({ id, start, end }) => [id, markdown.slice(start, end).slice(0, 8)])).toEqual([
      ["a", "## One *"],
      ["b", "### \\# F"],
    ]);
    expect(sections.at(-1)?.end).toBe(markdown.length - 1);
  });

  test("is told for every heading, as it is read, and for none in code", () => {
    expect(outline.map(({ level, text }) => [level, text])).toEqual([
      [1, "Title"],
      [2, "One two three"],
      [3, "# Four"],
    ]);
    for (const { at } of outline) expect(markdown.slice(at)).toMatch(/^#{1,6} /);
  });

  test.each([
    ["closing marks", "#"],
    ["spaces", " "],
    ["brackets", "["],
    ["stars", "*"],
    ["links", "[a]("],
  ])("in headings of %s costs little", async (_, piece) => {
    let text: string | undefined;
    const read = (share: number) => (text = finished(`# ${piece.repeat(MARKDOWN_MAX_CHARS * share)} x`));
    expect(await excess(read, EFFORT)).toBeUndefined();
    expect(text).toContain("#");
  });
});

describe("Markdown that nests deeper than anybody can check", () => {
  /** A quotation with this many levels; its text is one level deeper. */
  const quoted = (levels: number, text: string): string => `${"> ".repeat(levels - 1)}${text}`;
  const LINK = "[a](https://example.org/a) and `<b>`";

  test.each([
    [MARKDOWN_SEEN_MAX_DEPTH - 1, false],
    [MARKDOWN_SEEN_MAX_DEPTH, false],
    [MARKDOWN_SEEN_MAX_DEPTH + 1, true],
  ])("counts as HTML from the bound on: level %i", (level, isHtml) => {
    expect(mayHoldHtml(quoted(level, LINK))).toBe(isHtml);
  });

  test.each([
    [MARKDOWN_SEEN_MAX_DEPTH - 1, true],
    [MARKDOWN_SEEN_MAX_DEPTH, true],
    [MARKDOWN_SEEN_MAX_DEPTH + 1, false],
  ])("keeps its links to the bound: level %i", (level, hasLink) => {
    expect(finished(quoted(level, LINK)).includes("[a](https://example.org/a)")).toBe(hasLink);
  });
});
