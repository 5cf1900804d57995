/** Names of a tenant's resources at the provider. Each derives from the tenant's id, so no two tenants share one. */
import { MANAGED_TENANT_ID_MAX_CHARS } from "../../../manifests/bounds/hosting.ts";
import { Refusal } from "../../../manifests/refusals/refusal.ts";

/** The worker that serves all tenants' hostnames and consumes all tenants' queues. */
export const DISPATCHER = "drawbridge-dispatch";

/** The prefix of drill tenants and their workers. A drill may erase only these. */
export const DRILL_PREFIX = "svc-drill-";

const TENANT = /^[a-z0-9](?:[a-z0-9-]*[a-z0-9])?$/;
const PREFIX = "svc-t-";

/** The names of one tenant's resources. */
export interface TenantNames {
  readonly worker: string;
  readonly bucket: string;
  readonly queue: string;
}

/** A drill tenant's worker has the tenant's id as its name, so that the name alone shows that it is disposable. */
export function tenantNames(tenant: string): TenantNames {
  if (tenant.length > MANAGED_TENANT_ID_MAX_CHARS || !TENANT.test(tenant))
    throw new Refusal("INVALID_REQUEST", {
      reason: `A tenant with a worker of its own has an id of at most ${MANAGED_TENANT_ID_MAX_CHARS} lower-case letters, digits and hyphens.`,
    });
  const worker = tenant.startsWith(DRILL_PREFIX) ? tenant : `${PREFIX}${tenant}`;
  return { worker, bucket: `${worker}-store`, queue: `${worker}-queue` };
}
