/** A published site in languages, as search engines read it: by the head of its pages and its sitemap alone. */
import { join } from "node:path";
import type { Page } from "../../../runtime/documents/content/content.ts";
import { packPlugin } from "../../../sites/cli/packing/pluginFolder.ts";
import { page, type World } from "../../runtime/kernel/world.ts";
import { languagesWorld, siteInLanguages } from "../../runtime/languages/languagesWorld.ts";
import { alternateFaults, sitemapOf } from "../../support/alternates.ts";

const ORIGIN = "https://acme.example";
const PACK = ["seo", "basics", "slate"].map((name) => packPlugin(join(import.meta.dirname, "../../../plugins", name)));

export const emptyPage = (path: string, more: Partial<Page> = {}): Page => page(path, { ...more, sections: [] });

export const searchedWorld = (pages: Record<string, Page>): Promise<World> =>
  languagesWorld(siteInLanguages(pages), PACK);

/** The faults of the whole site, and the paths that it names to search engines. */
export async function namedBy(world: World): Promise<{ faults: string[]; addresses: string[] }> {
  const sitemap = await world.html("/sitemap.xml");
  const faults = await alternateFaults(sitemap, async (address) => {
    const path = new URL(address).pathname;
    return { status: await world.statusOf(path), body: await world.html(path) };
  });
  const addresses = [...sitemapOf(sitemap)].flatMap(([address, others]) => [address, ...others.values()]);
  return { faults, addresses: [...new Set(addresses)].map((one) => one.slice(ORIGIN.length)).toSorted() };
}
