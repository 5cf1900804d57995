interface Worker {
  fetch(request: Request): Promise<Response>;
}

interface Env {
  readonly SITE: Worker;
  readonly PUBLIC_MCP: Worker;
}

/** `mcp.` before a name, or on the bare machine a path that says so. */
const FOR_AGENTS = /^https?:\/\/(?:mcp\.|(?:localhost|127\.0\.0\.1)(?::\d+)?\/(?:sites\/|mcp(?:[/?]|$)))/;

/** Hands every request to the worker whose name it was sent to. */
export default {
  fetch: (request: Request, { SITE, PUBLIC_MCP }: Env): Promise<Response> =>
    (FOR_AGENTS.test(request.url) ? PUBLIC_MCP : SITE).fetch(request),
};
