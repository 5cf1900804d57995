/** Formulas of strangers: TeX that makes HTML, names addresses, defines commands or grows. */
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { describe, expect, test } from "vitest";
import { MARKDOWN_MAX_CHARS, MATHS_MAX_CHARS, MATHS_PAGE_MAX_CHARS } from "../../../manifests/bounds/fields.ts";
import { markdownHtml } from "../../../runtime/rendering/markdown/markdown.ts";
import { Formulas } from "../../../runtime/rendering/maths/formulas.ts";
import { surroundings } from "../../runtime/rendering/specimen.ts";
import { excess } from "../../support/effort.ts";

const formula = (tex: string): string | undefined => new Formulas().html(tex, true);
const page = (source: string): string => markdownHtml(source, { ...surroundings, level: 2, maths: new Formulas() });

describe("a formula", () => {
  test.each([
    "\\href{javascript:alert(1)}{x}",
    "\\url{javascript:alert(1)}",
    "\\includegraphics{https://evil.example/a.png}",
    "\\class{a}{x}",
    "\\htmlClass{a}{x}",
    "\\id{a}{x}",
    "\\cssId{a}{x}",
    "\\style{background:url(https://evil.example)}{x}",
    "\\data{onclick=alert(1)}{x}",
    "\\html{<script>}",
    "\\colorbox{url(https://evil.example)}{x}",
    "\\color{expression(alert(1))}x",
  ])("that says more than maths is shown as it is written: %s", (tex) => {
    expect(formula(tex)).toBeUndefined();
    expect(page(`$\`${tex}\`$`)).not.toMatch(/<(?!\/?(?:p|code)>)/);
  });

  test.each([
    "\\def\\a{\\a\\a}\\a",
    "\\def\\a{xxxxxxxxxx}\\def\\b{\\a\\a\\a\\a\\a\\a\\a\\a}\\b",
    "\\gdef\\a{\\a}\\a",
    "\\xdef\\a{\\a}\\a",
    "\\newcommand{\\a}{\\a\\a}\\a",
    "\\renewcommand{\\frac}{\\frac\\frac}\\frac",
    "\\providecommand\\a{\\a}\\a",
    "\\let\\a\\frac\\a",
    "\\global\\let\\a\\b",
    "\\futurelet\\a\\b\\c",
    "\\csname a\\endcsname",
  ])("that defines commands is shown as it is written: %s", (tex) => expect(formula(tex)).toBeUndefined());

  test.each([
    "</math><script>alert(1)</script>",
    '"><img src=x onerror=alert(1)>',
    "\\text{<script>}",
    "\\text{</math><img src=x>}",
    '\\mathrm{"onload="}',
    "<!--",
    "&lt;b&gt;",
    "\\char`<script\\char`>",
  ])("is no HTML: %s", (tex) =>
    expect((formula(tex) ?? "").replaceAll(/<\/?m\w+(?: [\w]+="[^"<>]*")*>/g, "")).not.toMatch(/[<>]/),
  );

  test("of 20,000 characters, or nested without end, is shown as it is written", () => {
    expect(formula("x".repeat(20_000))).toBeUndefined();
    expect(page(`$$\n${"x".repeat(20_000)}\n$$`)).toMatch(/^<pre><code>x+\n<\/code><\/pre>\n$/);
    for (const piece of ["{", "\\sqrt{", "\\left(", "\\frac{", "\\begin{matrix}", "\\text{", "x^{", "\\color{red}{"])
      expect(formula(piece.repeat(MATHS_MAX_CHARS / piece.length))).toBeUndefined();
  });

  test.each([
    "x",
    "'",
    "\\bigl(",
    "\\xrightarrow{}",
    "\\TeX",
    "\\left(\\right)",
    `\\begin{matrix}${"&".repeat(1_900)}\\end{matrix}`,
  ])("of many %j makes no more than 50 times as much HTML, and costs as little as others", async (piece) => {
    const tex = piece.repeat(Math.max(1, Math.floor(MATHS_MAX_CHARS / piece.length)));
    expect((formula(tex) ?? "").length).toBeLessThan(50 * tex.length);
    expect(await excess(() => formula(tex), 20)).toBeUndefined();
  });
});

/** The places in which a command takes another one. */
const NESTINGS: readonly ((name: string, inner: string) => string)[] = [
  (name, inner) => `${name}{${inner}}`,
  (name, inner) => `${name}{y}{${inner}}`,
  (name, inner) => `${name}{${inner}}{y}`,
  (name, inner) => `${name}[{${inner}}]{y}`,
  (name, inner) => `${name}{^{$${inner}$}A}`,
  (name, inner) => `${name}{y}{${inner}}{y}`,
];

const nested = (nest: (typeof NESTINGS)[number], name: string, levels: number): number =>
  (formula(Array.from({ length: levels }).reduce<string>((inner) => nest(name, inner), "x")) ?? "").length;

test("no command of the library grows by more than its own room if it stands in itself", () => {
  const library = readFileSync(createRequire(import.meta.url).resolve("temml"), "utf8");
  const names = new Set(Array.from(library.matchAll(/"\\\\([A-Za-z@]+\*?)"/g), ([, name]) => `\\${name}`));
  expect(names.size).toBeGreaterThan(1_000);
  const growing = [...names].filter((name) =>
    NESTINGS.some((nest) => nested(nest, name, 6) > 4 * Math.max(100, nested(nest, name, 2))),
  );
  expect(growing).toEqual([]);
});

test.each(["\\cancelto{y}{", "\\llap{", "\\mathllap{", "\\equilibriumRight{", "\\equilibriumLeft{"])(
  "a formula that would be drawn twice at each level is shown as it is written: %s",
  async (opening) => {
    const deep = (levels: number): string => `${opening.repeat(levels)}x${"}".repeat(levels)}`;
    expect(formula(deep(1))).toContain("<math");
    expect(formula(deep(2))).toBeUndefined();
    expect(await excess(() => formula(deep(20)), 20)).toBeUndefined();
  },
);

test("each part of a formula may have one command that is drawn twice", () => {
  expect(formula("\\frac{\\cancelto{1}{a}}{\\cancelto{1}{b}}")).toContain("<math");
  expect(formula("\\ce{^{14}_{6}C + ^{1}H ->[\\Delta] ^{15}_{7}N}")).toContain("<math");
});

test("a text full of formulas costs no more than those that a page draws", async () => {
  const source = `$\`${"x".repeat(100)}\`$ `.repeat(MARKDOWN_MAX_CHARS / 105);
  expect(page(source).match(/<math>/g)).toHaveLength(MATHS_PAGE_MAX_CHARS / 100);
  expect(await excess(() => page(source), 300)).toBeUndefined();
});

test.each(["$`", "`$", "$$\n", "$$x\n", "> $$\n", "- $$\n"])(
  "a text of many %j without an end costs as little as others",
  async (piece) => {
    const source = piece.repeat(MARKDOWN_MAX_CHARS / 4 / piece.length);
    expect(await excess(() => page(source), 300)).toBeUndefined();
  },
);
