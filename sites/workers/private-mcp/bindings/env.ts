import type { EditingApi } from "../../../../runtime/workspaceApi.ts";
import type { AgentApi } from "../../../../runtime/agents/agentApi.ts";
import type { Platform, TenantSettings } from "../../../platform/tenants/platform.ts";
import type { LoginEnv } from "../../../platform/login/provider.ts";

/** The methods of a tenant's workspace that this worker calls. */
export interface AgentWorkspace extends EditingApi, AgentApi {}

export interface Env extends LoginEnv {
  /** Workspaces of tenants that share one worker. A deployment binds either this or `TENANTS`. */
  readonly TENANT_WORKSPACE?: DurableObjectNamespace | undefined;
  /** The workers of tenants that have their own. */
  readonly TENANTS?: DispatchNamespace;
  /**
   * Both only with `TENANTS`: the private key that signs this worker's dispatch grants, as a JWK, and the dispatcher's
   * lending entrypoint.
   */
  readonly DISPATCH_SIGNING_KEY?: string;
  readonly LENDER?: PlatformLender;
  readonly DB: D1Database;
  /** Registered OAuth clients. */
  readonly OAUTH_KV: KVNamespace;
  /** Pending logins and consent questions. */
  readonly AUTH_STATE_KV: KVNamespace;
  readonly SESSION_SECRET: string;
  readonly MEMBERS_MCP_ORIGIN: string;
  readonly CLIENT_REGISTRATION: string;
  /** "no" on a machine that cannot fetch clients' documents from the internet. Absent: clients may have them. */
  readonly CLIENT_DOCUMENTS?: string;
}

/** The dispatcher's entrypoint that lends the platform to a call. */
export interface PlatformLender {
  lend(tenant: string): Promise<{ readonly platform: Platform; readonly ending: Ending }>;
  settings(): Promise<TenantSettings>;
}

/** Ends a loan, also for every part of it that the borrower kept. */
export interface Ending {
  end(): Promise<void>;
}
