/** The dispatcher and two tenants' workers in one isolate. Their calls use real RPC. */
import { DurableObject } from "cloudflare:workers";
import Tenant, { TenantWorkspaceDO } from "../../../sites/workers/tenant/index.ts";
import { TenantOperations as Operations } from "../../../sites/workers/dispatch/index.ts";
import type { DispatchEnv } from "../../../sites/workers/dispatch/env.ts";
import type { DispatchedCall, Platform } from "../../../sites/platform/tenants/platform.ts";
import { type BothTenants, namespaceOf, tenantEnv } from "./tenants.ts";

export { default, PlatformLender, TenantPlatform } from "../../../sites/workers/dispatch/index.ts";

const of = (env: unknown, letter: "A" | "B") => tenantEnv(env as BothTenants, letter);

export class TenantOperations extends Operations {
  constructor(context: ExecutionContext, env: BothTenants & DispatchEnv) {
    super(context, { ...env, TENANTS: namespaceOf(env) });
  }
}
export class EntranceA extends Tenant {
  constructor(context: ExecutionContext, env: unknown) {
    super(context, of(env, "A"));
  }
}
export class EntranceB extends Tenant {
  constructor(context: ExecutionContext, env: unknown) {
    super(context, of(env, "B"));
  }
}
export class ObjectA extends TenantWorkspaceDO {
  constructor(context: DurableObjectState, env: unknown) {
    super(context, of(env, "A"));
  }
}
export class ObjectB extends TenantWorkspaceDO {
  constructor(context: DurableObjectState, env: unknown) {
    super(context, of(env, "B"));
  }
}

type Lent = Platform & { dup(): Lent };

/** A tenant's script that keeps the lent platform beyond the call. */
export class KeepingObject extends DurableObject {
  #kept: Lent | undefined;

  async dispatched(_call: DispatchedCall, platform: Lent): Promise<boolean> {
    this.#kept = platform.dup();
    return this.#kept.answers();
  }

  async after(): Promise<string> {
    return this.#kept ? this.#kept.answers().then(String, String) : "nothing was kept";
  }
}
