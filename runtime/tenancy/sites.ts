import { Refusal } from "../../manifests/refusals/refusal.ts";
import { type Sql, first } from "../powers/powers.ts";

export interface SiteRow {
  readonly site: string;
  /** The workspace's tenant, equal for all its sites. */
  readonly tenant: string;
  /** Canonical origin, no trailing slash. */
  readonly origin: string;
  /** The origin that the site began with. It never changes, so published ids may contain it. */
  readonly firstOrigin: string;
  /** Verified hostnames, canonical one first. */
  readonly hostnames: readonly string[];
  readonly inputDigest: string;
  /** Digest of the hostname and plugin records that an operator stated. Null until the first statement. */
  readonly beginningDigest: string | null;
  /** The published release. 0 before the first. */
  readonly release: number;
  /** Incremented by every publication and restore. */
  readonly sequence: number;
  /** The last sequence number that was copied to the public store. */
  readonly refreshed: number;
  /**
   * True if the next publication must render every page, because recorded dependencies may not match the current
   * release.
   */
  readonly recheck: boolean;
}

interface Row {
  site: string;
  tenant: string;
  origin: string;
  first_origin: string;
  hostnames: string;
  input_digest: string;
  beginning_digest: string | null;
  release: number;
  sequence: number;
  refreshed: number;
  recheck: number;
}

/** Selects each site with its published release and the last change of its draft, for a statement of another area. */
export const CURRENT_RELEASES = "SELECT site, release, change FROM sites";

export class Sites {
  readonly #sql: Sql;
  /** Sites that are known to exist. Entries are never removed. */
  readonly #seen = new Set<string>();

  constructor(sql: Sql) {
    this.#sql = sql;
  }

  find(site: string): SiteRow | undefined {
    const row = first<Row>(this.#sql, "SELECT * FROM sites WHERE site = ?", site);
    return row && fromRow(row);
  }

  get(site: string): SiteRow {
    const found = this.find(site);
    if (!found) throw new Refusal("NOT_FOUND", { site });
    return found;
  }

  /**
   * Throws if a site does not exist. Must not be called inside a transaction, because a new site may be rolled back.
   */
  require(site: string): void {
    if (this.#seen.has(site)) return;
    this.get(site);
    this.#seen.add(site);
  }

  all(): SiteRow[] {
    return this.#sql.all<Row>("SELECT * FROM sites ORDER BY site").map(fromRow);
  }

  create(
    site: string,
    values: { tenant: string; origin: string; hostnames: readonly string[]; inputDigest: string; at: number },
  ): void {
    this.#sql.all(
      `INSERT INTO sites (site, tenant, origin, first_origin, hostnames, input_digest, change, release, sequence, refreshed, recheck, created_at)
       VALUES (?, ?, ?, ?, ?, ?, 0, 0, 0, 0, 0, ?)`,
      site,
      values.tenant,
      values.origin,
      values.origin,
      JSON.stringify(values.hostnames),
      values.inputDigest,
      values.at,
    );
  }

  /** The site's change counter. Every command that writes increments it. */
  change(site: string): number {
    return first<{ change: number }>(this.#sql, "SELECT change FROM sites WHERE site = ?", site)?.change ?? 0;
  }

  /** Increments the change counter, and returns its new value. */
  nextChange(site: string): number {
    return this.#raiseChange(site, 1);
  }

  /** Leaves out one value of the change counter, which then names a moment that no command has written. */
  leaveOutChange(site: string): number {
    return this.#raiseChange(site, 2) - 1;
  }

  #raiseChange(site: string, by: number): number {
    const query = "UPDATE sites SET change = change + ? WHERE site = ? RETURNING change";
    return first<{ change: number }>(this.#sql, query, by, site)?.change ?? 0;
  }

  /** Makes visitors see `release`, with the next sequence number. The caller records the publication. */
  point(site: string, release: number, recheck: boolean): number {
    const sequence = this.get(site).sequence + 1;
    this.#sql.all(
      "UPDATE sites SET release = ?, sequence = ?, recheck = ? WHERE site = ?",
      release,
      sequence,
      recheck ? 1 : 0,
      site,
    );
    return sequence;
  }

  setAddress(site: string, origin: string, hostnames: readonly string[]): void {
    this.#sql.all("UPDATE sites SET origin = ?, hostnames = ? WHERE site = ?", origin, JSON.stringify(hostnames), site);
  }

  /** Stores the digests that a repeated initialisation is compared with. */
  setBeginning(site: string, inputDigest: string, beginningDigest: string): void {
    this.#sql.all(
      "UPDATE sites SET input_digest = ?, beginning_digest = ? WHERE site = ?",
      inputDigest,
      beginningDigest,
      site,
    );
  }

  demandRecheck(site: string): void {
    this.#sql.all("UPDATE sites SET recheck = 1 WHERE site = ?", site);
  }

  /**
   * Records that a publication was copied to the public store. The number only grows, so late or repeated messages have
   * no effect.
   */
  markRefreshed(site: string, sequence: number): void {
    this.#sql.all("UPDATE sites SET refreshed = max(refreshed, ?) WHERE site = ?", sequence, site);
  }

  /** Makes the current publication be copied to the public store again. */
  demandRefresh(site: string): void {
    this.#sql.all("UPDATE sites SET refreshed = min(refreshed, sequence - 1) WHERE site = ?", site);
  }

  /** Forgets what was copied to the public store, so that everything is copied again. */
  forgetRefresh(site: string): void {
    this.#sql.all("UPDATE sites SET refreshed = 0 WHERE site = ?", site);
  }
}

function fromRow(row: Row): SiteRow {
  return {
    site: row.site,
    tenant: row.tenant,
    origin: row.origin,
    firstOrigin: row.first_origin,
    hostnames: JSON.parse(row.hostnames) as string[],
    inputDigest: row.input_digest,
    beginningDigest: row.beginning_digest,
    release: row.release,
    sequence: row.sequence,
    refreshed: row.refreshed,
    recheck: row.recheck === 1,
  };
}
