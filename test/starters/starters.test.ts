/** Every starter in every language and theme: provisioning takes it, and it shows all it says. */
import { createHash } from "node:crypto";
import { readdirSync, readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { provisioning } from "../../sites/web/provisioning/payload.ts";
import { webpSize } from "../../sites/demo/media.ts";
import {
  STARTER_NAMES,
  STARTER_THEMES,
  starterPreview,
  starterSite,
  themeOfStarter,
  type StarterName,
  type StarterTheme,
  type StarterWish,
} from "../../sites/starters/starters.ts";
import { renderer, viewOf } from "../demo/demoPages.ts";

const LANGUAGES = ["en-GB", "de"];
const NOW = Date.UTC(2026, 10, 30, 23, 59);

const wishFor = (starter: StarterName, language: string, theme?: StarterTheme): StarterWish => ({
  starter,
  theme,
  name: "Harbour Books",
  language,
  timeZone: "Europe/London",
  now: NOW,
});

/** Every text in a value. */
function textsIn(value: unknown): string[] {
  if (typeof value === "string") return [value];
  return typeof value === "object" && value !== null ? Object.values(value).flatMap(textsIn) : [];
}

const EVERY = STARTER_NAMES.flatMap((name) => LANGUAGES.map((language) => [name, language] as const));

describe.each(EVERY)("the starter %s in %s", (name, language) => {
  const site = starterSite(wishFor(name, language));

  test("is a site that provisioning takes, with its home page first", () => {
    const read = provisioning.safeParse({
      tenant: { id: "harbour", name: "Harbour Books" },
      site: { id: "shop", name: "Harbour Books" },
      domain: { hostname: "harbour.localhost" },
      identities: [{ issuer: "https://login.example", subject: "robin", role: "owner" }],
      ...site,
    });
    expect(read.success ? [] : read.error.issues).toEqual([]);
    expect(site.document.pages[0]).toMatchObject({ id: "home", path: "/", title: "Harbour Books" });
  });

  test("leaves no reference and no text of another language open", () => {
    const texts = textsIn(site.document);
    expect(texts.filter((text) => /^(?:media:|@)|\{name\}/.test(text))).toEqual([]);
    const other = starterSite(wishFor(name, language === "de" ? "en" : "de"));
    const long = new Set(textsIn(other.document).filter((text) => text.includes(" ") && text !== "Harbour Books"));
    expect(texts.filter((text) => long.has(text))).toEqual([]);
  });

  test("brings each picture that its pages show, and no other", () => {
    const shown = new Set(
      [...JSON.stringify(site.document).matchAll(/\/media\/([0-9a-f]{64})\//g)].map(([, it]) => it),
    );
    const brought = site.pictures.map(({ bytes }) =>
      createHash("sha256").update(Buffer.from(bytes, "base64")).digest("hex"),
    );
    expect(new Set(brought)).toEqual(shown);
  });

  test.each(STARTER_THEMES)("shows every section of every page in the theme %s, with one main heading", (theme) => {
    const themed = starterSite(wishFor(name, language, theme));
    const view = viewOf(themed);
    for (const { id, ...page } of themed.document.pages) {
      const { html, missing } = renderer.page({ id, version: 1, page, site: view, mode: "published" });
      expect([page.path, missing]).toEqual([page.path, []]);
      expect(renderer.checkPage(page)).toEqual({ changed: [], issues: [], idleIssues: [], unknown: [] });
      const levels = [...html.matchAll(/<h([1-6])[\s>]/g)].map((match) => Number(match[1]));
      expect([page.path, levels.filter((level) => level === 1)]).toEqual([page.path, [1]]);
      expect(levels.filter((level, index) => level > (levels[index - 1] ?? 0) + 1)).toEqual([]);
    }
    expect(renderer.problems()).toEqual([]);
  });

  test("links only to pages that it has", () => {
    const ids = new Set(site.document.pages.map(({ id }) => `page:${id}`));
    expect(textsIn(site.document).filter((text) => text.startsWith("page:") && !ids.has(text))).toEqual([]);
  });
});

test("a language that no starter speaks begins in English", () => {
  const [french, english] = ["fr", "en"].map((language) => starterSite(wishFor("company", language)).document);
  expect(french?.pages).toEqual(english?.pages);
  expect(french?.settings.language).toBe("fr");
});

test.each([
  ["in the same month", Date.UTC(2026, 10, 1), true],
  ["in the next month", Date.UTC(2026, 11, 1), false],
])("a repeated wish %s has equal dates: %#", (_, now, isEqual) => {
  const [first, second] = [NOW, now].map((at) => JSON.stringify(starterSite({ ...wishFor("event", "en"), now: at })));
  expect(first === second).toBe(isEqual);
});

test("an event is ahead, also at the end of a year", () => {
  expect(JSON.stringify(starterSite(wishFor("event", "en")).document)).toContain('"start":"2027-01-15"');
});

test("all pictures have the size that the pages state, and are small", () => {
  const folder = new URL("../../sites/starters/media/", import.meta.url);
  for (const name of readdirSync(folder)) {
    const bytes = readFileSync(new URL(name, folder));
    expect([name, webpSize(bytes)]).toEqual([name, { width: 1200, height: 800 }]);
    expect(bytes.length).toBeLessThan(16_000);
  }
});

test("each starter has a small picture in each theme", () => {
  for (const name of STARTER_NAMES)
    for (const theme of STARTER_THEMES) {
      const bytes = starterPreview(name, theme);
      expect([name, theme, webpSize(bytes)]).toEqual([name, theme, { width: 480, height: 360 }]);
      expect(bytes.length).toBeLessThan(16_000);
    }
  expect(STARTER_NAMES.map(themeOfStarter).every((theme) => STARTER_THEMES.includes(theme))).toBe(true);
});
