import type { Env } from "../bindings/env.ts";
import { powersOf } from "../bindings/powers.ts";
import { TenantWorkspace } from "./tenantWorkspace.ts";

/** The workspace object of a deployment whose tenants share one worker. The object's name is the tenant's id. */
export class TenantWorkspaceDO extends TenantWorkspace<Env> {
  constructor(context: DurableObjectState, env: Env) {
    super(context, env, powersOf(env, context));
  }
}
