import { Refusal } from "../../../../manifests/refusals/refusal.ts";
import type { TenantStatus } from "../../../../runtime/tenancy/tenant.ts";

/** The control plane's record of a tenant. */
export interface TenantRecord {
  readonly status: TenantStatus;
  readonly sites: readonly string[];
}

const RECORD =
  "SELECT t.status AS status, s.id AS site FROM tenants t LEFT JOIN sites s ON s.tenant_id = t.id WHERE t.id = ? ORDER BY s.id";

export async function tenantRecord(db: D1Database, tenant: string): Promise<TenantRecord> {
  const { results } = await db.prepare(RECORD).bind(tenant).all<{ status: TenantStatus; site: string | null }>();
  const [first] = results;
  if (!first) throw new Refusal("NOT_FOUND");
  return { status: first.status, sites: results.flatMap(({ site }) => (site === null ? [] : [site])) };
}
