import { readFileSync } from "node:fs";
import type { Contributes } from "../../../../manifests/manifest/manifest.ts";
import type { Page } from "../../../../runtime/documents/content/content.ts";
import type { Settings } from "../../../../runtime/documents/content/settings.ts";
import type { PublishedAnswer } from "../../../../runtime/serving/publishedAnswer.ts";
import { testPowers } from "../../kernel/powers.ts";
import {
  PACK,
  SITE,
  type World,
  initialiseInput,
  page,
  plugin,
  siteOf,
  textSection,
  worldOf,
} from "../../kernel/world.ts";

const own = (name: string): string =>
  readFileSync(new URL(`../../../../plugins/search/sections/${name}`, import.meta.url), "utf8");

/** The section that shows searches, with the template of the project's own plugin. */
export const searchPlugin = plugin(
  "test.search",
  {
    sections: [
      {
        name: "search",
        title: "Search",
        description: "Search",
        category: "navigation",
        template: "search.liquid",
        markdown: "search.md.liquid",
        variants: [{ name: "plain", title: "Plain" }],
        search: true,
        fields: { type: "object", properties: {}, additionalProperties: false },
        example: { fields: {} },
      },
    ],
  } as unknown as Contributes,
  { "search.liquid": own("search.liquid"), "search.md.liquid": own("search.md.liquid") },
);

export const article = (path: string, title: string, body: string, more: Partial<Page> = {}): Page =>
  page(path, { title, sections: [textSection(body)], ...more });

/** A published site with visitors who search. */
export interface SearchedSite {
  readonly world: World;
  /** Copies what was published, as the queue does. */
  copy(): Promise<void>;
  publish(): Promise<void>;
  ask(query: string, more?: { path?: string; host?: string; client?: string }): Promise<PublishedAnswer>;
  /** The results' titles, in order. */
  titles(query: string, path?: string): Promise<string[]>;
}

export async function searchedSite(
  pages: Readonly<Record<string, Page>>,
  settings: Partial<Settings> = {},
  { pack = [...PACK, searchPlugin], origin = {} }: { pack?: typeof PACK; origin?: object } = {},
): Promise<SearchedSite> {
  const world = worldOf(testPowers(), pack);
  const site = siteOf({ home: page("/"), ...pages });
  await world.kernel.initialiser.run(
    initialiseInput({ ...site, settings: { ...site.settings, ...settings } as Settings }, origin),
  );
  const store = { put: async () => undefined, delete: async () => undefined, purge: async () => undefined };
  const copy = async (): Promise<void> => {
    const { sequence } = world.kernel.sites.get(SITE);
    while (!(await world.kernel.publicContent.refresh(SITE, sequence, store)).done);
  };
  const ask: SearchedSite["ask"] = (query, { path = "/search", host, client = "visitor" } = {}) =>
    world.kernel.serve(SITE, path, null, { query: `?${query}`, host, client });
  await copy();
  return {
    world,
    copy,
    async publish() {
      await world.run("publish", {});
      await copy();
    },
    ask,
    async titles(query, path) {
      const { body } = await ask(`q=${encodeURIComponent(query)}`, path === undefined ? {} : { path });
      return titlesIn(body ?? "");
    },
  };
}

export const titlesIn = (html: string): string[] =>
  [...html.matchAll(/<a class="search-title"[^>]*>(.*?)<\/a>/g)].map(([, title = ""]) => title.replace(/<[^>]+>/g, ""));
