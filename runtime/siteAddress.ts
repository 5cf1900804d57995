import type { Outbox } from "./outbox.ts";
import type { Powers } from "./powers.ts";
import type { Sites } from "./sites.ts";

export interface AddressParts {
  readonly powers: Powers;
  readonly sites: Sites;
  readonly outbox: Outbox;
}

/**
 * Where a site answers is the control plane's to say, and may change. The public store names every hostname, so it is
 * told of a new one by a message, which carries the names and leaves the pages there as they are.
 */
export function setAddress({ powers, sites, outbox }: AddressParts, site: string, origin: string, hostnames: readonly string[]): void {
  powers.sql.atomically(() => {
    const { release, sequence, hostnames: before } = sites.get(site);
    sites.setAddress(site, origin, hostnames);
    if (release === 0 || JSON.stringify(before) === JSON.stringify(hostnames)) return;
    sites.demandRefresh(site);
    outbox.add("publication", site, `publication:${site}`, { site, release, sequence });
  });
}
