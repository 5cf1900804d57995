import type { Condition } from "../sql/condition.ts";

/** A site, named together with its tenant. Two tenants may use the same site id. */
export interface SiteRef {
  readonly tenant: string;
  readonly site: string;
}

/** The SQL clause that reads sites as `s`. */
export const FROM_SITES = "FROM sites s";

/** The SQL clause that joins the sites of a tenant as `s`. */
export const joinSitesOf = (tenant: string): string => `JOIN sites s ON s.tenant_id = ${tenant}`;

/** The SQL clause that joins a site as `s`. */
export const joinItsSite = (tenant: string, site: string): string => `${joinSitesOf(tenant)} AND s.id = ${site}`;

/** SQL expression for the number of a tenant's sites. */
export const sitesAt = (tenant: string): string => `(SELECT count(*) FROM sites WHERE tenant_id = ${tenant})`;

/** SQL condition: a tenant has a site. */
export const hasSites = (tenant: string): string => `EXISTS (SELECT 1 FROM sites WHERE tenant_id = ${tenant})`;

const KNOWN = "SELECT 1 AS known FROM sites WHERE tenant_id = ? AND id = ?";

export const isKnownSite = async (db: D1Database, { tenant, site }: SiteRef): Promise<boolean> =>
  (await db.prepare(KNOWN).bind(tenant, site).first()) !== null;

const OPENED = "SELECT initialised_at AS opened FROM sites WHERE tenant_id = ? AND id = ?";

/** The tenant's sites that are open, by id. */
export async function listOpenSites(db: D1Database, tenant: string): Promise<string[]> {
  const query = "SELECT id FROM sites WHERE tenant_id = ? AND initialised_at IS NOT NULL ORDER BY id";
  const { results } = await db.prepare(query).bind(tenant).all<{ readonly id: string }>();
  return results.map(({ id }) => id);
}

/** When the site was opened to visitors; null before that. Undefined if there is no such site. */
export async function findOpening(db: D1Database, { tenant, site }: SiteRef): Promise<number | null | undefined> {
  return (await db.prepare(OPENED).bind(tenant, site).first<{ opened: number | null }>())?.opened;
}

const BEGUN = "SELECT created_at AS at FROM sites WHERE tenant_id = ? AND id = ?";

/** When the site's records were written. Undefined if there is no such site. */
export const findSiteBeginning = async (db: D1Database, { tenant, site }: SiteRef): Promise<number | undefined> =>
  (await db.prepare(BEGUN).bind(tenant, site).first<{ at: number }>())?.at;

/** A site with the time at which all its records were written. */
export interface ProvisionedSite {
  readonly name: string;
  readonly provisioned: number | null;
}

const FIND = "SELECT name, provisioned_at AS provisioned FROM sites WHERE tenant_id = ?1 AND id = ?2";

/** Finds a `ProvisionedSite`. */
export const findSite = (db: D1Database, { tenant, site }: SiteRef): D1PreparedStatement =>
  db.prepare(FIND).bind(tenant, site);

const ADD = "INSERT OR IGNORE INTO sites (tenant_id, id, name, created_at) VALUES (?1, ?2, ?3, ?4)";

/** Adds a site, unless there is one. */
export const addSite = (db: D1Database, { tenant, site }: SiteRef, name: string, at: number): D1PreparedStatement =>
  db.prepare(ADD).bind(tenant, site, name, at);

/** Writes a site's own name, or NULL, which the column refuses, if a condition does not hold. */
const namedWhile = (holds: string): string =>
  `name = CASE WHEN ${holds} THEN name END WHERE tenant_id = ?1 AND id = ?2`;
const seal = (holds: string): string =>
  `UPDATE sites SET provisioned_at = ?4, ${namedWhile(`provisioned_at IS NULL AND name = ?3 AND ${holds}`)}`;
const unchangedWhile = (holds: string): string => `UPDATE sites SET ${namedWhile(holds)}`;

/**
 * Seals a provisioned site, or fails and rolls back its batch. It fails if another request has sealed it, it has another
 * name, or `also` does not hold. In `also`, the tenant is ?1, the site is ?2, and its own values begin at ?5.
 */
export const sealSite = (
  db: D1Database,
  { tenant, site }: SiteRef,
  name: string,
  at: number,
  also: Condition,
): D1PreparedStatement => db.prepare(seal(also.sql)).bind(tenant, site, name, at, ...also.values);

/**
 * Changes nothing. It fails and rolls back its batch if the site is not sealed, it has another name, or `also` does not
 * hold. In `also`, the tenant is ?1, the site is ?2, and its own values begin at ?4.
 */
export const requireSealedSite = (
  db: D1Database,
  { tenant, site }: SiteRef,
  name: string,
  also: Condition,
): D1PreparedStatement =>
  db
    .prepare(unchangedWhile(`provisioned_at IS NOT NULL AND name = ?3 AND ${also.sql}`))
    .bind(tenant, site, name, ...also.values);

/** Changes nothing. It fails and rolls back its batch if the site has been opened. */
export const requireUnopenedSite = (db: D1Database, { tenant, site }: SiteRef): D1PreparedStatement =>
  db.prepare(unchangedWhile("initialised_at IS NULL")).bind(tenant, site);

/** Tells whether a batch failed because a site is not as it was required. */
export const isSiteRefused = (error: unknown): boolean => /NOT NULL constraint failed: sites\.name/.test(String(error));

const OPEN = "UPDATE sites SET initialised_at = coalesce(initialised_at, ?3) WHERE tenant_id = ?1 AND id = ?2";
const CLOSE = "UPDATE sites SET initialised_at = NULL WHERE tenant_id = ?1 AND id = ?2";
const REMOVE = "DELETE FROM sites WHERE tenant_id = ?1 AND id = ?2";

/** Opens a site. From then on its hostnames are routed. */
export const openSite = (db: D1Database, { tenant, site }: SiteRef, at: number): D1PreparedStatement =>
  db.prepare(OPEN).bind(tenant, site, at);

/** Closes a site. Its hostnames stay its own and lead nowhere. */
export const closeSite = (db: D1Database, { tenant, site }: SiteRef): D1PreparedStatement =>
  db.prepare(CLOSE).bind(tenant, site);

export const removeSite = (db: D1Database, { tenant, site }: SiteRef): D1PreparedStatement =>
  db.prepare(REMOVE).bind(tenant, site);
