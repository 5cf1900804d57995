import { DOMAIN_PENDING_MS, DOMAIN_REQUESTS_SWEPT, DOMAINS_MAX } from "../../../manifests/bounds/hosts.ts";
import type { TenantStatus } from "../../../runtime/tenancy/tenant.ts";
import type { Condition } from "../sql/condition.ts";
import { type SiteRef, joinItsSite } from "./sites.ts";
import { joinTenant } from "./tenants.ts";

/** The SQL clause that reads hostnames as `d`. */
export const FROM_HOSTNAMES = "FROM domains d";

/** The SQL clause that joins a site's primary hostname as `d`. */
export const joinPrimaryHostname = (tenant: string, site: string): string =>
  `JOIN domains d ON d.tenant_id = ${tenant} AND d.site_id = ${site} AND d.is_primary = 1`;

/** The SQL clause that joins the site's own verified hostname of a row as `d`. */
export const joinOwnHostname = (of: string): string => `
  JOIN domains d ON d.hostname = ${of}.hostname AND d.status = 'verified'
    AND d.tenant_id = ${of}.tenant_id AND d.site_id = ${of}.site_id`;

/** SQL condition: a hostname is the primary one of a site. */
export const isPrimaryHostname = (hostname: string, tenant: string, site: string): string => `EXISTS (
  SELECT 1 FROM domains WHERE hostname = ${hostname} AND tenant_id = ${tenant} AND site_id = ${site}
    AND status = 'verified' AND is_primary = 1)`;

/** SQL expression for the number of a tenant's hostnames. */
export const hostnamesAt = (tenant: string): string => `(SELECT count(*) FROM domains WHERE tenant_id = ${tenant})`;

/** The site behind a hostname, and what decides how it is served. */
export interface HostRoute extends SiteRef {
  readonly status: TenantStatus;
  /** The hostname of published pages; the site's other hostnames redirect to it. */
  readonly canonical: string;
}

const ROUTE = `
  SELECT d.tenant_id AS tenant, d.site_id AS site, t.status AS status, coalesce(p.hostname, d.hostname) AS canonical
  FROM domains d ${joinTenant("d.tenant_id")} ${joinItsSite("d.tenant_id", "d.site_id")}
  LEFT JOIN domains p ON p.tenant_id = d.tenant_id AND p.site_id = d.site_id AND p.is_primary = 1 AND p.status = 'verified'
  WHERE d.hostname = ? AND d.status = 'verified' AND s.initialised_at IS NOT NULL`;

/** The route of a verified hostname, once its site is open. */
export async function findRoute(db: D1Database, hostname: string): Promise<HostRoute | undefined> {
  return (await db.prepare(ROUTE).bind(hostname).first<HostRoute>()) ?? undefined;
}

const OF_SITE =
  "SELECT hostname FROM domains WHERE tenant_id = ? AND site_id = ? AND status = 'verified' ORDER BY is_primary DESC, hostname";
const OF_TENANT = "SELECT hostname FROM domains WHERE tenant_id = ? AND status = 'verified'";
const SERVING = "SELECT hostname, site_id AS site FROM domains WHERE tenant_id = ?";
const OWNER = "SELECT tenant_id AS tenant, site_id AS site FROM domains WHERE hostname = ? AND status = 'verified'";

/** All hostnames of a site, the primary one first. There may be more than the provisioned one. */
export async function listHostnames(db: D1Database, { tenant, site }: SiteRef): Promise<string[]> {
  const { results } = await db.prepare(OF_SITE).bind(tenant, site).all<{ hostname: string }>();
  return results.map(({ hostname }) => hostname);
}

/** The verified hostnames of a tenant. */
export async function hostnamesOfTenant(db: D1Database, tenant: string): Promise<ReadonlySet<string>> {
  const { results } = await db.prepare(OF_TENANT).bind(tenant).all<{ hostname: string }>();
  return new Set(results.map(({ hostname }) => hostname));
}

export interface ServingHostname {
  readonly hostname: string;
  readonly site: string;
}

/** The hostnames of a tenant, each with its site. */
export async function servingHostnames(db: D1Database, tenant: string): Promise<readonly ServingHostname[]> {
  return (await db.prepare(SERVING).bind(tenant).all<ServingHostname>()).results;
}

/** The site that a verified hostname belongs to; null if it is free. */
export const siteOfHostname = (db: D1Database, hostname: string): Promise<SiteRef | null> =>
  db.prepare(OWNER).bind(hostname).first<SiteRef>();

/** A hostname that serves a site, or that the site has requested. */
export interface HostnameRow {
  readonly hostname: string;
  readonly status: "pending" | "verified";
  readonly isPrimary: number;
  readonly createdAt: number;
}

const LIST = `
  SELECT hostname, status, is_primary AS isPrimary, created_at AS createdAt FROM domains WHERE tenant_id = ?1 AND site_id = ?2
  UNION ALL
  SELECT hostname, 'pending', 0, created_at FROM domain_requests WHERE tenant_id = ?1 AND site_id = ?2 AND created_at > ?3
  ORDER BY isPrimary DESC, hostname`;

export async function hostnamesAndRequests(
  db: D1Database,
  { tenant, site }: SiteRef,
  now: number,
): Promise<readonly HostnameRow[]> {
  const rows = db.prepare(LIST).bind(tenant, site, now - DOMAIN_PENDING_MS);
  return (await rows.all<HostnameRow>()).results;
}

/** A hostname with its site and its place in the list of all. Several sites may request one hostname. */
export interface PlacedHostname extends HostnameRow, SiteRef {
  readonly place: string;
}

const LIST_ALL = `
  SELECT * FROM (
    SELECT hostname || ' ' || tenant_id || ' ' || site_id AS place, hostname, tenant_id AS tenant, site_id AS site, status, is_primary AS isPrimary, created_at AS createdAt FROM domains
    UNION ALL
    SELECT hostname || ' ' || tenant_id || ' ' || site_id, hostname, tenant_id, site_id, 'pending', 0, created_at FROM domain_requests WHERE created_at > ?1)
  WHERE place > ?2 ORDER BY place LIMIT ?3`;

/** All hostnames and requests after a place, in alphabetical order. */
export async function allHostnamesAfter(
  db: D1Database,
  place: string,
  now: number,
  most: number,
): Promise<readonly PlacedHostname[]> {
  const rows = db.prepare(LIST_ALL).bind(now - DOMAIN_PENDING_MS, place, most);
  return (await rows.all<PlacedHostname>()).results;
}

/** A hostname is taken if it serves a site. Requests of other sites do not take it. */
const TAKEN = `
  SELECT 1 FROM domains WHERE hostname = ?
  UNION ALL SELECT 1 FROM domain_requests WHERE hostname = ? AND tenant_id = ? AND site_id = ? AND created_at > ?`;
const OTHERS = `
  (SELECT count(*) FROM domains WHERE tenant_id = ? AND site_id = ?)
  + (SELECT count(*) FROM domain_requests WHERE tenant_id = ? AND site_id = ? AND hostname <> ? AND created_at > ?)`;

/** The answer whether a site may request a hostname, with the condition that it still may. */
export interface RequestRoom {
  readonly isTaken: boolean;
  readonly isFull: boolean;
  readonly condition: Condition;
}

export async function roomForRequest(
  db: D1Database,
  hostname: string,
  { tenant, site }: SiteRef,
  at: number,
): Promise<RequestRoom> {
  const oldest = at - DOMAIN_PENDING_MS;
  const values = [hostname, hostname, tenant, site, oldest, tenant, site, tenant, site, hostname, oldest];
  const found = await db
    .prepare(`SELECT EXISTS (${TAKEN}) AS taken, ${OTHERS} AS others`)
    .bind(...values)
    .first<{ taken: number; others: number }>();
  return {
    isTaken: found?.taken !== 0,
    isFull: (found?.others ?? 0) >= DOMAINS_MAX,
    condition: { sql: `NOT EXISTS (${TAKEN}) AND ${OTHERS} < ?`, values: [...values, DOMAINS_MAX] },
  };
}

/** Each new request removes some expired ones, so that they do not accumulate. */
const SWEEP = `
  DELETE FROM domain_requests WHERE (hostname, tenant_id, site_id) IN (
    SELECT hostname, tenant_id, site_id FROM domain_requests WHERE created_at <= ? LIMIT ?)`;
const REQUEST = "INSERT OR REPLACE INTO domain_requests (hostname, tenant_id, site_id, created_at) VALUES (?, ?, ?, ?)";

export const requestHostname = (
  db: D1Database,
  hostname: string,
  { tenant, site }: SiteRef,
  at: number,
): D1PreparedStatement[] => [
  db.prepare(SWEEP).bind(at - DOMAIN_PENDING_MS, DOMAIN_REQUESTS_SWEPT),
  db.prepare(REQUEST).bind(hostname, tenant, site, at),
];

/** A verified hostname takes precedence over a request that was left behind. */
const STATUS = `
  SELECT 'verified' AS status FROM domains WHERE hostname = ?1 AND tenant_id = ?2 AND site_id = ?3
  UNION ALL
  SELECT 'pending' FROM domain_requests WHERE hostname = ?1 AND tenant_id = ?2 AND site_id = ?3 AND created_at > ?4`;

/** The status of a hostname at a site; undefined if the site neither has it nor has requested it. */
export async function hostnameStatus(
  db: D1Database,
  hostname: string,
  { tenant, site }: SiteRef,
  at: number,
): Promise<HostnameRow["status"] | undefined> {
  const found = db.prepare(STATUS).bind(hostname, tenant, site, at - DOMAIN_PENDING_MS);
  return (await found.first<Pick<HostnameRow, "status">>())?.status;
}

/** If the hostname belongs to another site, the insertion fails and the batch rolls back. */
const VERIFY = `
  INSERT INTO domains (hostname, tenant_id, site_id, status, is_primary, created_at)
  SELECT hostname, tenant_id, site_id, 'verified', 0, ?4 FROM domain_requests
  WHERE hostname = ?1 AND tenant_id = ?2 AND site_id = ?3
    AND NOT EXISTS (SELECT 1 FROM domains WHERE hostname = ?1 AND tenant_id = ?2 AND site_id = ?3)`;
const SETTLE = "DELETE FROM domain_requests WHERE hostname = ?";

/** Gives a site the hostname that it has requested, and removes all requests for it. */
export const verifyHostname = (
  db: D1Database,
  hostname: string,
  { tenant, site }: SiteRef,
  at: number,
): D1PreparedStatement[] => [db.prepare(VERIFY).bind(hostname, tenant, site, at), settleRequests(db, hostname)];

/** Removes all requests for a hostname. */
export const settleRequests = (db: D1Database, hostname: string): D1PreparedStatement =>
  db.prepare(SETTLE).bind(hostname);

/** The condition that a site's pages are not published under a hostname. */
export const isNotPrimary = (hostname: string, { tenant, site }: SiteRef): Condition => ({
  sql: "NOT EXISTS (SELECT 1 FROM domains WHERE hostname = ? AND tenant_id = ? AND site_id = ? AND is_primary = 1)",
  values: [hostname, tenant, site],
});
const RELEASE = "DELETE FROM domains WHERE hostname = ? AND tenant_id = ? AND site_id = ? AND is_primary = 0";
const WITHDRAW = "DELETE FROM domain_requests WHERE hostname = ? AND tenant_id = ? AND site_id = ?";

/** The condition that no other site has a hostname. */
export const isFreeFor = (hostname: string, { tenant, site }: SiteRef): Condition => ({
  sql: "NOT EXISTS (SELECT 1 FROM domains WHERE hostname = ? AND (tenant_id <> ? OR site_id <> ?))",
  values: [hostname, tenant, site],
});

const STEP_DOWN = "UPDATE domains SET is_primary = 0 WHERE tenant_id = ? AND site_id = ?";
const STEP_UP = `
  INSERT INTO domains (hostname, tenant_id, site_id, status, is_primary, created_at) VALUES (?, ?, ?, 'verified', 1, ?)
  ON CONFLICT (hostname) DO UPDATE SET is_primary = 1`;

/** Makes a hostname the primary one of a site. The batch first requires that no other site has it. */
export const movePrimary = (
  db: D1Database,
  hostname: string,
  { tenant, site }: SiteRef,
  at: number,
): readonly D1PreparedStatement[] => [
  db.prepare(STEP_DOWN).bind(tenant, site),
  db.prepare(STEP_UP).bind(hostname, tenant, site, at),
];

/** Takes a hostname that is not the primary one from a site, and the site's request for it. */
export const releaseHostname = (
  db: D1Database,
  hostname: string,
  { tenant, site }: SiteRef,
): readonly [D1PreparedStatement, D1PreparedStatement] => [
  db.prepare(RELEASE).bind(hostname, tenant, site),
  db.prepare(WITHDRAW).bind(hostname, tenant, site),
];

/** A verified hostname with its site. */
export interface VerifiedHostname extends SiteRef {
  readonly status: string;
  readonly isPrimary: number;
}

const FIND =
  "SELECT tenant_id AS tenant, site_id AS site, status, is_primary AS isPrimary FROM domains WHERE hostname = ?1 AND status = 'verified'";
const PRIMARY = "SELECT hostname FROM domains WHERE tenant_id = ?1 AND site_id = ?2 AND is_primary = 1";
const ADD = `
  INSERT OR IGNORE INTO domains (hostname, tenant_id, site_id, status, is_primary, created_at)
  VALUES (?3, ?1, ?2, 'verified', 1, ?4)`;
const REMOVE_REQUESTS = "DELETE FROM domain_requests WHERE tenant_id = ?1 AND site_id = ?2";
const REMOVE = "DELETE FROM domains WHERE tenant_id = ?1 AND site_id = ?2";

/** Finds a `VerifiedHostname`. */
export const findHostname = (db: D1Database, hostname: string): D1PreparedStatement => db.prepare(FIND).bind(hostname);

/** Finds the primary hostname of a site. */
export const findPrimaryHostname = (db: D1Database, { tenant, site }: SiteRef): D1PreparedStatement =>
  db.prepare(PRIMARY).bind(tenant, site);

/** Gives a site its primary hostname, unless it has one or another site has the hostname. */
export const addPrimaryHostname = (
  db: D1Database,
  { tenant, site }: SiteRef,
  hostname: string,
  at: number,
): D1PreparedStatement => db.prepare(ADD).bind(tenant, site, hostname, at);

/** Takes all hostnames and requests from a site. */
export const removeHostnames = (db: D1Database, { tenant, site }: SiteRef): D1PreparedStatement[] =>
  [REMOVE_REQUESTS, REMOVE].map((sql) => db.prepare(sql).bind(tenant, site));
