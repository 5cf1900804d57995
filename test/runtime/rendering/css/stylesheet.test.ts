import { describe, expect, test } from "vitest";
import { styleFaults } from "../../../../manifests/css/check.ts";
import { CONTROL_SHEETS } from "../../../../manifests/css/controls.generated.ts";
import type { SectionContribution } from "../../../../manifests/manifest/section.ts";
import type { Theme } from "../../../../runtime/documents/content/content.ts";
import { tokenDeclaration } from "../../../../runtime/rendering/css/css.ts";
import { PLAIN_TOKENS } from "../../../../runtime/rendering/css/plainTheme.ts";
import { contrast, TEXT_PAIRS } from "../../../demo/contrast.ts";
import { active, BASICS, rendererOf, sectionOf, themePlugin } from "../renderingSite.ts";

const theme = (tokens: Theme["tokens"] = {}, name = "test.theme/slim"): Theme => ({
  theme: name,
  scheme: "auto",
  tokens,
});
const sheet = (tokens: Theme["tokens"] = {}): string => rendererOf().stylesheet(theme(tokens));

describe("theme tokens", () => {
  test("are custom properties, for both schemes", () => {
    const css = sheet();
    expect(css).toContain(":root{color-scheme:light;--radius:4px;--font-body:serif;--text:#111111;}");
    expect(css).toContain(
      '@media (prefers-color-scheme:dark){:root:not([data-scheme="light"]){color-scheme:dark;--text:#eeeeee;}}',
    );
    expect(css).toContain(':root[data-scheme="dark"]{color-scheme:dark;--text:#eeeeee;}');
  });

  test("of the owner win over defaults", () => {
    expect(sheet({ base: { radius: "0.5rem" }, dark: { text: "#abcdef" } })).toContain("--radius:0.5rem;");
    expect(sheet({ dark: { text: "#abcdef" } })).toContain("color-scheme:dark;--text:#abcdef;");
  });

  test.each<[string, Theme["tokens"]]>([
    ["that the schema refuses", { light: { text: "red" } }],
    ["that the schema does not have", { base: { other: "1px" } }],
    ["named like what every object has", { base: { constructor: "1px" } }],
    ["that end the declaration", { base: { radius: "4px;} body{display:none" } }],
    ["that end the rule", { base: { radius: "4px}" } }],
    ["that load something", { base: { radius: "url(https://evil.example/x)" } }],
    ["that open a comment", { base: { radius: "4px /*" } }],
    ["that hide a letter", { base: { radius: "\\75rl(//evil.example)" } }],
    ["that open a string", { base: { "font-body": '"serif' } }],
    ["that open a bracket", { base: { "font-body": "calc(1px" } }],
    ["that close the element", { base: { radius: "</style><script>" } }],
    ["that import", { base: { radius: "4px; @import '//evil.example'" } }],
    ["over several lines", { base: { radius: "4px\n}" } }],
    ["of kilobytes", { base: { radius: "1".repeat(301) } }],
  ])("%s leave the default", (_, tokens) => expect(sheet(tokens)).toBe(sheet()));

  test.each<[string, unknown, string | undefined]>([
    ["a", "oklch(70% 0.1 200 / 50%)", "--a:oklch(70% 0.1 200 / 50%);"],
    ["a", 'system-ui, "Segoe UI", sans-serif', '--a:system-ui, "Segoe UI", sans-serif;'],
    ["a", 1.5, "--a:1.5;"],
    ["a", Number.NaN, undefined],
    ["a", "", undefined],
    ["a", null, undefined],
    ["a", { toString: () => "1" }, undefined],
    ["a b", "1", undefined],
    ["a:red;b", "1", undefined],
    ["--a", "1", undefined],
    ["A", "1", undefined],
    ["a", "1".repeat(299), `--a:${"1".repeat(299)};`],
    ["a", "1".repeat(300), `--a:${"1".repeat(300)};`],
    ["a", "1".repeat(301), undefined],
  ])("%j: %j", (name, value, declaration) => expect(tokenDeclaration(name, value)).toBe(declaration));
});

describe("a section's style sheet", () => {
  const withCss = (css: string) =>
    rendererOf([
      active("test.css", { sections: [sectionOf("box", { css: "box.css" })] }, { "box.css": css }),
      themePlugin(),
    ]).stylesheet(theme());
  const without = rendererOf([active("test.css", { sections: [sectionOf("box")] }, {}), themePlugin()]).stylesheet(
    theme(),
  );

  test("reaches its sections and stops where another begins", () => {
    expect(sheet()).toContain(
      '@scope ([data-section="test.basics/hero"]) to (:scope [data-section]) {\n:scope { color: red }\n}\n',
    );
  });

  test.each([
    ["ends its scope", "} body { display: none"],
    ["ends its scope in a media query", "@media (width) { } } body { } a { "],
    ["opens a comment", "a { } /*"],
    ["opens a string", 'a { content: "'],
    ["opens a bracket", "a { width: calc(1px }"],
    ["imports", "@import '/x.css';"],
    ["loads a picture", "a { background: url(https://evil.example/x.png) }"],
    ["loads a picture in other words", "a { background: image-set('https://evil.example/x.png' 1x) }"],
    ["hides a letter", "a { background: \\75rl(https://evil.example) }"],
    ["loads a font", "@font-face { font-family: a; src: url(//evil.example) }"],
    ["holds HTML", "a { } </style><script>"],
  ])("that %s is left out", (_, css) => expect(withCss(css)).toBe(without));

  test("that is sound is not", () => expect(withCss("a { color: red }")).not.toBe(without));
});

describe("a control sheet", () => {
  const sheetOf = (sections: SectionContribution[], css = ""): string =>
    rendererOf([active("test.css", { sections }, { "box.css": css }), themePlugin()]).stylesheet(theme());
  const asked = { ...sectionOf("box"), controls: 1 as const };

  test("is absent from a site without a section that asks for it", () =>
    expect(sheetOf([sectionOf("box")])).not.toContain(CONTROL_SHEETS[1]));

  test("stands once, for all types that ask for it and no other", () => {
    const css = sheetOf([asked, { ...sectionOf("form"), controls: 1 }, sectionOf("plain")]);
    expect(css.split(CONTROL_SHEETS[1])).toHaveLength(2);
    expect(css).toContain(
      `@scope ([data-section="test.css/box"],[data-section="test.css/form"]) to (:scope [data-section]) {\n${CONTROL_SHEETS[1]}`,
    );
  });

  test("stands below the style sheets of its sections", () => {
    const css = sheetOf([{ ...asked, css: "box.css" }], ".form-field { gap: 9px }");
    expect(css.indexOf("9px")).toBeGreaterThan(css.indexOf(CONTROL_SHEETS[1]));
  });

  test.each(Object.entries(CONTROL_SHEETS))("%s follows the rules of sections", (_, css) => {
    expect(css.length).toBeGreaterThan(1_000);
    expect(styleFaults(css, "section")).toEqual([]);
  });
});

describe("the style sheet", () => {
  test("does not depend on the order of plugins", () => {
    expect(rendererOf([themePlugin(), BASICS]).stylesheet(theme())).toBe(
      rendererOf([BASICS, themePlugin()]).stylesheet(theme()),
    );
  });

  test("of a theme that is gone is plain and gives every token a section may rely on", () => {
    const css = rendererOf([BASICS]).stylesheet(theme({}, "acme.gone/theme"));
    expect(css).toContain("@layer plain");
    for (const token of [
      "font-body",
      "font-heading",
      "font-mono",
      "radius",
      "space",
      "width-text",
      "width-wide",
      "text-size",
      "background",
      "surface",
      "text",
      "muted",
      "border",
      "accent",
      "on-accent",
      "accent-soft",
    ]) {
      expect(css).toContain(`--${token}:`);
    }
  });

  test("of a theme with a broken sheet keeps its tokens", () => {
    const css = rendererOf([themePlugin({ "theme.css": "body { } }" })]).stylesheet(theme());
    expect(css).toContain("--radius:4px;");
    expect(css).not.toContain("body {");
  });
});

describe.each(["light", "dark"] as const)("the plain theme in the %s scheme is legible:", (scheme) => {
  const tokens = PLAIN_TOKENS[scheme];
  test.each(TEXT_PAIRS)("%s on %s", (front, back) => {
    expect(contrast(tokens[front], tokens[back])).toBeGreaterThanOrEqual(4.5);
  });
});
