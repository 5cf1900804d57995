/** The records of a site or a tenant, over the tables of several owners. Each batch is one transaction. */
import type { TenantStatus } from "../../runtime/tenancy/tenant.ts";
import { hasGrantsAt } from "./agents/agentGrants.ts";
import { type AuditEntry, auditRowsOf, auditStatement, hasMembersAct } from "./records/audit.ts";
import {
  type VerifiedHostname,
  addPrimaryHostname,
  findHostname,
  findPrimaryHostname,
  hostnamesAt,
  isPrimaryHostname,
  joinPrimaryHostname,
  removeHostnames,
  settleRequests,
} from "./tenants/hostnames.ts";
import { type PersonRecord, addIdentities } from "./people/identities.ts";
import { removeLinksOf } from "./people/invitations.ts";
import { hasLoginsAt } from "./logins/logins.ts";
import { addMembers, areAllOwners, areMembers, findMembers, membersOfTenant, removeMembers } from "./people/members.ts";
import { addRecord, resolveRecord } from "./records/records.ts";
import { removeLeaving, isBeingRemoved } from "./removals.ts";
import {
  type ProvisionedSite,
  type SiteRef,
  addSite,
  findSite,
  FROM_SITES,
  isSiteRefused,
  openSite,
  removeSite,
  requireSealedSite,
  requireUnopenedSite,
  sealSite,
  sitesAt,
} from "./tenants/sites.ts";
import { addTenant, findTenant, isActiveTenant, isNamedTenant, removeEmptyTenant } from "./tenants/tenants.ts";

/** The control-plane rows of a provisioning request. */
export interface ProvisionRecords {
  readonly tenant: { readonly id: string; readonly name: string };
  readonly site: { readonly id: string; readonly name: string };
  readonly hostname: string;
  readonly members: readonly ProvisionedMember[];
  /** Ids of the members that this request replaces. Empty if it replaces none. */
  readonly replaced: readonly string[];
}

export interface ProvisionedMember extends PersonRecord {
  readonly role: string;
  readonly name: string | null;
}

/** The present rows with the same keys. */
export interface PresentRecords {
  readonly tenant: { readonly name: string; readonly status: TenantStatus } | undefined;
  readonly site: ProvisionedSite | undefined;
  readonly domain: VerifiedHostname | undefined;
  /** The site's primary hostname. */
  readonly primary: string | undefined;
  readonly members: ReadonlyMap<string, { readonly role: string; readonly name: string | null }>;
}

/** The site of a provisioning. */
export const provisionedSite = ({ tenant, site }: Pick<ProvisionRecords, "tenant" | "site">): SiteRef => ({
  tenant: tenant.id,
  site: site.id,
});

export async function readRecords(db: D1Database, records: ProvisionRecords): Promise<PresentRecords> {
  const { tenant, hostname, members } = records;
  const ref = provisionedSite(records);
  const [tenants, sites, domains, primaries, memberships] = await db.batch([
    findTenant(db, tenant.id),
    findSite(db, ref),
    findHostname(db, hostname),
    findPrimaryHostname(db, ref),
    findMembers(db, ref, JSON.stringify(members.map((member) => member.id))),
  ]);
  const held = rows<{ id: string; role: string; name: string | null }>(memberships);
  return {
    tenant: rows<NonNullable<PresentRecords["tenant"]>>(tenants)[0],
    site: rows<ProvisionedSite>(sites)[0],
    domain: rows<VerifiedHostname>(domains)[0],
    primary: rows<{ hostname: string }>(primaries)[0]?.hostname,
    members: new Map(held.map(({ id, role, name }) => [id, { role, name }])),
  };
}

const rows = <Row>(result: D1Result | undefined): Row[] => (result?.results ?? []) as Row[];

/** The id of the operational record, which stays open until the workspace has the site. */
const recordId = ({ tenant, site }: SiteRef): string => `provisioning:${tenant}/${site}`;

/** Holds in a batch that wrote the records of a request, and whose site no other request has given other values. */
const IS_WRITTEN = [isNamedTenant("?1", "?7"), isPrimaryHostname("?5", "?1", "?2"), areMembers("?1", "?2", "?6")].join(
  " AND ",
);

/**
 * Writes all records or none. Throws if the site is sealed or a record has other values; the caller reads them to see
 * which. So the loser of two racing requests leaves no records.
 */
export async function writeRecords(db: D1Database, records: ProvisionRecords, entry: AuditEntry): Promise<void> {
  const { tenant, site, hostname, members } = records;
  const ref = provisionedSite(records);
  const people = JSON.stringify(members);
  const payload = JSON.stringify({ hostname, requestId: entry.requestId });
  const sealed = { sql: IS_WRITTEN, values: [hostname, people, tenant.name] };
  await db.batch([
    addTenant(db, tenant.id, tenant.name, entry.at),
    addSite(db, ref, site.name, entry.at),
    // The operator confirms the hostname, which settles all requests for it.
    settleRequests(db, hostname),
    addPrimaryHostname(db, ref, hostname, entry.at),
    addIdentities(db, people, entry.at),
    addMembers(db, ref, people, entry.at),
    sealSite(db, ref, site.name, entry.at, sealed),
    addRecord(db, { ...ref, id: recordId(ref), kind: "provisioning", payload, createdAt: entry.at }),
    auditStatement(db, entry),
  ]);
}

/** Marks the site as initialised, after the workspace published it. From now on the hostname is routed. */
export async function markInitialised(db: D1Database, ref: SiteRef, at: number): Promise<void> {
  await db.batch([openSite(db, ref, at), resolveRecord(db, recordId(ref), at)]);
}

/**
 * Lets a request replace the owners that it names, if they are all members and nobody has ever logged in. A wrong
 * subject would otherwise block the site and its hostname for good. After the first login, the site belongs to its
 * members. An agent or an act of a member proves a login, too.
 */
const IS_UNTOUCHED = [
  isActiveTenant("?1", "?5"),
  isPrimaryHostname("?4", "?1", "?2"),
  areAllOwners("?1", "?2", "?6"),
  `NOT ${hasLoginsAt("?1", "?2")}`,
  `NOT ${hasGrantsAt("?1", "?2")}`,
  `NOT ${hasMembersAct("?1", "?2")}`,
].join(" AND ");

/**
 * Writes the request's owners in place of those that it names. False, and nothing is written, if one condition does not
 * hold. The batch is one transaction, so a login at the same moment comes before it or finds no membership.
 */
export async function correctOwners(db: D1Database, records: ProvisionRecords, entry: AuditEntry): Promise<boolean> {
  const { tenant, site, hostname, members, replaced } = records;
  const ref = provisionedSite(records);
  const people = JSON.stringify(members);
  const untouched = { sql: IS_UNTOUCHED, values: [hostname, tenant.name, JSON.stringify(replaced)] };
  try {
    await db.batch([
      requireSealedSite(db, ref, site.name, untouched),
      removeMembers(db, ref),
      addIdentities(db, people, entry.at),
      addMembers(db, ref, people, entry.at),
      auditStatement(db, entry),
    ]);
    return true;
  } catch (error) {
    if (isSiteRefused(error)) return false;
    throw error;
  }
}

/**
 * A provisioning whose records exist, but whose site was never opened. The same request finishes it, and a release
 * removes it.
 */
export interface UnfinishedProvisioning extends SiteRef {
  readonly name: string;
  readonly hostname: string | null;
  readonly createdAt: number;
}

const UNFINISHED = `
  SELECT s.tenant_id AS tenant, s.id AS site, s.name AS name, d.hostname AS hostname, s.created_at AS createdAt
  ${FROM_SITES} LEFT ${joinPrimaryHostname("s.tenant_id", "s.id")}
  WHERE s.initialised_at IS NULL AND NOT ${isBeingRemoved("s.tenant_id", "s.id")} AND s.tenant_id || ' ' || s.id > ?1 ORDER BY s.tenant_id || ' ' || s.id LIMIT ?2`;

/** Unfinished provisionings after one of them, by tenant and site. */
export async function unfinishedAfter(
  db: D1Database,
  after: string,
  most: number,
): Promise<readonly UnfinishedProvisioning[]> {
  return (await db.prepare(UNFINISHED).bind(after, most).all<UnfinishedProvisioning>()).results;
}

/** Removes the records of a site that was never opened. The batch fails if it was opened meanwhile. */
export async function removeUnfinished(db: D1Database, ref: SiteRef, entry: AuditEntry): Promise<void> {
  await db.batch([
    db.prepare("PRAGMA defer_foreign_keys = true"),
    requireUnopenedSite(db, ref),
    removeLeaving(db, ref),
    removeLinksOf(db, ref),
    removeMembers(db, ref),
    ...removeHostnames(db, ref),
    removeSite(db, ref),
    removeEmptyTenant(db, ref.tenant),
    resolveRecord(db, recordId(ref), entry.at),
    auditStatement(db, entry),
  ]);
}

/** Counts of a tenant's control-plane rows. */
export interface TenantCounts {
  readonly sites: number;
  readonly hostnames: number;
  readonly members: number;
  readonly audit: number;
}

const COUNTS = `
  SELECT ${sitesAt("?1")} AS sites, ${hostnamesAt("?1")} AS hostnames, ${membersOfTenant("?1")} AS members,
    ${auditRowsOf("?1")} AS audit`;

export const tenantCounts = async (db: D1Database, tenant: string): Promise<TenantCounts> =>
  (await db.prepare(COUNTS).bind(tenant).first<TenantCounts>()) ?? { sites: 0, hostnames: 0, members: 0, audit: 0 };
