import type { Node } from "prosemirror-model";
import { describe, expect, test } from "vitest";
import { MARKDOWN_MAX_CHARS } from "../../../../manifests/bounds/fields.ts";
import { KeptText } from "../../../../sites/editor/rich/model/kept.ts";
import { documentOf } from "../../../../sites/editor/rich/model/read.ts";
import { asOneLine, cleanHtml } from "../../../../sites/editor/rich/paste/clean.ts";
import { cleanMarkdown, cleanText } from "../../../../sites/editor/rich/paste/text.ts";
import { types } from "../../../../sites/editor/rich/model/schema.ts";

const written = (blocks: readonly Node[]): string => KeptText.open("")?.write(documentOf(blocks)).markdown ?? "";
const plain = (text: string): string => {
  const result = cleanText(text);
  return result.ok ? written(result.value.blocks) : "refused";
};

describe("plain text", () => {
  test("is a paragraph for each line", () => {
    expect(plain("one\r\n\r\n* two\nthree  ")).toBe("one\n\n\\* two\n\nthree");
  });

  test.each([
    ["code", "if (a) {\n  b();\n}", "```\nif (a) {\n  b();\n}\n```"],
    ["code that tabs indent", "def up():\n\treturn 1", "```\ndef up():\n\treturn 1\n```"],
    ["no code: an indented letter", "Dear Ada,\n  we wait.\nYours", "Dear Ada,\n\nwe wait.\n\nYours"],
    ["no code: lines that end with a semicolon", "larch;\noak;", "larch;\n\noak;"],
  ])("may be %s", (_, text, markdown) => {
    expect(plain(text)).toBe(markdown);
  });
});

describe("Markdown as plain text", () => {
  test.each([
    ["headings, lists and marks", "## Title\n\n- one\n  - two\n\n**bold** [x](https://e.example)", undefined],
    ["a first heading, which is the page's own", "# Title\n\n## Part", "## Title\n\n### Part"],
    ["fenced code", "```js\na();\n```", undefined],
    ["a table", "| a | b |\n| --- | --- |\n| c | d |", undefined],
    ["numbers", "1. one\n2. two", undefined],
    ["a directive in a line", 'to :acme.bits/go[the pier]{to="/a"}', undefined],
    ["a directive of blocks", ':::acme.bits/box{title="A"}\na\n:::', undefined],
    ["links that lead nowhere", "**a** [x](javascript:alert(1))", "**a** \\[x\\](javascript:alert(1))"],
    ["pictures of other sites", "**a** ![x](https://e.example/x.png) b", "**a**  b"],
  ])("is read: %s", (_, text, expected) => {
    expect(written(cleanMarkdown(text)?.blocks ?? [])).toBe(expected ?? text);
  });

  test("counts pictures of other sites", () => {
    expect(cleanMarkdown("**a** ![x](https://e.example/x.png)")?.pictures).toBe(1);
  });

  test.each([
    ["a sentence", "We open at 9 - or later * sometimes."],
    ["a hash sign", "Berth #4 is free.\n#sailing"],
    ["one line with a dash", "- from Ada"],
    ["a sum", "2 * 3 * 4 and a_b_c"],
    ["a year at the start", "2026. A good year.\n1987. A bad one."],
    ["brackets", "see [1] and (2)"],
  ])("is not seen in %s", (_, text) => {
    expect(cleanMarkdown(text)).toBeUndefined();
  });

  test.each([
    [MARKDOWN_MAX_CHARS - 1, true],
    [MARKDOWN_MAX_CHARS, true],
    [MARKDOWN_MAX_CHARS + 1, false],
  ])("of %i characters is read: %s", (length, isRead) => {
    expect(cleanMarkdown("## a".padEnd(length, "b")) !== undefined).toBe(isRead);
  });
});

test("blocks in a table cell are one line with their links, marks and code", () => {
  const result = cleanHtml('<p>see <a href="/x">x</a></p><ul><li><b>bold</b></li></ul><pre>a\n  b</pre>');
  const line = result.ok ? asOneLine(result.value.blocks) : [];
  expect(written([types.paragraph.create(null, line)])).toBe("see [x](/x) **bold** a b");
});
