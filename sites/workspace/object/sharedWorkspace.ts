import type { Env } from "../env.ts";
import { powersOf } from "../powers.ts";
import { TenantWorkspace } from "./tenantWorkspace.ts";

/** A workspace of a deployment whose tenants share one worker: the object's name is its tenant. */
export class TenantWorkspaceDO extends TenantWorkspace<Env> {
  constructor(context: DurableObjectState, env: Env) {
    super(context, env, powersOf(env, context));
  }
}
