import type { Outbox } from "./outbox.ts";
import type { Powers } from "./powers.ts";
import type { Sites } from "./sites.ts";
import type { Tenant, TenantStatus } from "./tenant.ts";

export interface TenantStatusParts {
  readonly powers: Powers;
  readonly sites: Sites;
  readonly outbox: Outbox;
  readonly tenant: Tenant;
}

/** The public store shows nothing of a suspended tenant; its readers ask nobody else, so it is told by a message. */
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
