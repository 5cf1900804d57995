import type { Role } from "../../../runtime/commands/permissions.ts";
import type { RoleOf } from "../../../runtime/publishing/scheduleRunner.ts";
import type { TenantStatus } from "../../../runtime/tenancy/tenant.ts";
import type { Condition } from "../sql/condition.ts";
import { joinPrimaryHostname } from "../tenants/hostnames.ts";
import { type PersonRecord, joinIdentity } from "./identities.ts";
import { type SiteRef, FROM_SITES, joinItsSite } from "../tenants/sites.ts";
import { joinTenant } from "../tenants/tenants.ts";

/** A person at a site. */
export interface Membership extends SiteRef {
  /** The id of the person's identity: SHA-256 of issuer and subject. */
  readonly identity: string;
}

/** The SQL clause that joins the members of a row's site as `m`. */
export const joinMembersOf = (of: string): string =>
  `JOIN memberships m ON m.tenant_id = ${of}.tenant_id AND m.site_id = ${of}.site_id`;

/** The SQL clause that joins the membership of a row's person at the row's site as `m`. */
export const joinMembership = (of: string): string => `${joinMembersOf(of)} AND m.identity_id = ${of}.identity_id`;

/** SQL condition: the person that these expressions name is a member `m`, and `also` holds. */
export const isMember = ({ tenant, site, identity }: Membership, also?: string): string => `EXISTS (
  SELECT 1 FROM memberships m WHERE m.tenant_id = ${tenant} AND m.site_id = ${site} AND m.identity_id = ${identity}
    ${also === undefined ? "" : `AND ${also}`})`;

/** SQL condition: a person is a member of any site. */
export const isMemberAnywhere = (identity: string): string =>
  `EXISTS (SELECT 1 FROM memberships m WHERE m.identity_id = ${identity})`;

/** SQL expression for a member's name. */
export const nameOfMember = ({ tenant, site, identity }: Membership): string =>
  `(SELECT name FROM memberships WHERE tenant_id = ${tenant} AND site_id = ${site} AND identity_id = ${identity})`;

/** SQL expression for the number of a site's members. */
export const membersAt = (tenant: string, site: string): string =>
  `(SELECT count(*) FROM memberships WHERE tenant_id = ${tenant} AND site_id = ${site})`;

/** SQL expression for the number of members at all sites of a tenant. */
export const membersOfTenant = (tenant: string): string =>
  `(SELECT count(*) FROM memberships WHERE tenant_id = ${tenant})`;

/** SQL condition: a site has an owner. */
export const hasOwnerAt = (tenant: string, site: string): string =>
  `EXISTS (SELECT 1 FROM memberships WHERE tenant_id = ${tenant} AND site_id = ${site} AND role = 'owner')`;

/** SQL selection of the identities of a site's members. */
export const membersFound = (tenant: string, site: string): string =>
  `SELECT identity_id FROM memberships WHERE tenant_id = ${tenant} AND site_id = ${site}`;

/** SQL condition: a person is a member of another site. */
export const isMemberElsewhere = (identity: string, tenant: string, site: string): string =>
  `EXISTS (SELECT 1 FROM memberships m WHERE m.identity_id = ${identity} AND (m.tenant_id <> ${tenant} OR m.site_id <> ${site}))`;

/** SQL condition: each person in a JSON list is a member of a site, with this role and name. */
export const areMembers = (tenant: string, site: string, people: string): string => `NOT EXISTS (
  SELECT 1 FROM json_each(${people}) AS wanted
  LEFT JOIN memberships AS held
    ON held.tenant_id = ${tenant} AND held.site_id = ${site} AND held.identity_id = wanted.value ->> 'id'
  WHERE held.role IS NOT wanted.value ->> 'role' OR held.name IS NOT wanted.value ->> 'name')`;

/** SQL condition: the identities in a JSON list are exactly a site's members, and all are owners. */
export const areAllOwners = (tenant: string, site: string, ids: string): string => `NOT EXISTS (
    SELECT 1 FROM memberships WHERE tenant_id = ${tenant} AND site_id = ${site}
      AND (role <> 'owner' OR identity_id NOT IN (SELECT value FROM json_each(${ids}))))
  AND NOT EXISTS (
    SELECT 1 FROM json_each(${ids}) WHERE value NOT IN (
      SELECT identity_id FROM memberships WHERE tenant_id = ${tenant} AND site_id = ${site}))`;

const ROLE = "SELECT role FROM memberships WHERE tenant_id = ? AND site_id = ? AND identity_id = ?";

/** Reads a member's current role from the control plane. */
export const roleOf =
  (db: D1Database): RoleOf =>
  async ({ tenant, site, identity }) =>
    (await db.prepare(ROLE).bind(tenant, site, identity).first<{ role: Role }>())?.role;

/** A member as other members see them. */
export interface MemberRecord extends PersonRecord {
  readonly name: string | null;
  readonly role: Role;
  readonly createdAt: number;
}

const MEMBERS = `
  SELECT m.identity_id AS id, i.issuer, i.subject, m.name, m.role, m.created_at AS createdAt
  FROM memberships m ${joinIdentity("m.identity_id")}
  WHERE m.tenant_id = ? AND m.site_id = ?`;
const LIST = `${MEMBERS} AND (m.created_at, m.identity_id) > (?, ?) ORDER BY m.created_at, m.identity_id LIMIT ?`;
const FIND = `${MEMBERS} AND m.identity_id = ?`;
const NAMES = "SELECT identity_id AS id, name, role FROM memberships WHERE tenant_id = ? AND site_id = ?";

/** Members in the order in which they joined, after one of them. */
export async function membersAfter(
  db: D1Database,
  { tenant, site }: SiteRef,
  [at, id]: readonly [at: number, id: string],
  most: number,
): Promise<readonly MemberRecord[]> {
  return (await db.prepare(LIST).bind(tenant, site, at, id, most).all<MemberRecord>()).results;
}

export const findMemberRecord = (db: D1Database, { tenant, site }: SiteRef, id: string): Promise<MemberRecord | null> =>
  db.prepare(FIND).bind(tenant, site, id).first<MemberRecord>();

/** All members of a site, without their identities. */
export async function namedMembers(
  db: D1Database,
  { tenant, site }: SiteRef,
): Promise<readonly Pick<MemberRecord, "id" | "name" | "role">[]> {
  return (await db.prepare(NAMES).bind(tenant, site).all<Pick<MemberRecord, "id" | "name" | "role">>()).results;
}

/** A member who acts, with the status of their tenant. */
export interface ActingMember {
  readonly role: Role;
  readonly status: TenantStatus;
}

const ACTOR = `
  SELECT m.role AS role, t.status AS status FROM memberships m ${joinTenant("m.tenant_id")}
  WHERE m.tenant_id = ? AND m.site_id = ? AND m.identity_id = ?`;
const STILL_ACTOR = `EXISTS (SELECT 1 FROM memberships m ${joinTenant("m.tenant_id")}
  WHERE m.tenant_id = ? AND m.site_id = ? AND m.identity_id = ? AND m.role = ? AND t.status = 'active')`;

/** Finds an `ActingMember`. */
export const findActor = (db: D1Database, { tenant, site, identity }: Membership): D1PreparedStatement =>
  db.prepare(ACTOR).bind(tenant, site, identity);

/** The condition that a member has this role, and that their tenant is active. */
export const isStillActor = ({ tenant, site, identity }: Membership, role: Role): Condition => ({
  sql: STILL_ACTOR,
  values: [tenant, site, identity, role],
});

const COUNT = "SELECT count(*) AS members FROM memberships WHERE tenant_id = ? AND site_id = ?";

export async function countMembers(db: D1Database, { tenant, site }: SiteRef): Promise<number> {
  return (await db.prepare(COUNT).bind(tenant, site).first<{ members: number }>())?.members ?? 0;
}

/** The condition that a site has room for one more member. */
export const hasRoom = ({ tenant, site }: SiteRef, most: number): Condition => ({
  sql: `${membersAt("?", "?")} < ?`,
  values: [tenant, site, most],
});

const ABSENT = "NOT EXISTS (SELECT 1 FROM memberships WHERE tenant_id = ? AND site_id = ? AND identity_id = ?)";

export const isAbsent = ({ tenant, site }: SiteRef, id: string): Condition => ({
  sql: ABSENT,
  values: [tenant, site, id],
});

const HELD = "EXISTS (SELECT 1 FROM memberships WHERE tenant_id = ? AND site_id = ? AND identity_id = ? AND role = ?)";

/** The condition that a member still has this role. */
export const holdsRole = ({ tenant, site }: SiteRef, { id, role }: MemberRecord): Condition => ({
  sql: HELD,
  values: [tenant, site, id, role],
});

const OTHER_OWNER =
  "EXISTS (SELECT 1 FROM memberships WHERE tenant_id = ? AND site_id = ? AND identity_id <> ? AND role = 'owner')";

/** The condition that a site has another owner. Null if it has none now. */
export async function otherOwner(db: D1Database, { tenant, site }: SiteRef, id: string): Promise<Condition | null> {
  const other: Condition = { sql: OTHER_OWNER, values: [tenant, site, id] };
  const row = await db
    .prepare(`SELECT ${OTHER_OWNER} AS holds`)
    .bind(...other.values)
    .first<{ holds: number }>();
  return row?.holds === 1 ? other : null;
}

export const hasOwner = async (db: D1Database, { tenant, site }: SiteRef): Promise<boolean> =>
  (
    await db
      .prepare(`SELECT ${hasOwnerAt("?", "?")} AS holds`)
      .bind(tenant, site)
      .first<{ holds: number }>()
  )?.holds === 1;

const ADD =
  "INSERT INTO memberships (tenant_id, site_id, identity_id, role, name, created_at) VALUES (?, ?, ?, ?, ?, ?)";
/**
 * If `found` is empty, the role would be NULL. The column refuses that, and the whole batch rolls back. `found` stands
 * after SELECT, so that it cannot be the name of a table alone.
 */
const addFound = (found: string): string => `
  INSERT INTO memberships (tenant_id, site_id, identity_id, role, name, created_at)
  SELECT ?1, ?2, ?3, max(found.role), max(found.name), ?4 FROM (SELECT ${found}) AS found`;
const CHANGE = "UPDATE memberships SET role = ? WHERE tenant_id = ? AND site_id = ? AND identity_id = ?";
const REMOVE = "DELETE FROM memberships WHERE tenant_id = ? AND site_id = ? AND identity_id = ?";

export const addMember = (
  db: D1Database,
  { tenant, site }: SiteRef,
  { id, role, name, createdAt }: Omit<MemberRecord, "issuer" | "subject">,
): D1PreparedStatement => db.prepare(ADD).bind(tenant, site, id, role, name, createdAt);

/**
 * Adds a member with the role and name that a selection finds, given without its SELECT. The selection may use the tenant as ?1, the site as ?2,
 * the person as ?3 and the time as ?4. Its own values begin at ?5.
 */
export const addFoundMember = (
  db: D1Database,
  { tenant, site, identity }: Membership,
  at: number,
  found: Condition,
): D1PreparedStatement => db.prepare(addFound(found.sql)).bind(tenant, site, identity, at, ...found.values);

export const changeMember = (db: D1Database, { tenant, site }: SiteRef, id: string, role: Role): D1PreparedStatement =>
  db.prepare(CHANGE).bind(role, tenant, site, id);

export const removeMembership = (db: D1Database, { tenant, site }: SiteRef, id: string): D1PreparedStatement =>
  db.prepare(REMOVE).bind(tenant, site, id);

const OF_PEOPLE = `
  SELECT tenant_id AS tenant, site_id AS site, identity_id AS identity FROM memberships
  WHERE identity_id IN (SELECT value FROM json_each(?))`;

/** All memberships of these people. */
export const listMemberships = async (db: D1Database, ids: readonly string[]): Promise<readonly Membership[]> =>
  (await db.prepare(OF_PEOPLE).bind(JSON.stringify(ids)).all<Membership>()).results;

/** A site that a person may choose, as a member of it. */
export interface SiteChoice extends Membership {
  readonly role: Role;
  readonly name: string;
  readonly hostname: string;
}

/** The SQL clauses that join the opened site of a member `m` as `s`, and its primary hostname as `d`. */
export const JOIN_OPENED_SITE = `
  ${joinItsSite("m.tenant_id", "m.site_id")} AND s.initialised_at IS NOT NULL
  ${joinPrimaryHostname("m.tenant_id", "m.site_id")} AND d.status = 'verified'`;

const CHOICES = `
  SELECT m.tenant_id AS tenant, m.site_id AS site, m.identity_id AS identity, m.role AS role, s.name AS name, d.hostname AS hostname
  FROM memberships m ${joinTenant("m.tenant_id")} AND t.status <> 'suspended'${JOIN_OPENED_SITE}
  WHERE m.identity_id = ? ORDER BY d.hostname LIMIT ?`;

export async function listSites(db: D1Database, identity: string, most: number): Promise<readonly SiteChoice[]> {
  return (await db.prepare(CHOICES).bind(identity, most).all<SiteChoice>()).results;
}

const AMONG = `
  SELECT identity_id AS id, role, name FROM memberships
  WHERE tenant_id = ?1 AND site_id = ?2 AND identity_id IN (SELECT value FROM json_each(?3))`;
const ADD_ALL = `
  INSERT OR IGNORE INTO memberships (tenant_id, site_id, identity_id, role, name, created_at)
  SELECT ?1, ?2, value ->> 'id', value ->> 'role', value ->> 'name', ?4 FROM json_each(?3)`;
const REMOVE_ALL = "DELETE FROM memberships WHERE tenant_id = ?1 AND site_id = ?2";

/** Finds the members among the identities of a JSON list. */
export const findMembers = (db: D1Database, { tenant, site }: SiteRef, ids: string): D1PreparedStatement =>
  db.prepare(AMONG).bind(tenant, site, ids);

/** Adds the members of a JSON list, so that their number does not change the statement. */
export const addMembers = (
  db: D1Database,
  { tenant, site }: SiteRef,
  people: string,
  at: number,
): D1PreparedStatement => db.prepare(ADD_ALL).bind(tenant, site, people, at);

export const removeMembers = (db: D1Database, { tenant, site }: SiteRef): D1PreparedStatement =>
  db.prepare(REMOVE_ALL).bind(tenant, site);

const ELSEWHERE = `
  SELECT 1 ${FROM_SITES} WHERE s.tenant_id = ? AND NOT ${isMember(
    { tenant: "s.tenant_id", site: "s.id", identity: "?" },
    "m.role IN (SELECT value FROM json_each(?))",
  )} LIMIT 1`;

/** Tells whether a person has one of these roles at every site of a tenant. */
export const hasRoleEverywhere = async (
  db: D1Database,
  tenant: string,
  identity: string,
  roles: readonly Role[],
): Promise<boolean> => (await db.prepare(ELSEWHERE).bind(tenant, identity, JSON.stringify(roles)).first()) === null;
