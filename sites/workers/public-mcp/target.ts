import type { Env } from "./env.ts";

/** The subject of a request: one site, or the deployment as a whole. */
export interface McpTarget {
  /** Hostname of the site; null for the deployment. */
  readonly hostname: string | null;
  /** The path after the part that names the site, such as /mcp. */
  readonly path: string;
  /** This server's address without the path. */
  readonly base: string;
}

const HOSTNAME = /^[a-z0-9-]+(?:\.[a-z0-9-]+)*$/;
const PREFIX = "mcp.";
const NAMED = /^\/sites\/([^/]{1,253})(\/.*)$/;

/**
 * Finds the target of a request. The host names the site (`mcp.<hostname of the site>`); under the deployment's own
 * name, the path does. Every other host is refused, because anybody can point a name at this server.
 */
export function targetOf(url: URL, { MCP_ORIGIN }: Env): McpTarget | undefined {
  if (isOwnHost(url, MCP_ORIGIN)) return underOwnName(url);
  const hostname = url.hostname.startsWith(PREFIX) ? url.hostname.slice(PREFIX.length) : "";
  return HOSTNAME.test(hostname) ? { hostname, path: url.pathname, base: url.origin } : undefined;
}

function underOwnName({ pathname, origin }: URL): McpTarget | undefined {
  const [, hostname, path = ""] = NAMED.exec(pathname) ?? [];
  if (hostname === undefined) return { hostname: null, path: pathname, base: origin };
  return HOSTNAME.test(hostname) ? { hostname, path, base: `${origin}/sites/${hostname}` } : undefined;
}

const LOOPBACK: ReadonlySet<string | undefined> = new Set(["localhost", "127.0.0.1", "[::1]"]);

/** On one machine, every loopback name reaches the deployment. */
function isOwnHost({ hostname }: URL, origin: string): boolean {
  const ownHostname = URL.parse(origin)?.hostname;
  return hostname === ownHostname || (LOOPBACK.has(ownHostname) && LOOPBACK.has(hostname));
}
