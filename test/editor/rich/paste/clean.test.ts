import { describe, expect, test } from "vitest";
import { PASTE_MAX_CHARS, PASTED_CELLS_MAX, PASTED_COLUMNS_MAX } from "../../../../manifests/bounds/editor.ts";
import { MARKDOWN_MAX_CHARS } from "../../../../manifests/bounds/fields.ts";
import { KeptText } from "../../../../sites/editor/rich/model/kept.ts";
import { documentOf } from "../../../../sites/editor/rich/model/read.ts";
import { type Pasted, cleanHtml } from "../../../../sites/editor/rich/paste/clean.ts";
import { cleanText } from "../../../../sites/editor/rich/paste/text.ts";
import { DOCS, DOCS_MARKDOWN, WORD, WORD_MARKDOWN } from "./fixtures.ts";

const pasted = (html: string, origin?: string): Pasted => {
  const result = cleanHtml(html, origin);
  if (!result.ok) throw new Error(`too long: ${result.error.length}`);
  return result.value;
};

/** The Markdown of an empty field after pasting HTML. */
const markdownOf = (html: string, origin?: string): string =>
  KeptText.open("")?.write(documentOf(pasted(html, origin).blocks)).markdown ?? "";

describe("pasted from an office program", () => {
  test("Word's headings, lists, links, emphasis and tables stay, and nothing else", () => {
    expect(markdownOf(WORD)).toBe(WORD_MARKDOWN);
    expect(pasted(WORD).pictures).toBe(1);
  });

  test("Google Docs' headings, nested lists, emphasis and tables stay, and nothing else", () => {
    expect(markdownOf(DOCS)).toBe(DOCS_MARKDOWN);
    expect(pasted(DOCS).pictures).toBe(1);
  });
});

describe("pasted from this editor", () => {
  const copied = (source: string): string =>
    `a <b><span class="rich-directive" title="${source.replaceAll('"', "&quot;")}">words</span></b> c`;

  test.each([':acme.bits/go[the *pier*]{to="/a"}', ":acme.bits/go[a]", ':acme.bits/icon{name="star"}'])(
    "the directive %j stays as it is written",
    (source) => expect(markdownOf(copied(source))).toBe(`a **${source}** c`),
  );

  test.each(["", ":acme.bits/go", ":acme.bits/go[a] <b>x</b>", "[x](javascript:alert(1))", ":::acme.bits/box"])(
    "an element with the source %j, which is no whole directive, is its words",
    (source) => expect(markdownOf(copied(source))).toBe("a **words** c"),
  );
});

describe("pasted HTML", () => {
  test.each([
    ["a line of text", "word", "word"],
    ["a bold element that its style makes light", '<b style="font-weight: normal">light</b>', "light"],
    ["a weight in numbers", '<span style="FONT-WEIGHT: 600">bold</span> text', "**bold** text"],
    ["items without ends", "<ul><li>one<li>two</ul>", "- one\n- two"],
    ["paragraphs without ends", "<p>one<p>two", "one\n\ntwo"],
    ["a list that goes on", '<ol start="4"><li>four</li></ol>', "4. four"],
    ["code", "<pre>const a = 1;\n  b();</pre>", "```\nconst a = 1;\n  b();\n```"],
    ["a quote", "<blockquote><p>said</p></blockquote>", "> said"],
    ["lines in a paragraph", "one<br>two<br>", "one\\\ntwo"],
    [
      "a table of one cell, as mails are laid out",
      "<table><tr><td><p>one</p><p>two</p></td></tr></table>",
      "one\n\ntwo",
    ],
    [
      "cells that cover others",
      "<table><tr><td colspan=2>a</td></tr><tr><td rowspan=2>b</td><td>c</td></tr><tr><td>d</td></tr></table>",
      "| a |  |\n| --- | --- |\n| b | c |\n|  | d |",
    ],
    ["signs of Markdown", "<p># no heading, *no* emphasis</p>", "\\# no heading, \\*no\\* emphasis"],
    ["an ampersand", "<p>Fish &amp; chips &copy; 2026 &unknown; &#128674;</p>", "Fish & chips © 2026 \\&unknown; 🚢"],
    ["a lone sign", "1 < 2 and <3", "1 < 2 and <3"],
    ["addresses of this site", '<a href="https://site.example/yard#top">yard</a>', "[yard](/yard#top)"],
    ["a picture of this site", '<img src="https://site.example/media/a.jpg" alt="A boat">', "![A boat](/media/a.jpg)"],
    ["text in two nested formats", "<i>a <b>b</b></i>", "*a **b***"],
  ])("keeps %s", (_name, html, markdown) => {
    expect(markdownOf(html, "https://site.example")).toBe(markdown);
  });

  test.each([
    ["a script", "<script>alert(1)</script>safe"],
    ["a script that never ends", "safe<script>alert(1)"],
    ["a style sheet", "<style>p{color:red}</style>safe"],
    ["a comment with tags", "<!-- <b>no</b> -->safe"],
    ["conditional markup", "<!--[if gte mso 9]><p>no</p><![endif]-->safe"],
    ["handlers", '<p onclick="alert(1)" onmouseover=alert(1)>safe</p>'],
    ["an address of script", '<a href="javascript:alert(1)">safe</a>'],
    ["an address of script, written in entities", '<a href="&#106;avascript&colon;alert(1)">safe</a>'],
    ["an address of script behind a space", '<a href=" \tjava\nscript:alert(1)">safe</a>'],
    ["an address of data", '<a href="data:text/html,<script>alert(1)</script>">safe</a>'],
    ["an address of the disk", '<a href="file:///etc/passwd">safe</a>'],
    ["an address of another host without a scheme", '<a href="//elsewhere.example/">safe</a>'],
    ["a foreign picture", '<img src="https://elsewhere.example/p.png" onerror="alert(1)">safe'],
    ["a drawing with a script", "<svg><script>alert(1)</script><text>no</text></svg>safe"],
    ["a frame", '<iframe srcdoc="<p>no</p>">no</iframe>safe'],
    ["a form", "<form><input value=no><select><option>no</select><textarea>no</textarea></form>safe"],
    ["hidden text", '<span style="display:none">no</span>safe'],
    ["a template", "<template><p>no</p></template>safe"],
    ["control characters", "s&#0;a&#x1b;f\u0007e"],
    ["a tag that never ends", 'safe<a href="'],
  ])("loses %s (hazard 16, hazard 17)", (_name, html) => {
    expect(markdownOf(html)).toBe("safe");
  });
});

describe("too much", () => {
  const filler = "<!-- x -->";

  test.each([
    [PASTE_MAX_CHARS - 1, true],
    [PASTE_MAX_CHARS, true],
    [PASTE_MAX_CHARS + 1, false],
  ])("pasted HTML of %i characters is taken: %s", (length, isTaken) => {
    const html = `${"".padEnd(length - "<p>a</p>".length, filler)}<p>a</p>`;
    expect(html).toHaveLength(length);
    expect(cleanHtml(html).ok).toBe(isTaken);
  });

  test.each([
    [MARKDOWN_MAX_CHARS - 1, true],
    [MARKDOWN_MAX_CHARS, true],
    [MARKDOWN_MAX_CHARS + 1, false],
  ])("pasted text of %i characters is taken: %s", (length, isTaken) => {
    expect(cleanHtml(`<p>${"a".repeat(length)}</p>`).ok).toBe(isTaken);
    expect(cleanText("a".repeat(length)).ok).toBe(isTaken);
  });

  test("columns and cells beyond the bounds go", () => {
    const columns = (count: number): number =>
      pasted(`<table><tr>${"<td>a".repeat(count)}</tr><tr><td>b</table>`).blocks[0]?.firstChild?.childCount ?? 0;
    expect([PASTED_COLUMNS_MAX - 1, PASTED_COLUMNS_MAX, PASTED_COLUMNS_MAX + 1].map(columns)).toEqual([
      PASTED_COLUMNS_MAX - 1,
      PASTED_COLUMNS_MAX,
      PASTED_COLUMNS_MAX,
    ]);
    const rows = (count: number): number =>
      pasted(`<table>${"<tr><td>a<td>b</tr>".repeat(count)}</table>`).blocks[0]?.childCount ?? 0;
    const most = PASTED_CELLS_MAX / 2;
    expect([most - 1, most, most + 1].map(rows)).toEqual([most - 1, most, most]);
  });

  test("five megabytes of Word are refused as a whole (hazard 18)", () => {
    const html = WORD.repeat(Math.ceil((5 * 1024 * 1024) / WORD.length));
    expect(cleanHtml(html)).toEqual({ ok: false, error: { length: html.length, most: PASTE_MAX_CHARS } });
  });

  test("what is too much is counted to its end", () => {
    const most = MARKDOWN_MAX_CHARS;
    const text = "a".repeat(most);
    expect(cleanHtml(`<p>${text}</p><p>${text}</p>`)).toEqual({ ok: false, error: { length: 2 * most, most } });
    expect(cleanText(`${text}bc`)).toEqual({ ok: false, error: { length: most + 2, most } });
  });

  test("elements nested without end, quotes that never close and rows of signs are read", () => {
    for (const piece of [
      "<div>",
      "<b>",
      "<ul><li>",
      "<table><tr><td>",
      "<blockquote>",
      '<a href="',
      "<!",
      "<p style='",
    ])
      expect(cleanHtml(`safe${piece.repeat(200_000 / piece.length)}`).ok).toBe(true);
    for (const piece of ["<", "&", "&#"]) expect(cleanHtml(piece.repeat(MARKDOWN_MAX_CHARS + 1)).ok).toBe(false);
  });
});

/** An item of a real list, as Word copies it. */
const wordItem = (level: number, marker: string, text: string): string =>
  `<li class=MsoNormal style='margin-bottom:0cm;mso-list:l0 level${level} lfo1'>${text}<span style='mso-list:Ignore'>${marker}</span></li>`;

describe("lists", () => {
  test.each([
    [
      "of Word that are lists already",
      `<ul>${wordItem(1, "·", "larch")}${wordItem(1, "·", "oak")}</ul>`,
      "- larch\n- oak",
    ],
    [
      "of Word with paragraphs marked in their items",
      `<ol><li><p style='mso-list:l0 level1 lfo1'>plane</p></li><li><p style='mso-list:l0 level1 lfo1'>varnish</p></li></ol>`,
      "1. plane\n2. varnish",
    ],
    [
      "of Word with a nested list beside its item",
      `<ul>${wordItem(1, "·", "larch")}<ul type=circle>${wordItem(2, "o", "north")}</ul>${wordItem(1, "·", "oak")}</ul>`,
      "- larch\n  - north\n- oak",
    ],
    [
      "of Google Docs that begin with deeper levels",
      "<ol><ol><ol><li><p>the third level</p></li></ol></ol></ol><p>and</p><ul><ul><li>the second</li></ul></ul>",
      "1. the third level\n\nand\n\n- the second",
    ],
    [
      "of LibreOffice, with each deeper level in a list of its own",
      "<ul><li><p>one</p></ul><ol><ol><li><p>two</p><li><p>three</p></ol></ol><ul><ul><ul><li>four</li></ul></ul></ul>",
      "- one\n  1. two\n  2. three\n     - four",
    ],
    [
      "with a deeper level before the first item",
      "<ol><ol><li>deep</li></ol><li>flat</li><ol><li>deeper</li></ol></ol>",
      "1. deep\n2. flat\n   1. deeper",
    ],
    [
      "of Evernote, nested in an item without a sign",
      `<ul><li>one</li><li style="list-style:none"><ul><li>two</li></ul></li></ul>`,
      "- one\n  - two",
    ],
    ["nested in an item without a sign and nothing before it", `<ul><li><ul><li>two</li></ul></li></ul>`, "- two"],
  ])("%s keep their levels, and no level twice", (_, html, markdown) => {
    expect(markdownOf(html)).toBe(markdown);
  });
});

describe("white space", () => {
  const CODE = "font-family:Menlo, Monaco, monospace;font-size:12px;line-height:18px;white-space:pre";
  test.each([
    [
      "of code keeps its lines and its indentation",
      `<div style="${CODE}"><div><span>if</span> (a) {</div><div>  b();</div><br><div>\u00a0 c();</div><div>}</div></div>`,
      "```\nif (a) {\n  b();\n\n  c();\n}\n```",
    ],
    [
      "of a word in a fixed width stays in its line",
      `<p>Run <span style="font-family:monospace">make</span> now</p>`,
      "Run make now",
    ],
    ["of text that keeps its lines", `<div style="white-space:pre-wrap">one\ntwo</div>`, "one\\\ntwo"],
    ["of other text is no line", "<div>one\ntwo</div>", "one two"],
    [
      "between words that WebKit copied is a plain space",
      `fair<span class="Apple-converted-space">&nbsp;</span>winds<span class="Apple-converted-space">\u00a0</span>`,
      "fair winds",
    ],
    ["that an author made is kept", "10&nbsp;€", "10&nbsp;€"],
  ])("%s", (_, html, markdown) => {
    expect(markdownOf(html)).toBe(markdown);
  });
});
