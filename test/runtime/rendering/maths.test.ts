/** Maths as TeX, drawn as MathML. */
import { describe, expect, test } from "vitest";
import { MATHS_MAX_CHARS, MATHS_PAGE_MAX_CHARS } from "../../../manifests/bounds/fields.ts";
import { Formulas } from "../../../runtime/rendering/maths/formulas.ts";
import { markdownHtml } from "../../../runtime/rendering/markdown/markdown.ts";
import { textTargets } from "../../../runtime/rendering/markdown/textTargets.ts";
import { surroundings } from "./specimen.ts";

const html = (source: string): string => markdownHtml(source, { ...surroundings, level: 2, maths: new Formulas() });
const formula = (tex: string): string | undefined => new Formulas().html(tex, true);

describe("maths in a text", () => {
  test.each([
    ["so $`x^2`$.", "<p>so <math><msup><mi>x</mi><mn>2</mn></msup></math>.</p>\n"],
    ["$$\na < b\n$$", '<div class="table-scroll" tabindex="0"><math display="block"'],
    ["text\n$$\nx\n$$", "<p>text</p>\n<div"],
    ["$$x$$", '<div class="table-scroll" tabindex="0"><math'],
    ["```math\nx\n```", '<div class="table-scroll" tabindex="0"><math'],
    ["```maths\nx\n```", '<pre><code class="language-maths">x'],
    ["> $$\n> x\n> $$", "<blockquote>\n<div"],
    ["- $$\n  x\n  $$", "<li>\n<div"],
    ["$`\\undefined`$", "<p><code>\\undefined</code></p>"],
    ["$$\n\\undefined\n$$", "<pre><code>\\undefined\n</code></pre>"],
    ["`$`x`$`", "<code>$</code>x<code>$</code>"],
  ])("%j is drawn, or shown as it is written", (source, written) => expect(html(source)).toContain(written));

  test.each(["it costs $5 and $6", "$x$", "$$", "$$\nx", "\\$`x`$", "a $$ b $$ c", "    $$\n    x\n    $$"])(
    "%j is none",
    (source) => expect(html(source)).not.toContain("<math"),
  );

  test("is TeX where nothing draws it, and no HTML", () => {
    expect(markdownHtml("$`a<b`$", { ...surroundings, level: 2 })).toBe("<p><code>a&lt;b</code></p>\n");
    expect(textTargets("$$\n<b>x\n$$ \n\n$`<i>`$").hasHtml).toBe(false);
  });
});

describe("a formula", () => {
  test("keeps its colours as attributes, and no style and no class", () => {
    expect(formula("\\color{red}{\\vec{x}}")).toMatch(/mathcolor="#ff0000"/);
    for (const tex of ["\\boxed{x}", "\\begin{pmatrix}a&b\\\\c&d\\end{pmatrix}", "\\hat{y}", "\\cancel{x}"])
      expect(formula(tex)).not.toMatch(/ (?:style|class|href|src)=/);
  });

  test("has single letters that the style sheet slants, and upright names", () => {
    expect(formula("\\sin x")).toMatch(/<mi mathvariant="normal">sin<\/mi>.*<mi>x<\/mi>/);
  });

  test.each([
    [MATHS_MAX_CHARS - 1, true],
    [MATHS_MAX_CHARS, true],
    [MATHS_MAX_CHARS + 1, false],
  ])("of %i characters is drawn: %s", (count, isDrawn) => {
    expect(formula("x".repeat(count)) !== undefined).toBe(isDrawn);
  });

  test.each([
    [0, true],
    [1, false],
  ])("beside the most of a page and %i characters more is drawn: %s", (more, isDrawn) => {
    const formulas = new Formulas();
    const full = "x".repeat(MATHS_MAX_CHARS);
    for (let room = MATHS_PAGE_MAX_CHARS; room > MATHS_MAX_CHARS; room -= MATHS_MAX_CHARS) formulas.html(full, false);
    expect(formulas.html("x".repeat(MATHS_MAX_CHARS - 1), false)).toBeDefined();
    expect(formulas.html("x".repeat(1 + more), false) !== undefined).toBe(isDrawn);
  });
});
