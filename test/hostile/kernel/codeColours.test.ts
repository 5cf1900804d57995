/** Code made so that a highlighter takes long: repeated signs, open strings and brackets, and languages in each other. */
import { expect, test } from "vitest";
import { CODE_BLOCK_MAX_CHARS, CODE_LINE_MAX_CHARS, CODE_PAGE_MAX_CHARS } from "../../../manifests/bounds/fields.ts";
import { CodeColours } from "../../../runtime/rendering/code/codeColours.ts";
import { nestingFault } from "../../../runtime/rendering/nesting.ts";
import { CODE_LANGUAGES } from "../../../runtime/rendering/code/languages.ts";
import { effortOf, excess } from "../../support/effort.ts";

/** Parts of code from which patterns of many languages begin or go on. */
const WORDS = "a|A|_|$|é|-|a-|$a|0x|1e|a.|a:|a |abc|A<a|async a|fn a|function a|class A |a = (|r#|$ a|return ".split(
  "|",
);
const SIGNS = ['"', "'", "`", '\\"', '"""', "/*", "//", "--", "<!--", "{", "[", "(", "<", "</", "<?", "${", "#{", "@"];
const MORE = [
  "#",
  "=",
  "::",
  "->",
  "=>",
  "a<",
  "<a>",
  "<a ",
  "a(",
  "$$",
  "<script>",
  "<style>",
  "<?php ",
  "html`",
  "\u2028",
];
/** Most that a block and a page may cost. The worst found take a third of it. */
const BLOCK_UNITS = 40;
const PAGE_UNITS = 200;

const UNITS = [...WORDS, ...SIGNS, ...MORE];

/** Units whose patterns cross lines, as a search over pairs of parts found them. */
const PAIRS = [
  "a<a>\n",
  "a<a> b\n",
  "a a<\n",
  "A<a>\na",
  "<a><script>\n",
  "a.\n",
  "namespace .\n",
  "operator.\n",
  "\n",
  "\r\n",
  "\n\n ",
  "\u2028a",
];

/** Code as long as a block may be, of one unit, with the longest lines where the unit has none. */
function blockOf(unit: string): string {
  const line = unit.repeat(CODE_LINE_MAX_CHARS).slice(0, CODE_LINE_MAX_CHARS - 1);
  const part = unit.includes("\n") ? unit : `${line}\n${line}\u0001\n`;
  return part.repeat(CODE_BLOCK_MAX_CHARS).slice(0, CODE_BLOCK_MAX_CHARS);
}

const BLOCKS = [...UNITS, ...UNITS.map((unit) => `${unit}\n`), ...PAIRS].map(blockOf);

/** A share of a block, and the square of it: work by the square of its length that fits there fits as a whole, too. */
const SHARE = 1 / 4;
const SHARE_UNITS = BLOCK_UNITS * SHARE ** 2;

test.each(Object.keys(CODE_LANGUAGES))("no block takes long in %s", async (language) => {
  for (const block of BLOCKS) {
    const colours = (share: number) => (): void =>
      void new CodeColours().html(block.slice(0, block.length * share), language);
    // Only a block whose beginning is dear is read as a whole, which takes most of the time here.
    if ((await effortOf(colours(SHARE))) <= SHARE_UNITS) continue;
    expect(await excess(colours(1), BLOCK_UNITS), JSON.stringify(block.slice(0, 20))).toBeUndefined();
  }
});

/** Texts that hold code that holds texts. */
const INSIDE = ["`${", '"#{', '"${', '"\\(', 'f"{', '"$(', "/*", "{", "html`<script>"];

test.each(INSIDE)("no block of %j nests so deep that its page is refused", (unit) => {
  for (const language of Object.keys(CODE_LANGUAGES)) {
    const html = new CodeColours().html(blockOf(unit), language) ?? "";
    expect(nestingFault(`<pre><code>${html}</code></pre>`), language).toBeUndefined();
  }
});

/** The dearest blocks of the search, as often as a page may have them. */
test.each([
  ["ini", "namespace .\n"],
  ["c", "operator"],
  ["cpp", "a"],
  ["ruby", " "],
  ["javascript", " "],
  ["java", "operatora"],
])("the longest page costs little in %s: %j", async (language, unit) => {
  const block = blockOf(unit);
  const page = (share: number): void => {
    const colours = new CodeColours();
    for (let chars = 0; chars < share * CODE_PAGE_MAX_CHARS; chars += block.length) colours.html(block, language);
  };
  expect(await excess(page, PAGE_UNITS)).toBeUndefined();
});
