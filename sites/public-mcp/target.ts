import type { Env } from "./env.ts";

/** What a request is about: one site, or the deployment as a whole. */
export interface Target {
  /** Hostname of the site; null for the deployment. */
  readonly hostname: string | null;
  /** What stands behind the part that names the site, such as /mcp. */
  readonly path: string;
  /** Where this server is, without the path. */
  readonly base: string;
}

const HOSTNAME = /^[a-z0-9-]+(?:\.[a-z0-9-]+)*$/;
const PREFIX = "mcp.";
const NAMED = /^\/sites\/([^/]{1,253})(\/.*)$/;

/**
 * The site is named by the host, `mcp.<hostname of the site>`, or under the deployment's own name by the path. Any
 * other host is refused, whoever sent it: a name somebody points at this server is not a name of it.
 */
export function targetOf(url: URL, { MCP_ORIGIN }: Env): Target | undefined {
  if (isOwnHost(url, MCP_ORIGIN)) return underOwnName(url);
  const hostname = url.hostname.startsWith(PREFIX) ? url.hostname.slice(PREFIX.length) : "";
  return HOSTNAME.test(hostname) ? { hostname, path: url.pathname, base: url.origin } : undefined;
}

function underOwnName({ pathname, origin }: URL): Target | undefined {
  const [, hostname, path = ""] = NAMED.exec(pathname) ?? [];
  if (hostname === undefined) return { hostname: null, path: pathname, base: origin };
  return HOSTNAME.test(hostname) ? { hostname, path, base: `${origin}/sites/${hostname}` } : undefined;
}

const LOOPBACK: ReadonlySet<string | undefined> = new Set(["localhost", "127.0.0.1", "[::1]"]);

/** A deployment on one machine is reached by every name of that machine. */
function isOwnHost({ hostname }: URL, origin: string): boolean {
  const own = URL.parse(origin)?.hostname;
  return hostname === own || (LOOPBACK.has(own) && LOOPBACK.has(hostname));
}
