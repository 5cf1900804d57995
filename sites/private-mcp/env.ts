import type { EditingApi } from "../../runtime/workspaceApi.ts";
import type { AgentApi } from "../../runtime/mcp/agentApi.ts";
import type { LoginEnv } from "../shared/login/provider.ts";

/** A tenant's workspace as this worker reaches it. */
export interface Workspace extends EditingApi, AgentApi {}

/** What wrangler.jsonc binds. */
export interface Env extends LoginEnv {
  readonly TENANT_WORKSPACE: DurableObjectNamespace;
  readonly DB: D1Database;
  /** Clients that have registered. */
  readonly OAUTH_KV: KVNamespace;
  /** Logins and questions that are under way. */
  readonly AUTH_STATE_KV: KVNamespace;
  readonly SESSION_SECRET: string;
  readonly MEMBERS_MCP_ORIGIN: string;
  readonly CLIENT_REGISTRATION: string;
}

/** There is one workspace a tenant. Which tenant is said by the grant, and never by a request. */
export function workspaceOf({ TENANT_WORKSPACE: namespace }: Env, tenant: string): Workspace {
  // The stub's methods exist on the other side only; the interface both sides compile against stands in for them here.
  return namespace.get(namespace.idFromName(tenant)) as unknown as Workspace;
}
