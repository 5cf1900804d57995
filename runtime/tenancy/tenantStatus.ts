import type { Outbox } from "../commands/outbox.ts";
import type { Powers } from "../powers/powers.ts";
import type { Sites } from "./sites.ts";
import type { Tenant, TenantStatus } from "./tenant.ts";

export interface TenantStatusParts {
  readonly powers: Powers;
  readonly sites: Sites;
  readonly outbox: Outbox;
  readonly tenant: Tenant;
}

/**
 * Sets the tenant's status. The public store must not show a suspended tenant. Its readers do not ask the workspace, so
 * a message updates the store.
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
