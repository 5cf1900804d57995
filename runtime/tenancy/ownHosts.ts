import type { Sites } from "./sites.ts";

/** The prefix of a site's hostname that leads to the public MCP server. */
const AGENTS = "mcp.";

/**
 * Tells whether a host serves this tenant's sites or an MCP server of the deployment, whose origins are given. A plugin
 * that reaches such a host could act as a member, or call itself.
 */
export function isOwnHost(sites: Pick<Sites, "all">, origins: readonly string[], host: string): boolean {
  const names = sites.all().flatMap(({ hostnames }) => hostnames);
  const servers = origins.map((origin) => URL.parse(origin)?.hostname);
  return servers.includes(host) || names.some((name) => host === name || host === AGENTS + name);
}
