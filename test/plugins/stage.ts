/** Renders first-party plugins with a small site. */
import { packProject } from "../../sites/tools/firstParty.ts";
import type { PackedPlugin } from "../../manifests/packages/packedPlugin.ts";
import type { Page, PageSummary, Theme } from "../../runtime/documents/content/content.ts";
import type { Settings } from "../../runtime/documents/content/settings.ts";
import { ENGINE_VERSION } from "../../manifests/manifest/engine.ts";
import { combine } from "../../runtime/contributions/points.ts";
import { resolve } from "../../runtime/plugins/states/resolution.ts";
import { type PageInput, type Renderer, type SiteView, createRenderer } from "../../runtime/rendering/renderer.ts";

export const FIRST_PARTY: readonly PackedPlugin[] = packProject().firstParty;

/** A renderer with these first-party plugins only. */
export const rendererWith = (...ids: readonly string[]): Renderer => rendererFor("", ...ids);

/** The same in a deployment that serves agents at this origin. */
export function rendererFor(agentsOrigin: string, ...ids: readonly string[]): Renderer {
  const chosen = FIRST_PARTY.filter(({ manifest }) => ids.includes(manifest.id));
  if (chosen.length !== ids.length) throw new RangeError(`not all of ${ids.join(", ")} are there`);
  const installed = chosen.map((plugin) => ({
    plugin,
    place: 0,
    state: "enabled" as const,
  }));
  return createRenderer(
    combine(resolve({ installed, engine: ENGINE_VERSION, loader: { available: false } }).active),
    agentsOrigin,
  );
}

export const ORIGIN = "https://fenwright.example";

/** Text that breaks out of any context unless it is escaped correctly. */
export const HOSTILE = `]]> & </script><!-- "double" 'single' [link](/x) \\ <b> {{ 7 }} %> \n second line`;

export const SETTINGS: Settings = {
  name: "Fenwright & Daughters",
  tagline: "Oak furniture from one workshop",
  language: "en-GB",
};

interface Stage {
  readonly settings?: Partial<Settings>;
  readonly theme?: Partial<Theme>;
  readonly navigation?: SiteView["navigation"];
  readonly pages?: readonly PageSummary[];
}

/** Answers queries as the kernel does, as far as these plugins need it. */
const answer = (
  pages: readonly PageSummary[],
  order: string | undefined,
  limit = pages.length,
): readonly PageSummary[] => {
  const key = ({ path, date }: PageSummary): string => (order === "newest" ? (date ?? "") : (path ?? ""));
  const sorted = pages.toSorted((a, b) => (key(a) < key(b) ? -1 : key(a) > key(b) ? 1 : 0));
  return (order === "newest" ? sorted.toReversed() : sorted).slice(0, limit);
};

export const siteView = ({ settings, theme, navigation, pages = [] }: Stage = {}): SiteView => ({
  settings: { ...SETTINGS, ...settings },
  origin: ORIGIN,
  firstOrigin: ORIGIN,
  navigation: navigation ?? { menus: { header: [], footer: [] } },
  theme: { theme: "drawbridge.slate/slate", scheme: "auto", tokens: {}, ...theme },
  stylesheet: "/_assets/0.css",
  link: (id) => pages.find((page) => page.id === id)?.path ?? undefined,
  query: ({ order, limit }) => answer(pages, order, limit),
  count: (query) => answer(pages, query.order, query.limit).length,
  months: () => [],
  holding: () => [],
});

export const pageInput = (site: SiteView, page: Partial<Page> = {}): PageInput => ({
  id: "work",
  version: 1,
  page: { path: "/work", title: "Work", sections: [], ...page },
  site,
  mode: "published",
});

export const summary = (id: string, given: Partial<PageSummary> = {}): PageSummary => {
  const path = given.path ?? `/${id}`;
  const rest = { description: null, collection: null, date: null, updated: null, author: null, image: null };
  return { id, path, url: ORIGIN + path, title: `Page ${id}`, ...rest, ...given };
};
