import type { Outbox } from "../commands/outbox.ts";
import type { Powers } from "../powers/powers.ts";
import type { Sites } from "./sites.ts";
import type { Tenant, TenantStatus } from "./tenant.ts";

/** The tenant's record, and the sites and outbox that a new status concerns. */
export interface TenantStatusParts {
  readonly powers: Powers;
  readonly sites: Sites;
  readonly outbox: Outbox;
  readonly tenant: Tenant;
}

/**
 * Sets the tenant's status. The public store shows nothing of a suspended tenant. Its readers ask only the store, so a
 * message tells it of the change.
 */
export function setTenantStatus({ powers, sites, outbox, tenant }: TenantStatusParts, status: TenantStatus): void {
  powers.sql.atomically(() => {
    const before = tenant.status;
    tenant.setStatus(status);
    if ((before === "suspended") === (status === "suspended")) return;
    for (const { site, release, sequence } of sites.all()) {
      if (release === 0) continue;
      sites.demandRefresh(site);
      outbox.add("publication", site, `publication:${site}`, { site, release, sequence });
    }
  });
}
