import { readdirSync, readFileSync } from "node:fs";
import * as z from "zod/mini";
import { describe, expect, test } from "vitest";
import { parse } from "jsonc-parser";
import { validateFields } from "../../manifests/fields/fields.ts";
import type { JsonSchema } from "../../manifests/shapes/shape.ts";
import { type Theme, siteDocument, theme as themeShape } from "../../runtime/documents/content/content.ts";
import type { Section } from "../../runtime/documents/content/section.ts";
import { eachSection } from "../../runtime/documents/content/sectionWalk.ts";
import { type DemoSite, DEMO_NAMES, loadDemo, loadThemes } from "../../sites/demo/load.ts";
import { contrast, TEXT_PAIRS } from "./contrast.ts";

interface SectionSchema {
  name: string;
  variants: { name: string }[];
  fields: JsonSchema;
  slots?: { name: string }[];
  providesTitle?: boolean;
}
const GROUPS = ["base", "light", "dark"] as const;
type TokenGroup = (typeof GROUPS)[number];
interface ThemeSchema {
  name: string;
  tokens: Record<TokenGroup, JsonSchema & { properties: Record<string, { default: string }> }>;
}
interface Contributions {
  sections?: SectionSchema[];
  themes?: ThemeSchema[];
}

const PLUGINS = new URL("../../plugins/", import.meta.url);

const folders = readdirSync(PLUGINS, { withFileTypes: true })
  .filter((entry) => entry.isDirectory())
  .map(({ name }) => name);

/** All contributions of one kind in the first-party plugins, by qualified name. */
function contributed<K extends keyof Contributions>(kind: K): Map<string, NonNullable<Contributions[K]>[number]> {
  return new Map(
    folders.flatMap((folder) => {
      const manifest = parse(readFileSync(new URL(`${folder}/plugin.jsonc`, PLUGINS), "utf8")) as {
        id: string;
        contributes: Contributions;
      };
      return (manifest.contributes[kind] ?? []).map((item) => [`${manifest.id}/${item.name}`, item] as const);
    }),
  );
}

const SECTIONS = contributed("sections");
const THEMES = contributed("themes");
const SITES = DEMO_NAMES.map((name) => [name, loadDemo(name)] as const);
const saltmarrow = loadDemo("saltmarrow");

const sectionsOf = (site: DemoSite): { page: string; section: Section }[] =>
  site.document.pages.flatMap((page) =>
    [...eachSection(page.sections)].map(({ section }) => ({ page: page.id, section })),
  );

/** All texts in a value, with their member's name. */
function* texts(value: unknown, name = ""): Generator<{ name: string; text: string }> {
  if (typeof value === "string") yield { name, text: value };
  if (typeof value !== "object" || value === null) return;
  for (const [key, child] of Object.entries(value)) yield* texts(child, Array.isArray(value) ? name : key);
}

function sectionProblems(section: Section): unknown[] {
  const schema = SECTIONS.get(section.type);
  if (!schema) return [`unknown type ${section.type}`];
  const variant = schema.variants.some(({ name }) => name === section.variant)
    ? []
    : [`unknown variant ${section.variant}`];
  const slots = Object.keys(section.children ?? {}).filter((slot) => !schema.slots?.some(({ name }) => name === slot));
  return [...variant, ...slots, ...validateFields(schema.fields, section.fields)];
}

const markdownLinks = (text: string): string[] => [...text.matchAll(/\]\(([^)\s]+)\)/g)].map((match) => match[1] ?? "");

function linksIn(value: unknown): string[] {
  return [...texts(value)].flatMap(({ name, text }) =>
    name === "link" || name === "to" ? [text] : markdownLinks(text),
  );
}

/** Broken links, and external links to other hosts than the reserved example domains. */
function deadLinks({ document }: DemoSite): string[] {
  const ids = new Set(document.pages.map((page) => `page:${page.id}`));
  const paths = new Set(document.pages.map((page) => page.path));
  const leads = (link: string): boolean => {
    const target = link.replace(/#.*$/, "");
    if (link.startsWith("page:")) return ids.has(target);
    return link.startsWith("/")
      ? paths.has(target.replace(/\/\*$/, ""))
      : /^(mailto:[^@]+@[a-z]+\.example|tel:\+441632960\d{3})$/.test(link);
  };
  return linksIn(document).filter((link) => !leads(link));
}

const imagesOf = (site: DemoSite): string[] =>
  [...texts(site.document)].filter(({ name }) => name === "src").map(({ text }) => text);

describe.each(SITES)("the demo site %s", (_, site) => {
  test("is a document the kernel accepts", () => {
    expect(z.safeParse(siteDocument, site.document).error).toBeUndefined();
  });

  test("uses only sections, variants and slots that exist, with fields their schemas accept", () => {
    const problems = sectionsOf(site).map(({ page, section }) => ({
      page,
      section: section.id,
      wrong: sectionProblems(section),
    }));
    expect(problems.filter(({ wrong }) => wrong.length > 0)).toEqual([]);
  });

  test("has no dead link", () => {
    expect(deadLinks(site)).toEqual([]);
  });

  test("brings every picture it shows, from its own bucket and below the size for its kind", () => {
    const paths = new Set(site.media.map((file) => file.path));
    expect(imagesOf(site).filter((src) => !paths.has(src))).toEqual([]);
    expect(site.media.every((file) => file.key === `${site.tenant.id}${file.path.slice("/media".length)}`)).toBe(true);
    expect(
      site.media.filter((file) => file.bytes.length > (file.width >= 1600 ? 90_000 : 40_960)).map((file) => file.key),
    ).toEqual([]);
  });

  test("describes each picture, the mark beside the name excepted", () => {
    const alts = [...texts(site.document.pages)].filter(({ name }) => name === "alt").map(({ text }) => text);
    expect(alts.filter((alt) => alt.length < 8)).toEqual([]);
  });

  test("has titles and descriptions that are useful in a list of results", () => {
    const { pages } = site.document;
    expect(new Set(pages.map((page) => page.title)).size).toBe(pages.length);
    const off = pages.filter(({ description = "" }) => description.length < 50 || description.length > 160);
    expect(off.map(({ id, description }) => `${id}: ${description?.length}`)).toEqual([]);
  });

  test("lets headings in running text go down one level at a time", () => {
    const jumps = sectionsOf(site).flatMap(({ page, section }) =>
      [...texts(section.fields)]
        .filter(({ name }) => name === "body")
        .flatMap(({ text }) => {
          const levels = [...text.matchAll(/^(#+) /gm)].map((match) => match[1]?.length ?? 0);
          return levels.some((level, index) => level === 1 || level > (levels[index - 1] ?? 1) + 1)
            ? [`${page}/${section.id}: ${levels}`]
            : [];
        }),
    );
    expect(jumps).toEqual([]);
  });

  test("shows a title once: by the first section, or else by the theme", () => {
    const later = site.document.pages.filter((page) =>
      page.sections.slice(1).some((section) => SECTIONS.get(section.type)?.providesTitle),
    );
    expect(later.map((page) => page.id)).toEqual([]);
  });
});

describe("the two sites together", () => {
  test("use every section type that draws something", () => {
    const used = new Set(SITES.flatMap(([, site]) => sectionsOf(site)).map(({ section }) => section.type));
    const drawing = [...SECTIONS].filter(([, type]) => !("places" in type)).map(([type]) => type);
    expect(drawing.length).toBe(SECTIONS.size - 1);
    // Each site has a page at /search without one. Neither takes bookings, comments or subscribers.
    const unused = [
      "drawbridge.bookings/times",
      "drawbridge.comments/comments",
      "drawbridge.newsletter/signup",
      "drawbridge.search/search",
    ];
    expect(drawing.filter((type) => !used.has(type)).toSorted()).toEqual(unused);
  });

  test("are of the size that was asked for", () => {
    const { pages } = saltmarrow.document;
    expect(pages.length).toBeGreaterThanOrEqual(16);
    expect(pages.filter((page) => page.collection === "journal").length).toBeGreaterThanOrEqual(6);
    expect(SITES.flatMap(([, site]) => site.media).reduce((sum, file) => sum + file.bytes.length, 0)).toBeLessThan(
      1_600_000,
    );
  });

  test("have articles of a length that is worth a page", () => {
    const lengths = saltmarrow.document.pages
      .filter((page) => page.collection === "journal")
      .map(({ id, sections }) => {
        const words = sections.flatMap(({ fields }) =>
          String(fields["body"] ?? "")
            .split(/\s+/)
            .filter(Boolean),
        ).length;
        return { id, fits: words >= 500 && words <= 900, words };
      });
    expect(lengths.filter(({ fits }) => !fits)).toEqual([]);
  });

  test("share no tenant, site, hostname or object of the media bucket", () => {
    const [one, other] = SITES.map(([, site]) => [
      site.tenant.id,
      site.site.id,
      site.domain.hostname,
      ...site.media.map((file) => file.key),
    ]);
    expect(one?.filter((key) => other?.includes(key))).toEqual([]);
  });

  test("show a nested menu, a moved folder and a page that is gone for good", () => {
    const { navigation, redirects } = saltmarrow.document;
    expect(navigation.menus.header.some((item) => item.children?.length)).toBe(true);
    expect(redirects.entries.some((entry) => entry.from.endsWith("/*") && entry.status === 301)).toBe(true);
    expect(redirects.entries.some((entry) => entry.status === 410)).toBe(true);
  });
});

const DOCUMENTS: [string, Theme][] = [
  ...Object.entries(loadThemes()),
  ...SITES.map(([name, site]): [string, Theme] => [name, site.theme]),
];
describe.each(DOCUMENTS)("the theme document %s", (_, document) => {
  const schema = THEMES.get(document.theme);

  test("names a theme that exists, with tokens its schemas accept", () => {
    expect(z.safeParse(themeShape, document).error).toBeUndefined();
    expect(schema?.name).toBeDefined();
    const given = (group: TokenGroup): unknown[] =>
      validateFields(schema?.tokens[group] ?? {}, document.tokens[group] ?? {});
    expect(GROUPS.flatMap(given)).toEqual([]);
  });

  test.each(["light", "dark"] as const)("keeps text readable when it is %s", (group) => {
    const defaults = Object.entries(schema?.tokens[group].properties ?? {}).map(([name, token]) => [
      name,
      token.default,
    ]);
    const colours: Record<string, string> = { ...Object.fromEntries(defaults), ...document.tokens[group] };
    const low = TEXT_PAIRS.filter(([front, back]) => !(contrast(colours[front] ?? "", colours[back] ?? "") >= 4.5));
    expect(low).toEqual([]);
  });
});

test("there is one theme document for each first-party theme", () => {
  expect(
    Object.values(loadThemes())
      .map((document) => document.theme)
      .toSorted(),
  ).toEqual([...THEMES.keys()].toSorted());
});

describe("the checks notice", () => {
  const changed = (change: (site: DemoSite) => void): DemoSite => {
    const copy = structuredClone(saltmarrow);
    change(copy);
    return copy;
  };
  const firstPage = (site: DemoSite): { sections: Section[] } => site.document.pages[0] ?? { sections: [] };

  test("a section whose type, variant or field does not exist", () => {
    const section: Section = { id: "odd", type: "drawbridge.basics/divider", variant: "line", fields: {} };
    expect(sectionProblems(section)).toEqual([]);
    expect(sectionProblems({ ...section, type: "drawbridge.basics/marquee" })).toHaveLength(1);
    expect(sectionProblems({ ...section, variant: "blinking" })).toHaveLength(1);
    expect(sectionProblems({ ...section, fields: { colour: "red" } })).toHaveLength(1);
  });

  test.each(["page:nowhere", "/nowhere", "https://cdn.invalid/a.png", "mailto:somebody@company.test"])(
    "a link to %s",
    (link) => {
      const site = changed((copy) => copy.document.navigation.menus.footer.push({ label: "Broken", link }));
      expect(deadLinks(site)).toEqual([link]);
    },
  );

  test("a link in running text", () => {
    const site = changed((copy) =>
      firstPage(copy).sections.push({
        id: "broken",
        type: "drawbridge.basics/rich-text",
        fields: { body: "See [this](page:gone)." },
      }),
    );
    expect(deadLinks(site)).toEqual(["page:gone"]);
  });

  test("colours that are too close", () => {
    expect(contrast("#777777", "#ffffff")).toBeLessThan(4.5);
    expect(contrast("#000000", "#ffffff")).toBeCloseTo(21);
  });
});
