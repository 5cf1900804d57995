interface Worker {
  fetch(request: Request): Promise<Response>;
}

interface Env {
  readonly SITE: Worker;
  /** The dispatcher, in a run with one worker for each tenant. */
  readonly DISPATCH?: Worker;
  /** Undefined in a run without agents. */
  readonly PUBLIC_MCP?: Worker;
  readonly PRIVATE_MCP?: Worker;
  /** Real origins of the two MCP servers; empty if they have this machine's names. */
  readonly MCP_ORIGIN: string;
  readonly MEMBERS_MCP_ORIGIN: string;
}

/**
 * Members' agents use this machine's IP address as their origin. Sites have names, so the origins differ, as in a
 * deployment.
 */
const FOR_MEMBERS = /^https?:\/\/127\.0\.0\.1[:/]/;
/** Requests for the public MCP server: `mcp.` before a site's name, or an MCP path at `localhost`. */
const FOR_AGENTS = /^https?:\/\/(?:mcp\.|localhost(?::\d+)?\/(?:sites\/|mcp(?:[/?]|$)))/;

/** This machine's own name, which stands for the site worker's own origin in a deployment. */
const FOR_THE_SITE = /^https?:\/\/localhost[:/]/;

/** Only the entrance can set this header, for visitors who came over https. It drops the header of clients. */
const isSecure = (request: Request): boolean =>
  request.url.startsWith("http:") && request.headers.get("x-forwarded-proto") === "https";

const isAt = (url: string, origin: string): boolean => origin !== "" && url.startsWith(`${origin}/`);

/** Forwards every request to the worker of its hostname. */
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
