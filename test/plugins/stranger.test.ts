import { readdirSync, readFileSync } from "node:fs";
import { basename, join, relative } from "node:path";
import { HtmlValidate } from "html-validate/node";
import { describe, expect, it } from "vitest";
import type { PackedPlugin } from "../../manifests/packages/packedPlugin.ts";
import type { Page } from "../../runtime/documents/content/content.ts";
import type { Section } from "../../runtime/documents/content/section.ts";
import { grantOfDeployment } from "../../runtime/contributions/grant.ts";
import { ENGINE_VERSION } from "../../manifests/manifest/engine.ts";
import { resolve } from "../../runtime/plugins/states/resolution.ts";
import { packPlugin } from "../../sites/cli/packing/pluginFolder.ts";
import { initialiseInput, page, siteOf, worldOf } from "../runtime/kernel/world.ts";
import { testPowers } from "../runtime/kernel/powers.ts";
import { THEME } from "../support/content.ts";
import { FIRST_PARTY } from "./stage.ts";

/** A plugin that was written from the authors' documentation alone. */
const ROOT = join(import.meta.dirname, "../..");
const FOLDER = join(ROOT, "test/fixtures/plugins/lantern-opening-hours");
const STRANGER = packPlugin(FOLDER);
const { id: ID, contributes } = STRANGER.manifest;
const [SECTION] = contributes.sections ?? [];
if (SECTION === undefined) throw new Error("the plugin has no section");
const TYPE = `${ID}/${SECTION.name}`;
const VARIANTS = SECTION.variants.map(({ name }) => name);
const PACK: readonly PackedPlugin[] = [...FIRST_PARTY, STRANGER];

const FIELDS = {
  title: "When we are open",
  days: [
    {
      day: "Monday",
      times: [
        { opens: "09:00", closes: "12:30" },
        { opens: "13:30", closes: "17:00" },
      ],
    },
    { day: "Sunday" },
  ],
  note: "Ring **twice**.",
  closures: [{ date: "2026-12-24", reason: "Winter & snow" }],
  collection: "news",
  limit: 2,
};

const hours = (variant: string, fields: object = FIELDS, id = variant): Section => ({
  id,
  type: TYPE,
  variant,
  fields: { ...fields },
});

const listed = (path: string, title: string, collection: string, date: string): Page =>
  page(path, { title, collection, date, sections: [] });
const news = (month: number): Page => listed(`/news/${month}`, `News of month ${month}`, "news", `2025-0${month}-05`);

/** A site with a home page of these sections. */
async function siteWith(sections: Section[], pack = PACK) {
  const pages = {
    home: page("/", { title: "Home", sections }),
    one: news(1),
    two: news(2),
    three: news(3),
    diary: listed("/diary", "Diary", "diary", "2025-09-01"),
  };
  const world = worldOf(testPowers(), pack);
  const result = await world.kernel.initialiser.run(initialiseInput(siteOf(pages), { theme: THEME }));
  return { ...world, result };
}

const mainOf = (html: string): string => html.slice(html.indexOf("<main"), html.indexOf("</main>"));

/** Rules that are off: the doctype's case, and trailing spaces from Markdown and Liquid. */
const validator = new HtmlValidate({
  extends: ["html-validate:recommended"],
  rules: { "doctype-style": "off", "no-trailing-whitespace": "off" },
});

async function findings(html: string): Promise<string[]> {
  const { results } = await validator.validateString(html);
  const messages = results.flatMap((result) => result.messages);
  return messages.map(({ line, ruleId, message }) => `${line} ${ruleId}: ${message}`);
}

describe("a plugin of a stranger", () => {
  it("is active beside all first-party plugins, and takes nothing from them", () => {
    const installed = PACK.map((plugin) => ({
      plugin,
      place: 0,
      state: "enabled" as const,
      grant: grantOfDeployment(plugin),
    }));
    const { active, skipped } = resolve({ installed, engine: ENGINE_VERSION, loader: { available: false } });
    expect(skipped).toEqual([]);
    expect(active.map(({ id }) => id)).toEqual(PACK.map(({ manifest }) => manifest.id).toSorted());
  });

  it("brings its section type with it, and takes it away", async () => {
    const sections = VARIANTS.map((variant) => hours(variant));
    expect((await siteWith(sections)).result.unavailable).toEqual([]);
    const without = await siteWith(sections, FIRST_PARTY);
    expect(without.result.unavailable).toEqual([{ type: TYPE, pages: ["home"] }]);
    expect(await without.html("/")).not.toContain(FIELDS.title);
  });

  const NEVER = [{ opens: "25:00", closes: "12:00" }];
  it.each([
    ["a time no clock shows", { days: [{ day: "Monday", times: NEVER }] }, "/days/0/times/0/opens"],
    ["a closure on no day", { closures: [{ date: "2026-02-30" }] }, "/closures/0/date"],
    ["more pages than it shows", { limit: 11 }, "/limit"],
  ])("refuses %s by its own schema", async (_, wrong, pointer) => {
    const site = siteWith([hours("table", { ...FIELDS, ...wrong })]);
    await expect(site).rejects.toMatchObject({
      code: "INVALID_REQUEST",
      detail: { issues: [{ pointer: `/document/pages/0/sections/0/fields${pointer}` }] },
    });
  });
});

describe.each(VARIANTS)("its variant %s", (variant) => {
  it("shows days, times, note and closures", async () => {
    const { html } = await siteWith([hours(variant)]);
    const main = mainOf(await html("/"));
    const names = `section section--opening-hours is-${variant}`;
    expect(main).toContain(`<section class="${names}" id="${variant}" data-section="${TYPE}">`);
    expect(main).toContain("<h2>When we are open</h2>");
    expect(main.match(/<time datetime="\d\d:\d\d">/g)).toHaveLength(4);
    expect(main).toContain('<span class="closed muted">Closed</span>');
    expect(main).toContain("<p>Ring <strong>twice</strong>.</p>");
    expect(main).toContain('<time datetime="2026-12-24">24 December 2026</time>: Winter &amp; snow');
    expect(main.includes("<table>")).toBe(variant === "table");
  });

  it("lists the newest pages of the chosen collection, and none when none is chosen", async () => {
    const linksOf = async (fields: object): Promise<string[]> => {
      const { html } = await siteWith([hours(variant, fields)]);
      return [...mainOf(await html("/")).matchAll(/<a href="([^"]+)">/g)].map(([, href = ""]) => href);
    };
    expect(await linksOf(FIELDS)).toEqual(["/news/3", "/news/2"]);
    expect(await linksOf({ ...FIELDS, collection: "diary" })).toEqual(["/diary"]);
    expect(await linksOf({ ...FIELDS, collection: "" })).toEqual([]);
  });

  it("says the same in Markdown", async () => {
    const { html } = await siteWith([hours(variant)]);
    expect(await html("/index.md")).toContain(
      [
        "## When we are open",
        "",
        "- Monday: 09:00–12:30, 13:30–17:00",
        "- Sunday: Closed",
        "",
        "Ring **twice**.",
        "",
        "### Special closures",
        "",
        "- 24 December 2026: Winter & snow",
        "",
        "### What is new",
        "",
        "- [News of month 3](https://acme.example/news/3), 5 March 2025",
        "- [News of month 2](https://acme.example/news/2), 5 February 2025",
      ].join("\n"),
    );
  });

  it.each<readonly [string, readonly object[]]>([
    ["everything", [FIELDS]],
    ["its example", [SECTION.example.fields]],
    ["its presets", (SECTION.presets ?? []).map(({ fields }) => fields)],
    ["only what is required", [{ title: "Hours" }]],
  ])("is valid HTML with %s", async (_, contents) => {
    const { html } = await siteWith(contents.map((fields, index) => hours(variant, fields, `s${index}`)));
    const home = await html("/");
    expect(home.split(`data-section="${TYPE}"`)).toHaveLength(contents.length + 1);
    expect(await findings(home)).toEqual([]);
  });
});

it("is held against a validator that finds what is wrong", async () => {
  expect(await findings('<p id="a"><div id="a"></p>')).not.toEqual([]);
});

/** Folders that are no part of the project. */
const NOT_OURS = new Set([".git", "node_modules", ".svc", ".build", ".wrangler", ".out"]);

function* filesUnder(folder: string): Generator<string> {
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    const path = join(folder, entry.name);
    if (entry.isDirectory() && !NOT_OURS.has(entry.name) && path !== FOLDER) yield* filesUnder(path);
    if (entry.isFile()) yield path;
  }
}

/** Uses the folder in its tests, without knowing the plugin. */
const COPIES_IT = "test/cli/checked.test.ts";
/** Lists all plugins that were written from the docs. */
const LISTS_IT = "test/README.md";

it("is mentioned nowhere outside its folder", () => {
  const names = [ID, basename(FOLDER)];
  const files = [...filesUnder(ROOT)].map((path) => relative(ROOT, path));
  const mentions = files.filter((path) => {
    const text = path + readFileSync(join(ROOT, path), "latin1");
    return names.some((name) => text.includes(name));
  });
  expect(files).toContain("docs/plugins/start.md");
  expect(mentions).toEqual([LISTS_IT, COPIES_IT, relative(ROOT, import.meta.filename)]);
});
