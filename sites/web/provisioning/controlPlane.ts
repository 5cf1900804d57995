import type { AuditEntry } from "../../control/audit.ts";
import { auditStatement } from "../../control/audit.ts";
import type { PresentRecords, ProvisionRecords } from "./records.ts";

/** Reads and writes the records of a provisioning. Statements are batched, and a batch is one transaction. */

const READ = {
  tenant: "SELECT name, status FROM tenants WHERE id = ?1",
  site: "SELECT name, provisioned_at AS provisioned FROM sites WHERE tenant_id = ?1 AND id = ?2",
  domain:
    "SELECT tenant_id AS tenant, site_id AS site, status, is_primary AS isPrimary FROM domains WHERE hostname = ?1 AND status = 'verified'",
  primary: "SELECT hostname FROM domains WHERE tenant_id = ?1 AND site_id = ?2 AND is_primary = 1",
  members: `SELECT identity_id AS id, role, name FROM memberships
    WHERE tenant_id = ?1 AND site_id = ?2 AND identity_id IN (SELECT value FROM json_each(?3))`,
} as const;

export async function readRecords(
  db: D1Database,
  { tenant, site, hostname, members }: ProvisionRecords,
): Promise<PresentRecords> {
  const ids = JSON.stringify(members.map((member) => member.id));
  const [tenants, sites, domains, primaries, memberships] = await db.batch([
    db.prepare(READ.tenant).bind(tenant.id),
    db.prepare(READ.site).bind(tenant.id, site.id),
    db.prepare(READ.domain).bind(hostname),
    db.prepare(READ.primary).bind(tenant.id, site.id),
    db.prepare(READ.members).bind(tenant.id, site.id, ids),
  ]);
  const held = rows<{ id: string; role: string; name: string | null }>(memberships);
  return {
    tenant: rows<NonNullable<PresentRecords["tenant"]>>(tenants)[0],
    site: rows<NonNullable<PresentRecords["site"]>>(sites)[0],
    domain: rows<NonNullable<PresentRecords["domain"]>>(domains)[0],
    primary: rows<{ hostname: string }>(primaries)[0]?.hostname,
    members: new Map(held.map(({ id, role, name }) => [id, { role, name }])),
  };
}

const rows = <Row>(result: D1Result | undefined): Row[] => (result?.results ?? []) as Row[];

/** The SQL of the writes. Members are one JSON list, so that their number does not change the statements. */
export const WRITE = {
  /** The operator confirms the hostname, which settles all requests for it. */
  requests: "DELETE FROM domain_requests WHERE hostname = ?1",
  tenant: "INSERT OR IGNORE INTO tenants (id, name, status, created_at) VALUES (?1, ?2, 'active', ?3)",
  site: "INSERT OR IGNORE INTO sites (tenant_id, id, name, created_at) VALUES (?1, ?2, ?3, ?4)",
  domain: `INSERT OR IGNORE INTO domains (hostname, tenant_id, site_id, status, is_primary, created_at)
    VALUES (?3, ?1, ?2, 'verified', 1, ?4)`,
  identities: `INSERT OR IGNORE INTO identities (id, issuer, subject, created_at)
    SELECT value ->> 'id', value ->> 'issuer', value ->> 'subject', ?2 FROM json_each(?1)`,
  memberships: `INSERT OR IGNORE INTO memberships (tenant_id, site_id, identity_id, role, name, created_at)
    SELECT ?1, ?2, value ->> 'id', value ->> 'role', value ->> 'name', ?4 FROM json_each(?3)`,
  /**
   * Seals the provisioned site, or fails and rolls back the batch. If another request sealed it first, or a record has
   * other values, the name becomes NULL, which the column refuses. So the loser of two racing requests leaves no
   * records.
   */
  seal: `UPDATE sites SET provisioned_at = ?6, name = CASE WHEN
      provisioned_at IS NULL
      AND name = ?3
      AND EXISTS (SELECT 1 FROM tenants WHERE id = ?1 AND name = ?7)
      AND EXISTS (SELECT 1 FROM domains WHERE hostname = ?4 AND tenant_id = ?1 AND site_id = ?2 AND status = 'verified' AND is_primary = 1)
      AND NOT EXISTS (
        SELECT 1 FROM json_each(?5) AS wanted
        LEFT JOIN memberships AS held
          ON held.tenant_id = ?1 AND held.site_id = ?2 AND held.identity_id = wanted.value ->> 'id'
        WHERE held.role IS NOT wanted.value ->> 'role' OR held.name IS NOT wanted.value ->> 'name')
    THEN name END
    WHERE tenant_id = ?1 AND id = ?2`,
  record:
    "INSERT OR IGNORE INTO operational_records (id, kind, tenant_id, site_id, payload, created_at) VALUES (?3, 'provisioning', ?1, ?2, ?4, ?5)",
} as const;

interface SiteIds {
  readonly tenant: { readonly id: string };
  readonly site: { readonly id: string };
}

/** The id of the operational record, which stays open until the workspace has the site. */
export const recordId = ({ tenant, site }: SiteIds): string => `provisioning:${tenant.id}/${site.id}`;

/**
 * Writes all records or none. Throws if the site is sealed or a record has other values; the caller reads them to see
 * which.
 */
export async function writeRecords(db: D1Database, records: ProvisionRecords, entry: AuditEntry): Promise<void> {
  const { tenant, site, hostname, members } = records;
  const people = JSON.stringify(members);
  const payload = JSON.stringify({ hostname, requestId: entry.requestId });
  await db.batch([
    db.prepare(WRITE.tenant).bind(tenant.id, tenant.name, entry.at),
    db.prepare(WRITE.site).bind(tenant.id, site.id, site.name, entry.at),
    db.prepare(WRITE.requests).bind(hostname),
    db.prepare(WRITE.domain).bind(tenant.id, site.id, hostname, entry.at),
    db.prepare(WRITE.identities).bind(people, entry.at),
    db.prepare(WRITE.memberships).bind(tenant.id, site.id, people, entry.at),
    db.prepare(WRITE.seal).bind(tenant.id, site.id, site.name, hostname, people, entry.at, tenant.name),
    db.prepare(WRITE.record).bind(tenant.id, site.id, recordId(records), payload, entry.at),
    auditStatement(db, entry),
  ]);
}

const HOSTNAMES =
  "SELECT hostname FROM domains WHERE tenant_id = ? AND site_id = ? AND status = 'verified' ORDER BY is_primary DESC, hostname";

/** All hostnames of a site, the primary one first. There may be more than the provisioned one. */
export async function hostnamesOf(db: D1Database, { tenant, site }: SiteIds): Promise<string[]> {
  const { results } = await db.prepare(HOSTNAMES).bind(tenant.id, site.id).all<{ hostname: string }>();
  return results.map(({ hostname }) => hostname);
}

const OWNER = "SELECT tenant_id AS tenant, site_id AS site FROM domains WHERE hostname = ? AND status = 'verified'";

export interface HostnameOwner {
  readonly tenant: string;
  readonly site: string;
}

/** The site that a verified hostname belongs to; null if it is free. */
export const ownerOf = (db: D1Database, hostname: string): Promise<HostnameOwner | null> =>
  db.prepare(OWNER).bind(hostname).first<HostnameOwner>();

/** Marks the site as initialised, after the workspace published it. From now on the hostname is routed. */
export async function markInitialised(db: D1Database, records: ProvisionRecords, at: number): Promise<void> {
  await db.batch([
    db
      .prepare("UPDATE sites SET initialised_at = coalesce(initialised_at, ?3) WHERE tenant_id = ?1 AND id = ?2")
      .bind(records.tenant.id, records.site.id, at),
    db
      .prepare("UPDATE operational_records SET resolved_at = ?2 WHERE id = ?1 AND resolved_at IS NULL")
      .bind(recordId(records), at),
  ]);
}
