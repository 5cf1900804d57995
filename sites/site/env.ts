import type { LoginEnv } from "../shared/login/provider.ts";
import type { AvailabilityStub } from "../../sandbox/availability.ts";
import type { FormApi } from "../../runtime/forms/formApi.ts";
import type { PluginRouteApi } from "../../runtime/plugins/routes.ts";
import type { EditingApi, WorkspaceApi } from "../../runtime/workspaceApi.ts";

/** A tenant's workspace as this worker reaches it. */
export interface Workspace extends WorkspaceApi, EditingApi, PluginRouteApi, FormApi {
  fetch(url: string, init?: RequestInit): Promise<Response>;
}

/** What wrangler.jsonc binds. */
export interface Env extends LoginEnv {
  readonly TENANT_WORKSPACE: DurableObjectNamespace;
  readonly DB: D1Database;
  readonly MEDIA: R2Bucket;
  /** Missing where no plugin code is to run. */
  readonly PLUGIN_SANDBOX?: AvailabilityStub;
  /** Makes pictures in other widths. Without it, pictures are served in the size they have. */
  readonly IMAGES?: ImagesBinding | undefined;
  readonly PROVISIONING_SECRET: string;
  readonly SESSION_SECRET: string;
  /** What answers to the challenge in front of forms are checked with. Without it, none is asked for. */
  readonly TURNSTILE_SECRET?: string;
}

/** There is one workspace a tenant, named by the tenant's id; which tenant is never taken from what a visitor sent. */
export function workspaceOf(env: Pick<Env, "TENANT_WORKSPACE">, tenant: string): Workspace {
  const namespace = env.TENANT_WORKSPACE;
  // The stub's methods exist on the other side only; the interface both sides compile against stands in for them here.
  return namespace.get(namespace.idFromName(tenant)) as unknown as Workspace;
}
