/** Every page of the demo, with all plugins of the project. */
import { fileURLToPath } from "node:url";
import type { PageQuery, PageSummary } from "../../runtime/documents/content/content.ts";
import { ENGINE_VERSION } from "../../manifests/manifest/engine.ts";
import { combine } from "../../runtime/contributions/points.ts";
import { resolve } from "../../runtime/plugins/states/resolution.ts";
import { type SiteView, createRenderer } from "../../runtime/rendering/renderer.ts";
import type { TranslatedPage } from "../../runtime/rendering/view.ts";
import { packPlugins } from "../../sites/cli/packing/pluginFolder.ts";
import { type DemoSite, DEMO_NAMES, loadDemo } from "../../sites/demo/load.ts";

export const plugins = packPlugins([fileURLToPath(new URL("../../plugins", import.meta.url))]);
const installed = plugins.map((plugin) => ({
  plugin,
  place: 0,
  state: "enabled" as const,
  grant: { digest: plugin.digest, capabilities: plugin.manifest.capabilities ?? {} },
}));
const { active, skipped } = resolve({ installed, engine: ENGINE_VERSION, loader: { available: true } });

export const skippedPlugins = skipped;
export const renderer = createRenderer(combine(active));

export const ORIGIN = "https://demo.example";

type ShownSite = Pick<DemoSite, "document" | "theme">;

function listed(site: ShownSite, { collection, type, ids, limit = 1_000 }: PageQuery): PageSummary[] {
  const pages = site.document.pages.filter(
    (page) =>
      !page.noindex &&
      (collection === undefined || page.collection === collection) &&
      (type === undefined || page.type === type) &&
      (ids === undefined || ids.includes(page.id)),
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

/** The pages of a page's group, all of them published. */
function groupOf(site: ShownSite, id: string): TranslatedPage[] {
  const { pages, settings } = site.document;
  const first = pages.find((page) => page.id === id)?.translationOf ?? id;
  return pages
    .filter((page) => page.id === first || page.translationOf === first)
    .map((page) => ({
      id: page.id,
      path: page.path,
      title: page.title,
      language: page.language ?? settings.language,
      isListed: page.noindex !== true,
      isToCome: false,
    }));
}

const homesOf = ({ document: { settings } }: ShownSite): ReadonlyMap<string, string> =>
  new Map((settings.languages ?? []).map(({ tag, prefix = "/" }) => [tag, prefix]));

export const viewOf = (site: ShownSite): SiteView => ({
  ...(site.document.settings.languages && {
    translations: (id: string) => groupOf(site, id),
    homes: homesOf(site),
    navigationIn: (tag: string) => {
      const menus = site.document.navigation.languages?.[tag];
      return menus && { menus };
    },
  }),
  settings: site.document.settings,
  origin: ORIGIN,
  firstOrigin: ORIGIN,
  navigation: site.document.navigation,
  theme: site.theme,
  link: (id) => site.document.pages.find((page) => page.id === id)?.path,
  query: (query) => listed(site, query),
  count: (query) => listed(site, query).length,
  months: () => [],
  holding: () => [],
  stylesheet: "/_assets/demo.css",
});

export const DEMO_PAGES = DEMO_NAMES.flatMap((name) => {
  const site = loadDemo(name);
  const view = viewOf(site);
  return site.document.pages.map(
    ({ id, ...page }) =>
      [`${name} ${page.path}`, { id, version: 1, page, site: view, mode: "published" as const }] as const,
  );
});
