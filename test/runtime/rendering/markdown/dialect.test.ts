import { describe, expect, test } from "vitest";
import { ANCHOR_MAX_CHARS, MARKDOWN_MAX_BRACKETS } from "../../../../manifests/bounds/fields.ts";
import { AnchorIds, anchorOf } from "../../../../runtime/rendering/markdown/anchorIds.ts";
import { inlineMarkdown, markdownHtml } from "../../../../runtime/rendering/markdown/markdown.ts";
import { finishMarkdown } from "../../../../runtime/rendering/markdown/pageMarkdown.ts";
import { textTargets } from "../../../../runtime/rendering/markdown/textTargets.ts";
import { surroundings } from "../specimen.ts";

const html = (source: string, ids?: AnchorIds): string => markdownHtml(source, { ...surroundings, level: 2, ids });
const MEDIA = `/media/${"a".repeat(64)}/a.png`;
const twin = (text: string): string => finishMarkdown([{ section: "s1", text }], surroundings).markdown;

describe("headings", () => {
  test.each([
    ["## Was ist neu?", '<h2 id="was-ist-neu">Was ist neu?</h2>\n'],
    ["## `code` and *more*", '<h2 id="code-and-more"><code>code</code> and <em>more</em></h2>\n'],
    ["## 目次", '<h2 id="目次">目次</h2>\n'],
    ["## Title {#own}", '<h2 id="own">Title</h2>\n'],
    ['## Title {#o"n}', '<h2 id="title-on">Title {#o&quot;n}</h2>\n'],
    ["## 🎉", "<h2>🎉</h2>\n"],
    ["## a\n\n## a", '<h2 id="a">a</h2>\n<h2 id="a-1">a</h2>\n'],
    ["# a\n\n## b", '<h2 id="a">a</h2>\n<h3 id="b">b</h3>\n'],
    ["## a\n\n### b", '<h2 id="a">a</h2>\n<h3 id="b">b</h3>\n'],
  ])("of %j", (source, written) => expect(html(source)).toBe(written));

  test("have ids that no other part of the page has", () => {
    const ids = new AnchorIds(["contact"]);
    expect(html("## Contact", ids)).toContain('id="contact-1"');
    expect(html("## Contact", ids)).toContain('id="contact-2"');
    expect(html("## Contact 1", ids)).toContain('id="contact-1-1"');
  });

  test("have the anchor that GitHub gives", () =>
    expect(["A B", "a_b-c", "C++ / C#", "Ünïcode!"].map(anchorOf)).toEqual(["a-b", "a_b-c", "c--c", "ünïcode"]));
});

describe("notes", () => {
  test("stand behind the text, numbered as the text names them", () => {
    const written = html("One[^b] two[^a].\n\n[^a]: A\n[^b]: B **x**\n\n    more");
    expect(written).toMatch(
      /One<sup class="note-ref"><a href="#note-1" id="note-ref-1" role="doc-noteref">1<\/a><\/sup> two/,
    );
    expect(written).toMatch(/<li id="note-1"><p>B <strong>x<\/strong><\/p>\n<p>more <a href="#note-ref-1"/);
    expect(written).toMatch(/<li id="note-2"><p>A <a/);
  });

  test("that nobody names are not shown, and names without a note stay", () => {
    expect(html("a[^x]\n\n[^y]: b")).toBe("<p>a[^x]</p>\n");
  });

  test("of two texts of a page have ids of their own", () => {
    const ids = new AnchorIds();
    const both = html("a[^1]\n\n[^1]: b", ids) + html("a[^1]\n\n[^1]: b", ids);
    const found = [...both.matchAll(/ id="([^"]+)"/g)].map(([, id]) => id);
    expect(found).toHaveLength(4);
    expect(new Set(found).size).toBe(4);
  });
});

test.each([
  [-1, true],
  [0, true],
  [1, false],
])("a heading may have an id of the most characters %i: %s", (more, isTaken) => {
  const id = "x".repeat(ANCHOR_MAX_CHARS + more);
  expect(html(`## Title {#${id}}`).includes(`id="${id}">Title</h2>`)).toBe(isTaken);
  expect(html(`<a id="${id}"></a>a`).includes(`<span id="${id}">`)).toBe(isTaken);
});

describe("what people write", () => {
  test.each([
    [
      `![A boat](${MEDIA} "In **May** <b>")`,
      `<figure><img src="${MEDIA}" alt="A boat" loading="lazy" decoding="async"><figcaption>In **May** &lt;b&gt;</figcaption></figure>`,
    ],
    [
      `![A](${MEDIA} "May & <b>") and`,
      `<p><img src="${MEDIA}" alt="A" title="May &amp; &lt;b&gt;" loading="lazy" decoding="async"> and</p>`,
    ],
    [`- ![A](${MEDIA} "May")`, `<li><img src="${MEDIA}" alt="A" title="May" loading="lazy" decoding="async"></li>`],
    ["Hours![^n]\n\n[^n]: Two.", 'Hours!<sup class="note-ref">'],
    ["![^x]\n\n[^n]: Two.", "<p>![^x]</p>"],
    ['see <a id="tide"></a>the tide', 'see <span id="tide"></span>the tide'],
    ['<A NAME="s1.2"></A>One', '<p><span id="s1.2"></span>One</p>'],
    ['# tide\n\n<a id="tide"></a>a', '<span id="tide-1"></span>a'],
    ['![A](https://other.example/a.png "May")', "<p>A</p>"],
    ["- [ ] a\n- [x] b", '<li class="task"><input type="checkbox" disabled checked> b</li>'],
    ["- [y] a", "<li>[y] a</li>"],
    ["Term\n: Meaning *a*\n: Other", "<dt>Term</dt>\n<dd>Meaning <em>a</em></dd>\n<dd>Other</dd>"],
    ["==very *good*==", "<mark>very <em>good</em></mark>"],
    ["a == b == c", "a == b == c"],
    ["H~2~O and x^2^", "H<sub>2</sub>O and x<sup>2</sup>"],
    ["~5 to ~7, ^_^", "~5 to ~7, ^_^"],
    ["~~gone~~", "<s>gone</s>"],
    ["**Hinweis:**Text", "<strong>Hinweis:</strong>Text"],
    ["a:**b** c", "a:<strong>b</strong> c"],
    ["write Mailto:a@b.example now", 'write <a href="Mailto:a@b.example">Mailto:a@b.example</a> now'],
    ["see //a.example/x", "see //a.example/x"],
    ["see https://a.example/x.", 'see <a href="https://a.example/x" rel="noopener">https://a.example/x</a>.'],
    ["www.a.example and example.md", "www.a.example and example.md"],
    ["`https://a.example`", "<code>https://a.example</code>"],
    ["press <kbd>Ctrl</kbd>", "press <kbd>Ctrl</kbd>"],
    ['<abbr title="a &quot; b">c</abbr>', '<abbr title="a &amp;quot; b">c</abbr>'],
    ["a<br>b<BR/>c", "a<br>b<br>c"],
    ["a <!-- note --> b", "<p>a  b</p>"],
    ["a\n\n<!--more-->\n\nb", "<p>a</p>\n<p>b</p>"],
    ["<details>\n<summary>More</summary>\n\n- a\n\n</details>", "<details>\n<summary>More</summary>\n<ul>"],
  ])("%j", (source, written) => expect(html(source)).toContain(written));

  test.each([
    "<kbd>a",
    "a</kbd>",
    "<kbd>*a</kbd>b*",
    '<kbd onclick="x">',
    '<kbd title="a" id="b">',
    "<b>x</b>",
    '<a id="x">y</a>',
    '<a id="x" href="/"></a>',
    '<a id="-x"></a>',
    '<a id="a b"></a>',
    `<a id="${"x".repeat(ANCHOR_MAX_CHARS + 1)}"></a>`,
    "<details>\na",
  ])("a tag that is not whole or not harmless stays as it was written: %s", (source) => {
    expect(html(source)).toContain("&lt;");
    expect(textTargets(source).hasHtml).toBe(true);
  });

  test("links lead to places as to headings, in their order, the longest id too", () => {
    const longest = "x".repeat(ANCHOR_MAX_CHARS);
    const source = `## One\n\n<a id="tide"></a>Text <a name="${longest}"></a>\n\n## Two`;
    expect(textTargets(source).anchors).toEqual(["one", "tide", longest, "two"]);
    expect(html(source)).toContain(`<span id="${longest}"></span>`);
  });

  test.each([
    "<kbd>a</kbd>",
    '<a id="x"></a>b',
    "<!-- a -->",
    "a<br>b",
    "<details>\n<summary>a</summary>\nb\n</details>",
  ])("the check before a publication names no HTML in %j", (source) => expect(textTargets(source).hasHtml).toBe(false));

  test("a line inside of a heading or button gets no link of an address", () =>
    expect(inlineMarkdown("https://a.example", surroundings)).toBe("https://a.example"));

  test.each([
    [-1, 1],
    [0, 1],
    [1, 0],
  ])("links are read beside the most brackets %i: %i", (more, links) => {
    const text = `[a](/b)${"[".repeat(MARKDOWN_MAX_BRACKETS - 1 + more)}`;
    expect(html(text).match(/<a /g)?.length ?? 0).toBe(links);
  });
});

describe("the twin", () => {
  test("has no comments, keeps harmless elements, and no other tag", () => {
    expect(twin("a\n\n<!--more-->\n\nb <!-- x --> c")).toBe("a\n\nb  c\n");
    expect(twin("<kbd>a</kbd> <b>c</b>")).toBe("<kbd>a</kbd> &lt;b>c&lt;/b>\n");
    expect(twin('<a id="x"></a>b <a id="y">c</a>')).toBe('<a id="x"></a>b &lt;a id="y">c&lt;/a>\n');
    expect(twin("```\n<!-- kept -->\n```")).toContain("<!-- kept -->");
  });

  test("names headings without the ids that their authors gave", () => {
    const { outline } = finishMarkdown([{ section: "s1", text: "## Title {#own}" }], surroundings);
    expect(outline.map(({ text }) => text)).toEqual(["Title"]);
  });
});
