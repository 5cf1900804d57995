/** The parts that all pages of a site share. A change of one renders every page again. */
import type { Navigation, NavigationItem, Theme } from "../documents/content/content.ts";
import type { Contributes } from "../../manifests/manifest/manifest.ts";
import type { SitePlugins } from "../plugins/states/shelf.ts";

export const pluginOf = (qualified: string): string => qualified.slice(0, qualified.indexOf("/"));

/** Ids of the pages that menus name. */
export function pagesLinked(...navigations: readonly Navigation[]): Set<string> {
  const found = new Set<string>();
  const visit = (items: readonly NavigationItem[]): void => {
    for (const item of items) {
      const match = /^page:([a-z0-9-]+)/.exec(item.link);
      if (match?.[1]) found.add(match[1]);
      visit(item.children ?? []);
    }
  };
  for (const { menus } of navigations) {
    visit(menus.header);
    visit(menus.footer);
  }
  return found;
}

const isOnAnyPage = ({ metadata = [], inline = [] }: Contributes): boolean => metadata.length + inline.length > 0;

/** Inputs of the plugins that affect every page: the theme's plugin, and those with metadata or directives. */
export function sharedPlugins(plugins: SitePlugins, theme: Theme): string[] {
  return plugins.resolution.active
    .filter(({ plugin }) => plugin.manifest.id === pluginOf(theme.theme) || isOnAnyPage(plugin.manifest.contributes))
    .map(({ id, plugin }) => plugins.digests[id] ?? plugin.digest);
}
