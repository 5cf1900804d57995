import type { Env } from "../../web/powers/env.ts";

export interface SiteEnv extends Omit<Env, "WORKSPACES" | "MEDIA"> {
  readonly TENANT_WORKSPACE: DurableObjectNamespace;
  readonly MEDIA: R2Bucket;
}
