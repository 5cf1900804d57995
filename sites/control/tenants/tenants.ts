import { Refusal } from "../../../manifests/refusals/refusal.ts";
import type { TenantStatus } from "../../../runtime/tenancy/tenant.ts";
import { hasSites, joinSitesOf } from "./sites.ts";
import { READY_TENANTS } from "./tenantWorkers.ts";

/** The SQL clause that joins a tenant as `t`. */
export const joinTenant = (tenant: string): string => `JOIN tenants t ON t.id = ${tenant}`;

/** SQL condition: a tenant has this name. */
export const isNamedTenant = (tenant: string, name: string): string =>
  `EXISTS (SELECT 1 FROM tenants WHERE id = ${tenant} AND name = ${name})`;

/** SQL condition: a tenant is active and has this name. */
export const isActiveTenant = (tenant: string, name: string): string =>
  `EXISTS (SELECT 1 FROM tenants WHERE id = ${tenant} AND name = ${name} AND status = 'active')`;

/** A tenant with its sites. */
export interface TenantRecord {
  readonly status: TenantStatus;
  readonly sites: readonly string[];
}

const RECORD = `
  SELECT t.status AS status, s.id AS site FROM tenants t LEFT ${joinSitesOf("t.id")} WHERE t.id = ? ORDER BY s.id`;

/** Refuses a tenant that is unknown. */
export async function tenantRecord(db: D1Database, tenant: string): Promise<TenantRecord> {
  const { results } = await db.prepare(RECORD).bind(tenant).all<{ status: TenantStatus; site: string | null }>();
  const [first] = results;
  if (!first) throw new Refusal("NOT_FOUND");
  return { status: first.status, sites: results.flatMap(({ site }) => (site === null ? [] : [site])) };
}

const STATUS = "SELECT status FROM tenants WHERE id = ?";
const KNOWN = "SELECT 1 FROM tenants WHERE id = ?";
const IDS = "SELECT id FROM tenants ORDER BY id";

export async function findTenantStatus(db: D1Database, tenant: string): Promise<TenantStatus | undefined> {
  return (await db.prepare(STATUS).bind(tenant).first<{ status: TenantStatus }>())?.status;
}

export const isKnownTenant = async (db: D1Database, tenant: string): Promise<boolean> =>
  (await db.prepare(KNOWN).bind(tenant).first()) !== null;

export async function tenantIds(db: D1Database): Promise<readonly string[]> {
  return (await db.prepare(IDS).all<{ id: string }>()).results.map(({ id }) => id);
}

export interface ListedTenant {
  readonly id: string;
  readonly name: string;
  readonly status: TenantStatus;
}

/** Tenants with a worker of their own may have a site before they are provisioned. They have no name yet. */
const LIST = `
  SELECT id, name, status FROM (
    SELECT id, name, status FROM tenants
    UNION ALL
    ${READY_TENANTS} AND tenant_id NOT IN (SELECT id FROM tenants))
  WHERE id > ? ORDER BY id LIMIT ?`;

/** Tenants after one of them, by id. */
export async function tenantsAfter(db: D1Database, after: string, most: number): Promise<readonly ListedTenant[]> {
  return (await db.prepare(LIST).bind(after, most).all<ListedTenant>()).results;
}

const FIND = "SELECT name, status FROM tenants WHERE id = ?1";

/** Finds the name and the status of a tenant. */
export const findTenant = (db: D1Database, tenant: string): D1PreparedStatement => db.prepare(FIND).bind(tenant);

const ADD = "INSERT OR IGNORE INTO tenants (id, name, status, created_at) VALUES (?1, ?2, 'active', ?3)";
const SET_STATUS = "UPDATE tenants SET status = ? WHERE id = ?";
const REMOVE_EMPTY = `DELETE FROM tenants WHERE id = ?1 AND NOT ${hasSites("?1")}`;

/** Adds an active tenant, unless there is one. */
export const addTenant = (db: D1Database, tenant: string, name: string, at: number): D1PreparedStatement =>
  db.prepare(ADD).bind(tenant, name, at);

export const writeTenantStatus = (db: D1Database, tenant: string, status: TenantStatus): D1PreparedStatement =>
  db.prepare(SET_STATUS).bind(status, tenant);

/** Removes a tenant that has no site. */
export const removeEmptyTenant = (db: D1Database, tenant: string): D1PreparedStatement =>
  db.prepare(REMOVE_EMPTY).bind(tenant);
