/** Code made so that a highlighter takes long: repeated signs, open strings and brackets, and languages in each other. */
import { expect, test } from "vitest";
import { CODE_BLOCK_MAX_CHARS, CODE_LINE_MAX_CHARS, CODE_PAGE_MAX_CHARS } from "../../../manifests/bounds/fields.ts";
import { CodeColours } from "../../../runtime/rendering/code/codeColours.ts";
import { CODE_LANGUAGES } from "../../../runtime/rendering/code/languages.ts";
import { excess } from "../../support/effort.ts";

const UNITS = [
  "a",
  "A",
  "_",
  "$",
  "é",
  "-",
  "a-",
  "$a",
  "0x",
  "1e",
  "a.",
  "a:",
  "a ",
  "a<",
  "a(",
  "A<a",
  "$$",

  '"',
  "'",
  "`",
  '\\"',
  '"""',
  "/*",
  "//",
  "--",
  "<!--",
  "{",
  "[",
  "(",
  "<",
  "<a ",
  "</",
  "<?",
  "${",
  "#{",
  "@",
  "#",
  "=>",
  "r#",
  "async a",
  "fn a",
  "class A ",
  "a = (",
  "<script>",
  "<style>",
  "<?php ",
  "html`",
  "<a><script>",
  "$ a",
];

/** Lines of the longest, each of one unit, and the whole again with a sign at the end of a line that nothing expects. */
function linesOf(unit: string): string {
  const line = unit.repeat(CODE_LINE_MAX_CHARS).slice(0, CODE_LINE_MAX_CHARS - 1);
  return `${line}a\n${line}\u0001\n`;
}

test.each(Object.keys(CODE_LANGUAGES))("such code costs little in %s", async (language) => {
  const colours = (share: number): void => {
    for (const unit of UNITS.slice(0, Math.ceil(share * UNITS.length))) new CodeColours().html(linesOf(unit), language);
  };
  expect(await excess(colours, 100)).toBeUndefined();
});

test.each(["java", "csharp", "cpp", "xml", "markdown", "javascript"])(
  "the longest page costs little in %s",
  async (language) => {
    const block = linesOf("a").repeat(CODE_BLOCK_MAX_CHARS).slice(0, CODE_BLOCK_MAX_CHARS);
    const page = (share: number): void => {
      const colours = new CodeColours();
      for (let chars = 0; chars < share * CODE_PAGE_MAX_CHARS; chars += block.length) colours.html(block, language);
    };
    expect(await excess(page, 100)).toBeUndefined();
  },
);

test.each(["<script>", "html`<script>", "<a><script>", "<?php ", "${", "(", "[", "{", "> ", "- ", '"', "/*"])(
  "languages and brackets within each other cost little: %s",
  async (unit) => {
    const block = `${unit}\n`.repeat(CODE_BLOCK_MAX_CHARS).slice(0, CODE_BLOCK_MAX_CHARS);
    const all = (): void => {
      for (const language of ["xml", "javascript", "typescript", "php", "markdown", "bash", "yaml"])
        new CodeColours().html(block, language);
    };
    expect(await excess(all, 100)).toBeUndefined();
  },
);
