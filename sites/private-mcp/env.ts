import type { EditingApi } from "../../runtime/workspaceApi.ts";
import type { AgentApi } from "../../runtime/agents/agentApi.ts";
import type { LoginEnv } from "../shared/login/provider.ts";

/** A tenant's workspace as this worker reaches it. */
export interface Workspace extends EditingApi, AgentApi {}

/** The bindings of wrangler.jsonc. */
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

/** Each tenant has one workspace. The grant names the tenant, never a request. */
export function workspaceOf({ TENANT_WORKSPACE: namespace }: Env, tenant: string): Workspace {
  // The stub's methods exist on the other side only; the interface both sides compile against stands in for them here.
  return namespace.get(namespace.idFromName(tenant)) as unknown as Workspace;
}
