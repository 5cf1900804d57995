import { Refusal } from "../../manifests/refusals/refusal.ts";
import type { Powers, Sql } from "../powers/powers.ts";
import { hasStored } from "../plugins/storage/storageUse.ts";
import type { SiteRow, Sites } from "../tenancy/sites.ts";
import { type PluginRecord, writePluginRecords } from "./pluginRecords.ts";

/** The facts that an operator states once about a new site, beside its documents. A provisioning states none. */
export interface SiteBeginning {
  /** The hostname that the site was asked for. The control plane decides which hostnames are verified. */
  readonly hostname: string;
  /** Initial records of plugins; none by default. */
  readonly records?: readonly PluginRecord[] | undefined;
}

/** The digest of a beginning. A repeated request must have the same. */
export const beginningDigest = ({ digest }: Powers, { hostname, records = [] }: SiteBeginning): Promise<string> =>
  digest(JSON.stringify({ hostname, records }));

/** A beginning with its digest, and the digest of the rest of the request. */
export interface StatedBeginning {
  readonly beginning: SiteBeginning;
  readonly digest: string;
  readonly inputDigest: string;
}

interface LateBeginning extends StatedBeginning {
  /** True if an earlier release has written the records, which knew no digest of a beginning. */
  readonly isWritten: boolean;
}

/** Writes the beginning of a new site. */
export function begin(sql: Sql, sites: Sites, site: string, { beginning, digest, inputDigest }: StatedBeginning): void {
  writePluginRecords(sql, site, beginning.records ?? []);
  sites.setBeginning(site, inputDigest, digest);
}

/**
 * Writes the beginning of a provisioned site, if nobody has stated it before. Throws if the hostname is not the site's,
 * or if a plugin already has records of its own, because both would change existing values.
 */
export function beginLater(sql: Sql, sites: Sites, row: SiteRow, stated: LateBeginning): void {
  const { hostname, records = [] } = stated.beginning;
  const added = stated.isWritten ? [] : records;
  if (!isNamed(row, hostname) || added.some(({ plugin }) => hasStored(sql, row.site, plugin)))
    throw new Refusal("SITE_INITIALIZATION_CONFLICT", { site: row.site });
  begin(sql, sites, row.site, { ...stated, beginning: { hostname, records: added } });
}

const isNamed = ({ hostnames, origin }: SiteRow, hostname: string): boolean =>
  hostnames.includes(hostname) || new URL(origin).hostname === hostname;
