/** The names of what belongs to one tenant. Each follows from the tenant's id alone, and no two tenants share one. */
import { MANAGED_TENANT_ID_MAX_CHARS } from "../../../manifests/bounds/hosting.ts";
import { Refusal } from "../../../manifests/refusals/refusal.ts";

/** The worker that answers for every tenant, and the only consumer of every tenant's queue. */
export const DISPATCHER = "drawbridge-dispatch";

/** Tenants of a drill, and their workers: these alone may be erased by one. */
export const DRILL_PREFIX = "svc-drill-";

const TENANT = /^[a-z0-9](?:[a-z0-9-]*[a-z0-9])?$/;
const PREFIX = "svc-t-";

/** The names of a tenant's resources. */
export interface TenantNames {
  readonly worker: string;
  readonly bucket: string;
  readonly queue: string;
}

/** A tenant of a drill keeps its name, so that a worker's name alone says whether it is disposable. */
export function tenantNames(tenant: string): TenantNames {
  if (tenant.length > MANAGED_TENANT_ID_MAX_CHARS || !TENANT.test(tenant))
    throw new Refusal("INVALID_REQUEST", {
      reason: `A tenant with a worker of its own has an id of at most ${MANAGED_TENANT_ID_MAX_CHARS} lower-case letters, digits and hyphens.`,
    });
  const worker = tenant.startsWith(DRILL_PREFIX) ? tenant : `${PREFIX}${tenant}`;
  return { worker, bucket: `${worker}-store`, queue: `${worker}-queue` };
}
