import type { Contributes } from "../../../manifests/manifest/manifest.ts";
import { Refusal } from "../../../manifests/refusals/refusal.ts";
import type { ActivePlugin } from "../../contributions/installed.ts";
import type { Sites } from "../../tenancy/sites.ts";
import type { Tenant } from "../../tenancy/tenant.ts";
import type { PluginShelf } from "../states/shelf.ts";

export type PluginRoute = NonNullable<Contributes["routes"]>[number];
export type RouteMethod = PluginRoute["methods"][number];

export interface DeclaredRouteParts {
  readonly sites: Sites;
  readonly plugins: PluginShelf;
  readonly tenant: Tenant;
}

/** The routes and webhooks of a site's plugins, as their manifests declare them. */
export class DeclaredRoutes {
  readonly #parts: DeclaredRouteParts;

  constructor(parts: DeclaredRouteParts) {
    this.#parts = parts;
  }

  /**
   * Finds a plugin and one of its routes. If the plugin is inactive, the route exists but is unavailable. Throws a
   * `Refusal` if there is none.
   */
  find(
    site: string,
    id: string,
    pick: (routes: readonly PluginRoute[]) => PluginRoute | undefined,
  ): { plugin: ActivePlugin; route: PluginRoute } {
    const { sites, plugins } = this.#parts;
    sites.get(site);
    const plugin = plugins.forSite(site).resolution.active.find((one) => one.id === id);
    const { routes = [] } = plugin?.plugin.manifest.contributes ?? this.#skipped(site, id);
    const route = pick(routes);
    if (!route) throw new Refusal("NOT_FOUND");
    if (!plugin) throw new Refusal("PLUGIN_UNAVAILABLE", { plugin: id });
    return { plugin, route };
  }

  requireStatus(method: RouteMethod): void {
    const { tenant } = this.#parts;
    if (method !== "GET" || tenant.status === "suspended") tenant.requireActive();
  }

  #skipped(site: string, id: string): Contributes {
    return (
      this.#parts.plugins.installed(site).find(({ plugin }) => plugin.manifest.id === id)?.plugin.manifest
        .contributes ?? {}
    );
  }
}
