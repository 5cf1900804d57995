import { fileURLToPath } from "node:url";
import { describe, expect, test } from "vitest";
import type { PageQuery, PageSummary } from "../../runtime/documents/content.ts";
import { ENGINE_VERSION } from "../../runtime/engine.ts";
import { FORM_SCRIPT_ELEMENT } from "../../runtime/forms/script.ts";
import { combine } from "../../runtime/contributions/points.ts";
import { resolve } from "../../runtime/plugins/states/resolution.ts";
import type { SiteView } from "../../runtime/rendering/renderer.ts";
import { createRenderer } from "../../runtime/rendering/renderer.ts";
import { packPlugins } from "../../sites/cli/pluginFolder.ts";
import type { DemoSite } from "../../sites/demo/load.ts";
import { DEMO_NAMES, loadDemo } from "../../sites/demo/load.ts";

const plugins = packPlugins([fileURLToPath(new URL("../../plugins", import.meta.url))]);
const installed = plugins.map((plugin) => ({
  plugin,
  place: 0,
  state: "enabled" as const,
  grant: { digest: plugin.digest, capabilities: plugin.manifest.capabilities ?? {} },
}));
const { active, skipped } = resolve({ installed, engine: ENGINE_VERSION, loader: { available: true } });
const renderer = createRenderer(combine(active));

const ORIGIN = "https://demo.example";

function listed(site: DemoSite, { collection, limit = 1_000 }: PageQuery): PageSummary[] {
  const pages = site.document.pages.filter(
    (page) => !page.noindex && (collection === undefined || page.collection === collection),
  );
  return pages.slice(0, limit).map(
    ({ sections: _sections, noindex: _noindex, ...page }) =>
      ({
        description: null,
        collection: null,
        date: null,
        updated: null,
        author: null,
        image: null,
        ...page,
        url: ORIGIN + page.path,
      }) as PageSummary,
  );
}

const viewOf = (site: DemoSite): SiteView => ({
  settings: site.document.settings,
  origin: ORIGIN,
  navigation: site.document.navigation,
  theme: site.theme,
  link: (id) => site.document.pages.find((page) => page.id === id)?.path,
  query: (query) => listed(site, query),
  stylesheet: "/_assets/demo.css",
});

const PAGES = DEMO_NAMES.flatMap((name) => {
  const site = loadDemo(name);
  const view = viewOf(site);
  return site.document.pages.map(
    ({ id, ...page }) =>
      [`${name} ${page.path}`, { id, version: 1, page, site: view, mode: "published" as const }] as const,
  );
});

test("no plugin is left out", () => {
  expect(skipped).toEqual([]);
});

describe.each(PAGES)("%s", (_, input) => {
  const { html, missing, frames } = renderer.page(input);

  test("shows every section", () => {
    expect(missing).toEqual([]);
    expect(renderer.checkPage(input.page)).toEqual({ issues: [], unknown: [] });
    expect(renderer.problems()).toEqual([]);
  });

  test("has one main heading, and no heading skips a level", () => {
    const levels = [...html.matchAll(/<h([1-6])[\s>]/g)].map((match) => Number(match[1]));
    expect(levels.filter((level) => level === 1)).toHaveLength(1);
    expect(levels.filter((level, index) => level > (levels[index - 1] ?? 0) + 1)).toEqual([]);
  });

  test("loads nothing from elsewhere but the frames it declares, and no script but that of its forms", () => {
    const own = html.replaceAll(`</form>\n${FORM_SCRIPT_ELEMENT}`, "</form>");
    const sources = [...own.matchAll(/\s(?:src|srcset|poster)="([^"]+)"/g)].map((match) => match[1] ?? "");
    expect(
      sources.filter(
        (source) => !source.startsWith("/media/") && !frames.some((frame) => source.startsWith(`${frame}/`)),
      ),
    ).toEqual([]);
    expect(own).not.toMatch(/<script(?! type="application\/ld\+json")/);
  });

  test("has the same words as Markdown", () => {
    expect(renderer.markdown(input)).toContain("# ");
    expect(renderer.markdown(input)).not.toMatch(/<[a-z]+[ >]/);
  });
});
