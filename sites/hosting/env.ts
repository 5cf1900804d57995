import type { LoginEnv } from "../shared/login/provider.ts";
import type { AvailabilityStub } from "../../sandbox/availability.ts";
import type { FormApi } from "../../runtime/submissions/formApi.ts";
import type { PluginRouteApi } from "../../runtime/plugins/calls/routes.ts";
import type { EditingApi, WorkspaceApi } from "../../runtime/workspaceApi.ts";

/** A tenant's workspace as this worker reaches it. */
export interface Workspace extends WorkspaceApi, EditingApi, PluginRouteApi, FormApi {
  fetch(url: string, init?: RequestInit): Promise<Response>;
}

/** The bindings of wrangler.jsonc. */
export interface Env extends LoginEnv {
  readonly TENANT_WORKSPACE: DurableObjectNamespace;
  readonly DB: D1Database;
  readonly MEDIA: R2Bucket;
  /** Missing where no plugin code is to run. */
  readonly PLUGIN_SANDBOX?: AvailabilityStub;
  /** Makes pictures in other widths. Without it, pictures are served in the size they have. */
  readonly IMAGES?: ImagesBinding | undefined;
  /** The built files of the editor. */
  readonly ASSETS: Fetcher;
  readonly PROVISIONING_SECRET: string;
  readonly SESSION_SECRET: string;
  /** The secret that verifies answers to a form's challenge. Without it, forms ask for no challenge. */
  readonly TURNSTILE_SECRET?: string;
}

/** Each tenant has one workspace, named by the tenant's id. Never take the tenant from a visitor's input. */
export function workspaceOf(env: Pick<Env, "TENANT_WORKSPACE">, tenant: string): Workspace {
  const namespace = env.TENANT_WORKSPACE;
  // The stub's methods exist on the other side only; the interface both sides compile against stands in for them here.
  return namespace.get(namespace.idFromName(tenant)) as unknown as Workspace;
}
