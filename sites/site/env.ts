import type { WorkspaceApi } from "../../runtime/workspaceApi.ts";

/** A tenant's workspace as this worker reaches it. */
export interface Workspace extends WorkspaceApi {
  fetch(url: string, init?: RequestInit): Promise<Response>;
}


/** What wrangler.jsonc binds. */
export interface Env {
  readonly TENANT_WORKSPACE: DurableObjectNamespace;
  readonly DB: D1Database;
  readonly MEDIA: R2Bucket;
  readonly PROVISIONING_SECRET: string;
  readonly SESSION_SECRET: string;
}

/** There is one workspace a tenant, named by the tenant's id; which tenant is never taken from what a visitor sent. */
export function workspaceOf(env: Pick<Env, "TENANT_WORKSPACE">, tenant: string): Workspace {
  const namespace = env.TENANT_WORKSPACE;
  // The stub's methods exist on the other side only; the interface both sides compile against stands in for them here.
  return namespace.get(namespace.idFromName(tenant)) as unknown as Workspace;
}
