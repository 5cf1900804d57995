import { HtmlValidate } from "html-validate/node";
import { describe, expect, it } from "vitest";
import { validateFields } from "../../manifests/fields/fields.ts";
import { CODE_CSS } from "../../runtime/rendering/code/codeCss.ts";
import { PLAIN_TOKENS } from "../../runtime/rendering/css/plainTheme.ts";
import type { ThemeContribution } from "../../manifests/manifest/theme.ts";
import type { NavigationItem } from "../../runtime/documents/content/content.ts";
import { FIRST_PARTY, HOSTILE, pageInput, rendererWith, siteView } from "./stage.ts";

interface Staged {
  readonly name: string;
  readonly theme: ThemeContribution;
  readonly files: Readonly<Record<string, string>>;
}

const THEMES: readonly Staged[] = FIRST_PARTY.flatMap(({ manifest, files }) =>
  (manifest.contributes.themes ?? []).map((theme) => ({ name: `${manifest.id}/${theme.name}`, theme, files })),
);
const SCHEMES = ["light", "dark"] as const;
const CHOICES = ["auto", ...SCHEMES] as const;
const EACH_CHOICE = THEMES.flatMap(({ name }) => CHOICES.map((scheme) => ({ name, scheme })));

/** Pairs of tokens with their required contrast. */
const PAIRS = [
  ["text", "background"],
  ["muted", "background"],
  ["accent", "background"],
  ["text", "surface"],
  ["muted", "surface"],
  ["accent", "surface"],
  ["text", "accent-soft"],
  ["muted", "accent-soft"],
  ["accent", "accent-soft"],
  ["on-accent", "accent"],
] as const;

interface Colours {
  readonly text: string;
  readonly surface: string;
  readonly background: string;
}

interface Property {
  readonly default: string;
}
const propertiesOf = (theme: ThemeContribution, group: "base" | "light" | "dark"): Readonly<Record<string, Property>> =>
  theme.tokens[group]["properties"] as Readonly<Record<string, Property>>;

const channel = (value: number): number => (value <= 0.040_45 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4);

/** Relative luminance of `#rrggbb`, as WCAG 2 defines it. */
function luminance(color: string): number {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((at) =>
    channel(Number.parseInt(color.slice(at, at + 2), 16) / 255),
  );
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

function contrast(one: string, other: string): number {
  const [dark = 0, light = 0] = [luminance(one), luminance(other)].toSorted((a, b) => a - b);
  return (light + 0.05) / (dark + 0.05);
}

const LONG = "Furnituremakersandjoinersofthenortherncoastlandsandislands";

const item = (label: string, link: string, children?: NavigationItem[]): NavigationItem => ({
  label,
  link,
  ...(children ? { children } : {}),
});

const MENU: NavigationItem[] = [
  item("Work", "/work"),
  item(`Services & ${LONG}`, "/services", [
    item("Repair", "/services/repair", [
      item("Chairs <3", "/services/repair/chairs"),
      item("Veneer", "/services/repair/veneer"),
    ]),
    item("Interiors", "/services/interiors"),
  ]),
  item("Contact", "mailto:bench@fenwright.example"),
];

const SITE = {
  settings: {
    name: `${LONG} & Daughters (${LONG})`,
    social: [{ label: "Letters & notes", link: "https://social.example/@fenwright" }],
    organization: {
      legalName: "Fenwright Ltd",
      email: "bench@fenwright.example",
      telephone: "+44 1632 960118",
      address: "4 Tidal Lane",
    },
  },
  navigation: { menus: { header: MENU, footer: MENU } },
};

/** Recommended rules that are off, because they concern only style. */
const validator = new HtmlValidate({
  extends: ["html-validate:recommended"],
  rules: {
    "void-style": "off",
    "no-trailing-whitespace": "off",
    "tel-non-breaking": "off",
    "long-title": "off",
    "doctype-style": "off",
  },
});

async function findings(html: string): Promise<string[]> {
  const report = await validator.validateString(html);
  return report.results.flatMap(({ messages }) =>
    messages.map(({ line, ruleId, message }) => `${line} ${ruleId}: ${message}`),
  );
}

function rendered(
  name: string,
  stage: Parameters<typeof siteView>[0],
  page: Parameters<typeof pageInput>[1] = {},
): string {
  const renderer = rendererWith(name.split("/", 1)[0] ?? "");
  const { html } = renderer.page(pageInput(siteView({ ...stage, theme: { ...stage?.theme, theme: name } }), page));
  expect(renderer.problems()).toEqual([]);
  return html;
}

const count = (text: string, part: string): number => text.split(part).length - 1;

it("there are three themes", () => {
  expect(THEMES.length).toBeGreaterThanOrEqual(3);
});

describe("contrast", () => {
  it("is computed as WCAG defines it", () => {
    expect(contrast("#000000", "#ffffff")).toBeCloseTo(21, 5);
    expect(contrast("#777777", "#ffffff")).toBeCloseTo(4.48, 2);
    expect(contrast("#767676", "#ffffff")).toBeGreaterThan(4.5);
  });

  const cases = THEMES.flatMap(({ name, theme }) =>
    SCHEMES.flatMap((scheme) => PAIRS.map(([over, under]) => ({ name, theme, scheme, over, under }))),
  );
  it.each(cases)("$name in $scheme: $over on $under is readable", ({ theme, scheme, over, under }) => {
    const tokens = propertiesOf(theme, scheme);
    expect(contrast(tokens[over]?.default ?? "", tokens[under]?.default ?? "")).toBeGreaterThanOrEqual(4.5);
  });
});

/** A colour as the space of colours sees it in which style sheets mix: lightness and two axes. */
function oklab(color: string): readonly [number, number, number] {
  const [r = 0, g = 0, b = 0] = [1, 3, 5].map((at) => channel(Number.parseInt(color.slice(at, at + 2), 16) / 255));
  const l = Math.cbrt(0.412_221_470_8 * r + 0.536_332_536_3 * g + 0.051_445_992_9 * b);
  const m = Math.cbrt(0.211_903_498_2 * r + 0.680_699_545_1 * g + 0.107_396_956_6 * b);
  const s = Math.cbrt(0.088_302_461_9 * r + 0.281_718_837_6 * g + 0.629_978_700_5 * b);
  return [
    0.210_454_255_3 * l + 0.793_617_785 * m - 0.004_072_046_8 * s,
    1.977_998_495_1 * l - 2.428_592_205 * m + 0.450_593_709_9 * s,
    0.025_904_037_1 * l + 0.782_771_766_2 * m - 0.808_675_766 * s,
  ];
}

/** Relative luminance of the mix of two colours, with a share of the first. */
function mixedLuminance(one: string, other: string, share: number): number {
  const [first, second] = [oklab(one), oklab(other)];
  const [L = 0, a = 0, b = 0] = first.map((value, at) => value * share + (second[at] ?? 0) * (1 - share));
  const l = (L + 0.396_337_777_4 * a + 0.215_803_757_3 * b) ** 3;
  const m = (L - 0.105_561_345_8 * a - 0.063_854_172_8 * b) ** 3;
  const s = (L - 0.089_484_177_5 * a - 1.291_485_548 * b) ** 3;
  const rgb = [
    4.076_741_662_1 * l - 3.307_711_591_3 * m + 0.230_969_929_2 * s,
    -1.268_438_004_6 * l + 2.609_757_401_1 * m - 0.341_319_396_5 * s,
    -0.004_196_086_3 * l - 0.703_418_614_7 * m + 1.707_614_701 * s,
  ].map((value) => Math.min(1, Math.max(0, value)));
  const [r = 0, g = 0, blue = 0] = rgb;
  return 0.2126 * r + 0.7152 * g + 0.0722 * blue;
}

describe("the colours of code", () => {
  const mixes = [...CODE_CSS.matchAll(/\.code-(\w+)\{color:color-mix\(in oklab,var\(--text\) (\d+)%,(#\w{6})\)\}/g)];
  const plain = SCHEMES.map((scheme) => ({ name: "no theme", scheme, colours: PLAIN_TOKENS[scheme] as Colours }));
  const themed = THEMES.flatMap(({ name, theme }) =>
    SCHEMES.map((scheme) => ({
      name,
      scheme,
      colours: Object.fromEntries(
        Object.entries(propertiesOf(theme, scheme)).map(([token, property]) => [token, property.default]),
      ) as unknown as Colours,
    })),
  );

  it("mixes colours as browsers do", () => {
    expect(mixedLuminance("#000000", "#ffffff", 1)).toBeCloseTo(0, 5);
    expect(mixedLuminance("#000000", "#ffffff", 0)).toBeCloseTo(1, 5);
    // Chromium 153 paints color-mix(in oklab, #1a1a1a 40%, #2a78ff) as #28529c.
    expect(mixedLuminance("#1a1a1a", "#2a78ff", 0.4)).toBeCloseTo(luminance("#28529c"), 2);
    expect(mixes.length).toBeGreaterThan(6);
  });

  it.each([...plain, ...themed])("are readable in $name, $scheme", ({ colours }) => {
    const { text, surface, background } = colours;
    for (const under of [surface, background])
      for (const [, name = "", share = "", hue = ""] of mixes) {
        const over = mixedLuminance(text, hue, Number(share) / 100);
        const [dark = 0, light = 0] = [over, luminance(under)].toSorted((a, b) => a - b);
        expect((light + 0.05) / (dark + 0.05), `${name} on ${under}`).toBeGreaterThanOrEqual(4.5);
      }
  });
});

describe("tokens", () => {
  const allowed: readonly (readonly [string, readonly string[], readonly string[]])[] = [
    ["radius", ["0", "1px", "23px", "24px"], ["0px", "25px", "-1px", "1em", "1px;color:red"]],
    [
      "space",
      ["0.75rem", "0.8rem", "1rem", "1.49rem", "1.5rem"],
      ["0.74rem", "0.7rem", "1.51rem", "1.6rem", "2rem", "1px"],
    ],
    ["text-size", ["0.9375rem", "1rem", "1.375rem"], ["0.9rem", "1.4375rem", "16px", "rem"]],
    ["width-text", ["30rem", "52rem"], ["29rem", "53rem", "100%"]],
    ["width-wide", ["56rem", "99rem", "100rem"], ["55rem", "101rem", "none"]],
    ["heading-weight", ["400", "900"], ["300", "1000", "bold"]],
  ];
  const cases = THEMES.flatMap(({ name, theme }) =>
    allowed.map(([token, good, bad]) => ({ name, theme, token, good, bad })),
  );

  it.each(cases)("$name takes $token within its bounds only", ({ theme, token, good, bad }) => {
    const refused = (value: string): boolean => validateFields(theme.tokens.base, { [token]: value }).length > 0;
    expect(good.filter(refused)).toEqual([]);
    expect(bad.filter((value) => !refused(value))).toEqual([]);
  });

  it.each(THEMES)("$name takes colours and safe fonts only", ({ theme }) => {
    const colour = (text: string): number => validateFields(theme.tokens.light, { text }).length;
    expect(
      [colour("#1A2b3c"), colour("#1a2b3"), colour("#1a2b3c4"), colour("red"), colour("url(/x)")].map(Boolean),
    ).toEqual([false, true, true, true, true]);
    expect(validateFields(theme.tokens.base, { "font-body": "Comic Sans MS" })).not.toEqual([]);
  });

  it.each(THEMES)(
    "$name shows an owner's value in the style sheet, and its own where that value is refused",
    ({ name, theme }) => {
      const tokens = { base: { radius: "3px", space: "9rem" }, light: { accent: "#123456" } };
      const css = rendererWith(name.split("/", 1)[0] ?? "").stylesheet({ theme: name, scheme: "auto", tokens });
      expect([count(css, "--radius:3px;"), count(css, "--accent:#123456;"), count(css, "--space:9rem")]).toEqual([
        1, 1, 0,
      ]);
      expect(css).toContain(`--space:${propertiesOf(theme, "base")["space"]?.default};`);
    },
  );
});

describe("style sheets", () => {
  const CONTRACT = [
    "section",
    "wrap",
    "text",
    "button",
    "button--quiet",
    "eyebrow",
    "lead",
    "muted",
    "surface",
    "prose",
  ];
  const CODE = [...CODE_CSS.matchAll(/\.(code-\w+)/g)].map(([, name = ""]) => name);
  const KERNEL = ["table-scroll", "align-left", "align-center", "align-right", ...CODE];
  const classesIn = (css: string): Set<string> =>
    new Set([...css.replaceAll(/\/\*.*?\*\//gs, "").matchAll(/\.([a-z][\w-]*)/g)].map(([, name = ""]) => name));

  /** The whole sheet of a theme: its base and its own. */
  const sheetOf = (name: string): string =>
    rendererWith(name.split("/", 1)[0] ?? "").stylesheet({ theme: name, scheme: "auto", tokens: {} });

  it.each(THEMES)("$name dresses every class of the contract", ({ name }) => {
    const classes = classesIn(sheetOf(name));
    expect(CONTRACT.filter((name) => !classes.has(name))).toEqual([]);
  });

  it.each(THEMES)("$name claims no other name that a section might use", ({ name }) => {
    const known = new Set([...CONTRACT, ...KERNEL, "form-field", "form-trap"]);
    expect([...classesIn(sheetOf(name))].filter((one) => !known.has(one) && !one.startsWith("site-"))).toEqual([]);
  });

  const WISHES = [
    "prefers-reduced-motion: reduce",
    "prefers-contrast: more",
    "forced-colors: active",
    "@media print",
    ":focus-visible",
  ];
  it.each(THEMES)("$name answers what visitors may wish", ({ name }) => {
    const sheet = sheetOf(name).replaceAll(/: ?/g, ":");
    expect(WISHES.filter((wish) => !sheet.includes(wish.replace(": ", ":")))).toEqual([]);
  });

  const MOST_LINES = 300;
  it.each(THEMES)("$name is short: its sheet and its settings have fewer lines than 300", ({ theme, files }) => {
    const lines = (files[theme.css] ?? "").trimEnd().split("\n").length + Object.keys(theme.settings ?? {}).length;
    expect(lines).toBeLessThan(MOST_LINES);
  });
});

describe("layouts", () => {
  it("are held against a validator that finds what is wrong", async () => {
    expect(await findings('<p id="a"><div id="a"></p>')).not.toEqual([]);
  });

  it.each(EACH_CHOICE)("$name in $scheme is valid HTML with nested menus and long names", async ({ name, scheme }) => {
    expect(await findings(rendered(name, { ...SITE, theme: { scheme } }))).toEqual([]);
  });

  it.each(EACH_CHOICE)("$name in $scheme is valid HTML with the least there can be", async ({ name, scheme }) => {
    expect(await findings(rendered(name, { theme: { scheme }, settings: { name: "A" } }))).toEqual([]);
  });

  it.each(THEMES)("$name shows every item of both menus, at every depth, and marks the current one", ({ name }) => {
    const html = rendered(name, SITE);
    const hrefs = ["/work", "/services", "/services/repair", "/services/repair/chairs", "/services/interiors"];
    expect(hrefs.map((href) => count(html, `href="${href}"`))).toEqual([2, 2, 2, 2, 2]);
    expect(count(html, 'href="/work" aria-current="page"')).toBe(2);
    expect(count(html, "aria-current")).toBe(2);
  });

  it.each(THEMES)("$name has one main heading, one main part and a way to skip to it", ({ name }) => {
    const html = rendered(name, SITE, { title: "Work", description: "What left lately" });
    expect([
      count(html, "<h1"),
      count(html, "<main"),
      count(html, 'href="#main_content"'),
      count(html, 'id="main_content"'),
    ]).toEqual([1, 1, 1, 1]);
    expect(html).toContain("<h1>Work</h1>");
  });

  it.each(THEMES)("$name leaves the heading to a section that shows it", ({ name }) => {
    const renderer = rendererWith(name.split("/", 1)[0] ?? "", "drawbridge.basics");
    const sections = [{ id: "hero", type: "drawbridge.basics/hero", fields: { title: "Made slowly" } }];
    const { html } = renderer.page(pageInput(siteView({ theme: { theme: name } }), { title: "Work", sections }));
    expect([renderer.problems(), count(html, "<h1")]).toEqual([[], 1]);
    expect(html).toContain("Made slowly</h1>");
  });

  it.each(THEMES)("$name cannot be broken by names", async ({ name }) => {
    const text = HOSTILE.replaceAll("\n", " ");
    const evil = [item(text, "/work", [item(text, "/x", [item(text, "javascript:alert(1)"), item(text, "/y")])])];
    const html = rendered(
      name,
      {
        settings: {
          name: text,
          tagline: text,
          social: [{ label: text, link: "javascript:alert(1)" }],
          organization: { address: text },
        },
        navigation: { menus: { header: evil, footer: evil } },
      },
      { title: text, description: text },
    );
    expect(await findings(html)).toEqual([]);
    expect([count(html, "<b>"), count(html, "<script"), count(html, "<!--"), count(html, "javascript:")]).toEqual([
      0, 0, 0, 0,
    ]);
  });

  it.each(THEMES)("$name shows the logo, with the name beside it only if the logo does not say it", ({ name }) => {
    const logo = { src: "/media/logo.svg", width: 120, height: 40 };
    const named = rendered(name, { settings: { logo: { ...logo, alt: "Fenwright" } } });
    const decorative = rendered(name, { settings: { logo: { ...logo, alt: "" } } });
    expect([named, decorative].map((html) => count(html, "site-brand__name"))).toEqual([0, 1]);
    expect(named).toContain('alt="Fenwright"');
  });

  it.each([
    ["de-AT", "Zum Inhalt springen", "Menü"],
    ["es", "Saltar al contenido", "Menú"],
    ["ja", "本文へ移動", "メニュー"],
    ["zh", "Skip to content", "Menu"],
  ])("the few words of a theme are in the language of the site: %s", (language, skip, menu) => {
    for (const { name } of THEMES) {
      const html = rendered(name, { ...SITE, settings: { ...SITE.settings, language } });
      expect([html.includes(`>${skip}</a>`), html.includes(`>${menu}</summary>`)]).toEqual([true, true]);
    }
  });
});
