import { auditRowsOf } from "./audit.ts";
import { hostnamesAt } from "./hostnames.ts";
import { membersOfTenant } from "./members.ts";
import { sitesAt } from "./sites.ts";

/** Counts of a tenant's control-plane rows. */
export interface TenantCounts {
  readonly sites: number;
  readonly hostnames: number;
  readonly members: number;
  readonly audit: number;
}

const COUNTS = `
  SELECT ${sitesAt("?1")} AS sites, ${hostnamesAt("?1")} AS hostnames, ${membersOfTenant("?1")} AS members,
    ${auditRowsOf("?1")} AS audit`;

export const tenantCounts = async (db: D1Database, tenant: string): Promise<TenantCounts> =>
  (await db.prepare(COUNTS).bind(tenant).first<TenantCounts>()) ?? { sites: 0, hostnames: 0, members: 0, audit: 0 };
