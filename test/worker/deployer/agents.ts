/** Members' agents of tenants with separate workers: the real MCP worker over the same dispatch namespace. */
import { createExecutionContext } from "cloudflare:test";
import { PlatformLender } from "../../../sites/workers/dispatch/index.ts";
import type { PlatformLender as Lender } from "../../../sites/workers/private-mcp/bindings/env.ts";
import { sha256Hex } from "../../../sites/platform/keys/digest.ts";
import { ISSUER } from "../auth/siteLogins.ts";
import { type TestSite, fetchWorker, tokensFor } from "../private-mcp/agentClient.ts";
import type { World } from "./world.ts";

export { ORIGIN as AGENTS } from "../private-mcp/agentClient.ts";

/** Sends a request to the worker for members' agents, which reaches tenants only by dispatch. */
export function askAgents({ operations }: World, request: Request): Promise<Response> {
  const { dispatchEnv } = operations;
  return fetchWorker(request, {
    TENANTS: dispatchEnv.TENANTS,
    LENDER: new PlatformLender(createExecutionContext(), dispatchEnv) as unknown as Lender,
    DISPATCH_SIGNING_KEY: dispatchEnv.DISPATCH_SIGNING_KEY,
  });
}

/** An access token for the agent of a site's owner. */
export async function tokenOf(tenant: string, subject: string): Promise<string> {
  const owner = await sha256Hex(JSON.stringify([ISSUER, subject]));
  return (await tokensFor({ tenant } as TestSite, owner)).access_token;
}
