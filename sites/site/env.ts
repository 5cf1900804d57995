import type { Env } from "../hosting/env.ts";

export interface SiteEnv extends Omit<Env, "WORKSPACES" | "MEDIA"> {
  readonly TENANT_WORKSPACE: DurableObjectNamespace;
  readonly MEDIA: R2Bucket;
}
