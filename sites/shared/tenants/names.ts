/** Names of what a tenant has for itself on the platform. Each follows from the tenant's id alone, and no two ids share one. */

/** A drill erases its tenants at the end, so their workers are known by their names. */
export const DRILL_PREFIX = "svc-drill-";
const PREFIX = "svc-t-";

/** Bucket and queue have the worker's name: each kind of resource has names of its own. */
export interface TenantNames {
  readonly worker: string;
  readonly bucket: string;
  readonly queue: string;
}

export function namesOf(tenant: string): TenantNames {
  const worker = tenant.startsWith(DRILL_PREFIX) ? tenant : `${PREFIX}${tenant}`;
  return { worker, bucket: worker, queue: worker };
}
