import { tenantNames } from "../../../sites/platform/tenants/names.ts";
import type { TenantEnv } from "../../../sites/workers/tenant/env.ts";

/** The bindings of the worker under test, for both tenants. */
export interface BothTenants {
  readonly DISPATCH_KEYS: string;
  readonly [name: string]: unknown;
}

export const DIGEST = "d".repeat(64);

/** The environment of one tenant's script. */
export function tenantEnv(env: BothTenants, letter: "A" | "B"): TenantEnv {
  const tenant = `tenant-${letter.toLowerCase()}`;
  return {
    TENANT_ID: tenant,
    WORKER_NAME: tenantNames(tenant).worker,
    RELEASE: "r1",
    ARTIFACT_SHA256: DIGEST,
    DISPATCH_KEYS: env.DISPATCH_KEYS,
    PLUGIN_SETTINGS_SECRET: `only-for-these-tests-of-${tenant}-only-for-these-tests`,
    TENANT_WORKSPACE: env[`OBJECT_${letter}`] as DurableObjectNamespace,
    STORE: env[`STORE_${letter}`] as R2Bucket,
    PUBLISH_QUEUE: env[`QUEUE_${letter}`] as TenantEnv["PUBLISH_QUEUE"],
    PLATFORM: env[`PLATFORM_${letter}`] as NonNullable<TenantEnv["PLATFORM"]>,
  };
}

const SCRIPTS: Readonly<Record<string, string>> = { "svc-t-tenant-a": "ENTRANCE_A", "svc-t-tenant-b": "ENTRANCE_B" };

/** The dispatch namespace of both tenants. */
export const namespaceOf = (env: BothTenants): DispatchNamespace =>
  ({
    get(name: string) {
      const entrance = SCRIPTS[name];
      if (!entrance) throw new Error("Worker not found.");
      return env[entrance];
    },
  }) as unknown as DispatchNamespace;
