import { isLocalHostname } from "../../manifests/shapes/localHostname.ts";
import type { Outbox } from "../commands/outbox.ts";
import type { Powers } from "../powers/powers.ts";
import type { Sites } from "./sites.ts";

/** Publishes what visitors see again, where a page names a hostname that came or went. */
export interface Republishing {
  soon(site: string): void;
}

/**
 * The origin of a site with other hostnames. The first one is the main one. A name of this machine keeps scheme and port
 * of the origin before; any other name is https.
 */
export function originWith(before: string, [main]: readonly string[]): string {
  const url = new URL(before);
  if (main === undefined || main === url.hostname) return before;
  if (!isLocalHostname(main)) return `https://${main}`;
  url.hostname = main;
  return url.origin;
}

/** The sites, and the outbox that announces their new hostnames. */
export interface AddressParts {
  readonly clockMoments: Republishing;
  readonly powers: Powers;
  readonly sites: Sites;
  readonly outbox: Outbox;
}

/**
 * Sets a site's hostnames, which the control plane decides and may change. The public store contains them, so a message
 * updates it. That update leaves the stored pages unchanged.
 */
export function setAddress(
  { powers, sites, outbox, clockMoments }: AddressParts,
  site: string,
  origin: string,
  hostnames: readonly string[],
): void {
  powers.sql.atomically(() => {
    const { release, sequence, hostnames: before } = sites.get(site);
    sites.setAddress(site, origin, hostnames);
    if (release === 0 || JSON.stringify(before) === JSON.stringify(hostnames)) return;
    sites.demandRefresh(site);
    clockMoments.soon(site);
    outbox.add("publication", site, `publication:${site}`, { site, release, sequence });
  });
}
