/** Places in texts to which links lead, apart from headings. */
import { expect, test } from "vitest";
import { Marks } from "../../sites/moving/html/marks.ts";
import { markdownOfHtml } from "../../sites/moving/html/markdownOfHtml.ts";
import { withoutMarkup } from "../../sites/moving/text/markup.ts";

const ofHtml = (html: string): string => markdownOfHtml(html, new Marks(html)).markdown;
const ofMarkdown = (text: string): string => withoutMarkup(text, new Marks(text)).markdown;

test.each([
  ['<p><a name="tide"></a>The tide</p>', '<a id="tide"></a>The tide'],
  ['<p>See <a name="tide">the tide</a></p>', 'See <a id="tide"></a>the tide'],
  ['<p><a href="#n1">1</a></p><ol><li id="n1">A note</li></ol>', '[1](#n1)\n\n1. <a id="n1"></a>A note'],
  ['<p id="n1">Not linked</p>', "Not linked"],
  ['<p><a href="#s">S</a></p><section id="s"><h2>Sails</h2><p>Text</p></section>', "[S](#s)\n\n## Sails {#s}\n\nText"],
  ['<p><a href="#s">S</a></p><div id="s"><div><p>Text</p></div></div>', '[S](#s)\n\n<a id="s"></a>Text'],
  ['<p><a href="#c">C</a></p><pre id="c">a</pre>', '[C](#c)\n\n<a id="c"></a>\n\n```\na\n```'],
  ['<h2><a name="tide"></a>Tides</h2>', "## Tides {#tide}"],
  ['<h2 id="a"><a name="b"></a>Tides</h2>', "## Tides {#a}"],
  ['<p><a href="#fn:1">1</a></p><p id="fn:1">Note</p>', '[1](#fn:1)\n\n<a id="fn:1"></a>Note'],
  [
    '<p>Word<sup><a href="#fn1" id="fnref1">1</a></sup></p><ol><li id="fn1">Note <a href="#fnref1">back</a></li></ol>',
    'Word<sup><a id="fnref1"></a>[1](#fn1)</sup>\n\n1. <a id="fn1"></a>Note [back](#fnref1)',
  ],
  ['<p><a name=""></a><a name="a b"></a>Text</p>', "Text"],
])("of %s are kept", (html, markdown) => {
  expect(ofHtml(html)).toBe(markdown);
});

test.each([
  ['<a name="tide"></a>The tide', '<a id="tide"></a>The tide'],
  ["<a name=tide>The tide</a>", '<a id="tide"></a>The tide'],
  ['<a name="tide"/>The tide', '<a id="tide"></a>The tide'],
  ['[to](#x) <span id="x">it</span>', '[to](#x) <a id="x"></a>it'],
  ['<span id="x">it</span>', "it"],
  ['<a id="x" href="/a">it</a>', "[it](/a)"],
  ['[to](#x) <a id="x" href="/a">it</a>', '[to](#x) <a id="x"></a>[it](/a)'],
  ['## Tides <a name="t"></a>', "## Tides  {#t}"],
])("of the Markdown %s are kept", (text, markdown) => {
  expect(ofMarkdown(text)).toBe(markdown);
});

test("tags inside of a line end no paragraph in a list", () => {
  expect(ofHtml("<ul><li>H<sub>2</sub>O</li><li><kbd>Ctrl</kbd> now</li></ul>")).toBe(
    "- H<sub>2</sub>O\n- <kbd>Ctrl</kbd> now",
  );
});

test.each([
  ['<p>A</p><noscript><img src="/a.png" alt="A chart"></noscript>', "A\n\n![A chart](/a.png)"],
  ['<p><img src="data:x" alt="A"><noscript><img src="/a.png" alt="A"></noscript></p>', "![A](data:x)"],
  ["<p>A</p><noscript>Please enable JavaScript.</noscript>", "A"],
])("parts for browsers without scripts are shown once: %s", (html, markdown) => expect(ofHtml(html)).toBe(markdown));

test.each([
  [
    '<noscript><img height="1" width="1" style="display:none" src="https://t.example/tr?id=1&amp;ev=PageView"></noscript>',
  ],
  [
    '<noscript><iframe src="https://t.example/ns.html?id=X" height="0" width="0" style="visibility:hidden"></iframe></noscript>',
  ],
  [
    '<noscript><div style="display:inline;"><img height="1" width="1" style="border-style:none;" src="//t.example/a"></div></noscript>',
  ],
  ['<noscript><div style="position:absolute; DISPLAY : none !important"><a href="/t">Count</a></div></noscript>'],
  ["<noscript><p hidden>Count</p></noscript>"],
  ['<img src="https://t.example/stat?post=1" width="1" height="1" alt="">'],
  ['<img src="https://t.example/a" width="1" height="300">'],
  ['<img src="https://t.example/a" style="width:1px;height:1px">'],
  ['<iframe src="https://t.example/a" width="300" height="1px"></iframe>'],
  ['<iframe src="https://t.example/a" style="display:none"></iframe>'],
])("what no visitor sees leaves nothing behind: %s", (html) => expect(ofHtml(`<p>A</p>${html}`)).toBe("A"));

test.each([
  ['<img src="/a.png" width="1.5" height="2">', "![](/a.png)"],
  ['<img src="/a.png" width="100%" height="">', "![](/a.png)"],
  ['<img src="/a.png" style="width:1em;max-width:1px">', "![](/a.png)"],
  ['<div style="display:none">A tab</div>', "A tab"],
])("of %s, %j is seen", (html, markdown) => expect(ofHtml(html)).toBe(markdown));
