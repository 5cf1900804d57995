interface Worker {
  fetch(request: Request): Promise<Response>;
}

interface Env {
  readonly SITE: Worker;
  /** The worker of tenants' hostnames, where each tenant has a worker of its own. */
  readonly DISPATCH?: Worker;
  /** Absent where a run serves no agents. */
  readonly PUBLIC_MCP?: Worker;
  readonly PRIVATE_MCP?: Worker;
  /** Real names of the two servers for agents. Empty: this machine's own. */
  readonly MCP_ORIGIN: string;
  readonly MEMBERS_MCP_ORIGIN: string;
}

/** Agents of members have an origin of their own, as in a deployment: the machine's address, where everything else has names. */
const FOR_MEMBERS = /^https?:\/\/127\.0\.0\.1[:/]/;
/** `mcp.` before a name, or on the bare machine a path that says so. */
const FOR_AGENTS = /^https?:\/\/(?:mcp\.|localhost(?::\d+)?\/(?:sites\/|mcp(?:[/?]|$)))/;

/** The machine's own name, which a deployment gives the site worker as its origin. */
const FOR_THE_SITE = /^https?:\/\/localhost[:/]/;

/** The entrance sets this header for visitors who came over https, and hands on nobody else's. */
const isSecure = (request: Request): boolean =>
  request.url.startsWith("http:") && request.headers.get("x-forwarded-proto") === "https";

const isAt = (url: string, origin: string): boolean => origin !== "" && url.startsWith(`${origin}/`);

/** Hands every request to the worker whose name it was sent to. */
export default {
  fetch(asked: Request, env: Env): Promise<Response> {
    const { SITE, DISPATCH, PUBLIC_MCP, PRIVATE_MCP, MCP_ORIGIN, MEMBERS_MCP_ORIGIN } = env;
    const request = isSecure(asked) ? new Request(asked.url.replace("http:", "https:"), asked) : asked;
    const { url } = request;
    if (PRIVATE_MCP && (FOR_MEMBERS.test(url) || isAt(url, MEMBERS_MCP_ORIGIN))) return PRIVATE_MCP.fetch(request);
    if (PUBLIC_MCP && (FOR_AGENTS.test(url) || isAt(url, MCP_ORIGIN))) return PUBLIC_MCP.fetch(request);
    return (DISPATCH && !FOR_THE_SITE.test(url) ? DISPATCH : SITE).fetch(request);
  },
};
