interface Worker {
  fetch(request: Request): Promise<Response>;
}

interface Env {
  readonly SITE: Worker;
  readonly PUBLIC_MCP: Worker;
  readonly PRIVATE_MCP: Worker;
}

/** Agents of members have an origin of their own, as in a deployment: the machine's address, where everything else has names. */
const FOR_MEMBERS = /^https?:\/\/127\.0\.0\.1[:/]/;
/** `mcp.` before a name, or on the bare machine a path that says so. */
const FOR_AGENTS = /^https?:\/\/(?:mcp\.|localhost(?::\d+)?\/(?:sites\/|mcp(?:[/?]|$)))/;

/** Hands every request to the worker whose name it was sent to. */
export default {
  fetch(request: Request, { SITE, PUBLIC_MCP, PRIVATE_MCP }: Env): Promise<Response> {
    if (FOR_MEMBERS.test(request.url)) return PRIVATE_MCP.fetch(request);
    return (FOR_AGENTS.test(request.url) ? PUBLIC_MCP : SITE).fetch(request);
  },
};
