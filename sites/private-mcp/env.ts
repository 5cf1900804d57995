import type { EditingApi } from "../../runtime/workspaceApi.ts";
import type { AgentApi } from "../../runtime/agents/agentApi.ts";
import type { Platform, TenantSettings } from "../shared/tenants/platform.ts";
import type { LoginEnv } from "../shared/login/provider.ts";

/** A tenant's workspace as this worker reaches it. */
export interface AgentWorkspace extends EditingApi, AgentApi {}

/** The bindings of wrangler.jsonc. */
export interface Env extends LoginEnv {
  /** Workspaces of tenants that share one worker. A deployment has these or `TENANTS`, never both. */
  readonly TENANT_WORKSPACE?: DurableObjectNamespace | undefined;
  /** Workers of tenants that have one each. */
  readonly TENANTS?: DispatchNamespace;
  /** With `TENANTS`: the private key of this worker's dispatch grants, as a JWK, and the dispatcher's entrance that lends. */
  readonly DISPATCH_SIGNING_KEY?: string;
  readonly LENDER?: PlatformLender;
  readonly DB: D1Database;
  /** Clients that have registered. */
  readonly OAUTH_KV: KVNamespace;
  /** Logins and questions that are under way. */
  readonly AUTH_STATE_KV: KVNamespace;
  readonly SESSION_SECRET: string;
  readonly MEMBERS_MCP_ORIGIN: string;
  readonly CLIENT_REGISTRATION: string;
}

/** The entrance to the platform that the dispatcher lends on this worker's word. */
export interface PlatformLender {
  lend(tenant: string): Promise<{ readonly platform: Platform; readonly ending: Ending }>;
  settings(): Promise<TenantSettings>;
}

/** Ends a loan, however many have kept it. */
export interface Ending {
  end(): Promise<void>;
}
