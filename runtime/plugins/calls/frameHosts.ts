/** The hosts that the site asks for the frames of a plugin, as an owner granted them. */
import { Refusal } from "../../../manifests/refusals/refusal.ts";
import { isOwnHost } from "../../tenancy/ownHosts.ts";
import type { RateLimits } from "../../tenancy/rateLimits.ts";
import type { Sites } from "../../tenancy/sites.ts";
import type { Tenant } from "../../tenancy/tenant.ts";
import type { PluginShelf } from "../states/shelf.ts";

export interface FrameHostParts {
  readonly sites: Sites;
  readonly plugins: PluginShelf;
  readonly tenant: Tenant;
  readonly rateLimits: RateLimits;
  /** The origin of the public MCP server; empty if there is none. */
  readonly agentsOrigin: string;
}

export interface FrameHostsWanted {
  readonly plugin: string;
  /** The visitor's name for rate limits. It does not reveal the network address. */
  readonly client: string;
}

export class FrameHosts {
  readonly #parts: FrameHostParts;

  constructor(parts: FrameHostParts) {
    this.#parts = parts;
  }

  /**
   * Counts as a request of the visitor and of the plugin, as one to a route does. Hosts of the tenant's own sites are
   * left out, as for the plugin's code.
   */
  of(site: string, { plugin: id, client }: FrameHostsWanted): { readonly hosts: readonly string[] } {
    const { sites, plugins, tenant, rateLimits, agentsOrigin } = this.#parts;
    sites.get(site);
    if (tenant.status === "suspended") tenant.requireActive();
    const plugin = plugins.forSite(site).resolution.active.find((one) => one.id === id);
    const hosts = plugin?.grant?.capabilities.browser?.viaSite;
    if (!hosts) throw new Refusal("NOT_FOUND");
    rateLimits.require("plugin-visitor", JSON.stringify([site, id, client]));
    rateLimits.require("plugin", JSON.stringify([site, id]));
    return { hosts: hosts.filter((host) => !isOwnHost(sites, [agentsOrigin], host)) };
  }
}
