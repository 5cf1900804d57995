import type { AuditEntry } from "../../control/audit.ts";
import { auditStatement } from "../../control/audit.ts";
import { WRITE } from "./controlPlane.ts";
import type { ProvisionRecords } from "./records.ts";

/**
 * Lets a request replace the owners that it names, if they are all members and nobody has ever logged in. A wrong
 * subject would otherwise block the site and its hostname for good. After the first login, the site belongs to its
 * members. An agent or an act of a member proves a login, too.
 */
const UNTOUCHED = `
  UPDATE sites SET name = CASE WHEN
      provisioned_at IS NOT NULL
      AND name = ?3
      AND EXISTS (SELECT 1 FROM tenants WHERE id = ?1 AND name = ?5 AND status = 'active')
      AND EXISTS (SELECT 1 FROM domains WHERE hostname = ?4 AND tenant_id = ?1 AND site_id = ?2 AND status = 'verified' AND is_primary = 1)
      AND NOT EXISTS (
        SELECT 1 FROM memberships WHERE tenant_id = ?1 AND site_id = ?2
          AND (role <> 'owner' OR identity_id NOT IN (SELECT value FROM json_each(?6))))
      AND NOT EXISTS (
        SELECT 1 FROM json_each(?6) WHERE value NOT IN (
          SELECT identity_id FROM memberships WHERE tenant_id = ?1 AND site_id = ?2))
      AND NOT EXISTS (SELECT 1 FROM login_sessions WHERE tenant_id = ?1 AND site_id = ?2)
      AND NOT EXISTS (SELECT 1 FROM agent_records WHERE tenant_id = ?1 AND site_id = ?2)
      AND NOT EXISTS (SELECT 1 FROM audit WHERE tenant_id = ?1 AND (site_id = ?2 OR site_id IS NULL) AND actor GLOB 'member:*')
    THEN name END
  WHERE tenant_id = ?1 AND id = ?2`;
const REMOVE = "DELETE FROM memberships WHERE tenant_id = ?1 AND site_id = ?2";

/**
 * Writes the request's owners in place of those that it names. False, and nothing is written, if one condition does not
 * hold. The batch is one transaction, so a login at the same moment comes before it or finds no membership.
 */
export async function correctOwners(db: D1Database, records: ProvisionRecords, entry: AuditEntry): Promise<boolean> {
  const { tenant, site, hostname, members, replaced } = records;
  const people = JSON.stringify(members);
  const statements = [
    // The name becomes NULL if one condition does not hold, which the column refuses.
    db.prepare(UNTOUCHED).bind(tenant.id, site.id, site.name, hostname, tenant.name, JSON.stringify(replaced)),
    db.prepare(REMOVE).bind(tenant.id, site.id),
    db.prepare(WRITE.identities).bind(people, entry.at),
    db.prepare(WRITE.memberships).bind(tenant.id, site.id, people, entry.at),
    auditStatement(db, entry),
  ];
  try {
    await db.batch(statements);
    return true;
  } catch (error) {
    if (/NOT NULL constraint failed: sites\.name/.test(String(error))) return false;
    throw error;
  }
}
