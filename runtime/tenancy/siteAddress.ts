import type { Outbox } from "../commands/outbox.ts";
import type { Powers } from "../powers/powers.ts";
import type { Sites } from "./sites.ts";

/** The sites, and the outbox that announces their new address. */
export interface AddressParts {
  readonly powers: Powers;
  readonly sites: Sites;
  readonly outbox: Outbox;
}

/**
 * Sets a site's address. The control plane decides it and may change it. The public store names every hostname, so a
 * message tells it of new ones. That message carries the names and leaves the pages there as they are.
 */
export function setAddress(
  { powers, sites, outbox }: AddressParts,
  site: string,
  origin: string,
  hostnames: readonly string[],
): void {
  powers.sql.atomically(() => {
    const { release, sequence, hostnames: before } = sites.get(site);
    sites.setAddress(site, origin, hostnames);
    if (release === 0 || JSON.stringify(before) === JSON.stringify(hostnames)) return;
    sites.demandRefresh(site);
    outbox.add("publication", site, `publication:${site}`, { site, release, sequence });
  });
}
