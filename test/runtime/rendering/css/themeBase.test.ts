import { describe, expect, test } from "vitest";
import { BASE_NUMBERS, BASE_SETTINGS } from "../../../../manifests/css/bases.generated.ts";
import { styleFaults } from "../../../../manifests/css/check.ts";
import { onBase } from "../../../../runtime/rendering/css/themeBase.ts";
import { BASICS, rendererOf, themePlugin } from "../renderingSite.ts";

const noToken = (_name: string): boolean => false;
const sheet = (settings?: Readonly<Record<string, string | number>>, isToken = noToken): string =>
  onBase({ base: 1, ...(settings ? { settings } : {}) }, ".site-own{}", isToken);

describe.each(BASE_NUMBERS)("base %d", (base) => {
  const css = onBase({ base }, "", noToken);

  test("holds to the rules for the style sheets of themes", () => expect(styleFaults(css, "theme")).toEqual([]));

  test("leaves no place of a setting open, with and without values", () => {
    expect(css).not.toContain("--base-");
    const all = Object.fromEntries(BASE_SETTINGS[base].map((name) => [name, "0"]));
    const full = onBase({ base, settings: all }, "", noToken);
    expect(full).not.toContain("--base-");
    expect(styleFaults(full, "theme")).toEqual([]);
  });

  test.each(BASE_SETTINGS[base])("uses its setting %s", (name) => {
    expect(onBase({ base, settings: { [name]: "7.77em" } }, "", noToken)).toContain("7.77em");
  });
});

describe("the sheet of a theme on a base", () => {
  test("is a layer above the base", () => {
    const css = sheet();
    expect(css.startsWith("@layer base{@layer reset,")).toBe(true);
    expect(css.endsWith("}\n@layer theme{\n.site-own{}\n}\n")).toBe(true);
  });

  test("has the values of its settings, and else those of the base", () => {
    expect(sheet()).toContain("line-height:1.62;");
    const set = sheet({ leading: 1.5 });
    expect([set.includes("line-height:1.5;"), set.includes("1.62")]).toEqual([true, false]);
  });

  test("leaves out a declaration whose setting has no value", () => {
    expect(sheet()).not.toContain("text-transform:");
    expect(sheet({ "label-case": "uppercase" })).toContain("text-transform:uppercase;");
  });

  test("takes the next setting where the first is missing", () => {
    const size = /\.eyebrow\{[^}]*font-size:([^;}]+)/;
    expect([
      size.exec(sheet())?.[1],
      size.exec(sheet({ "label-size": "1em" }))?.[1],
      size.exec(sheet({ "label-size": "1em", "eyebrow-size": "2em" }))?.[1],
    ]).toEqual(["0.9375rem", "1em", "2em"]);
  });

  test("follows a token with the name of a setting", () => {
    expect(sheet({}, (name) => name === "leading")).toContain("line-height:var(--leading);");
  });

  test.each([
    ["ends the declaration", "1;} body{display:none"],
    ["ends the rule", "1}"],
    ["opens a comment", "1/*"],
    ["loads something", "url(https://evil.example/x)"],
    ["is important", "1!important"],
    ["is empty", ""],
  ])("has no value of a setting that %s", (_, value) => expect(sheet({ leading: value })).toBe(sheet()));

  test("has nothing of settings that every object has", () => {
    expect(onBase({ base: 1, settings: JSON.parse('{"__proto__":"1","constructor":"1"}') }, "", noToken)).toBe(
      onBase({ base: 1 }, "", noToken),
    );
  });
});

describe("a theme's manifest decides:", () => {
  const THEME = { theme: "test.theme/slim", scheme: "auto", tokens: {} } as const;
  const withTheme = (more: object): string => {
    const plugin = themePlugin({ "theme.css": ".site-own { color: red }" });
    const [theme] = plugin.plugin.manifest.contributes.themes ?? [];
    Object.assign(theme ?? {}, more);
    return rendererOf([BASICS, plugin]).stylesheet(THEME);
  };

  test("without a base its sheet stands alone, as it is", () => {
    const css = withTheme({});
    expect([css.includes("@layer base"), css.includes("@layer theme")]).toEqual([false, false]);
    expect(css).toContain("}\n.site-own { color: red }");
  });

  test("with a base its sheet is above it, and sections are above both", () => {
    const css = withTheme({ base: 1 });
    const [base, theme, section] = ["@layer base{", "@layer theme{\n.site-own { color: red }", "@scope"].map((part) =>
      css.indexOf(part),
    );
    expect(base).toBeGreaterThan(0);
    expect(theme).toBeGreaterThan(base ?? 0);
    expect(section).toBeGreaterThan(theme ?? 0);
  });

  test("a token of the theme sets the setting of its name", () => {
    const base = { type: "object", properties: { leading: { type: "string", title: "Leading", default: "2" } } };
    const css = withTheme({ base: 1, settings: {}, tokens: { base, light: {}, dark: {} } });
    expect([css.includes("--leading:2;"), css.includes("line-height:var(--leading);")]).toEqual([true, true]);
  });
});
