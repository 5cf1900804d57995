import { OPERATOR_LIST_PAGE } from "../../../../manifests/bounds/operators.ts";
import { Refusal } from "../../../../manifests/refusals/refusal.ts";
import { expectValue } from "../../../../runtime/commands/answer.ts";
import type { AuditEntry } from "../../../control/audit.ts";
import { auditStatement } from "../../../control/audit.ts";
import type { Cursor } from "../request/cursor.ts";
import { writeCursor } from "../request/cursor.ts";
import type { OperatorAudit } from "../hostnames/verify.ts";
import type { SiteRef } from "../../../control/sites.ts";
import type { Env } from "../../powers/env.ts";
import { recordId } from "../../provisioning/controlPlane.ts";
import { PLATFORM } from "../../powers/powers.ts";

/**
 * A provisioning whose records exist, but whose site was never opened. The same request finishes it, and a release
 * removes it.
 */
export interface UnfinishedProvisioning {
  readonly tenant: string;
  readonly site: string;
  readonly name: string;
  readonly hostname: string | null;
  readonly createdAt: number;
}

const LIST = `
  SELECT s.tenant_id AS tenant, s.id AS site, s.name AS name, d.hostname AS hostname, s.created_at AS createdAt
  FROM sites s LEFT JOIN domains d ON d.tenant_id = s.tenant_id AND d.site_id = s.id AND d.is_primary = 1
  WHERE s.initialised_at IS NULL AND s.tenant_id || ' ' || s.id > ?1 ORDER BY s.tenant_id || ' ' || s.id LIMIT ?2`;

export async function listUnfinished(
  { DB }: Pick<Env, "DB">,
  [, after]: Cursor = [0, ""],
): Promise<{ items: UnfinishedProvisioning[]; cursor: string | null }> {
  const { results } = await DB.prepare(LIST)
    .bind(after, OPERATOR_LIST_PAGE + 1)
    .all<UnfinishedProvisioning>();
  const items = results.slice(0, OPERATOR_LIST_PAGE);
  const last = results.length > items.length ? items.at(-1) : undefined;
  return { items, cursor: last ? writeCursor([0, `${last.tenant} ${last.site}`]) : null };
}

const FIND = "SELECT initialised_at AS opened FROM sites WHERE tenant_id = ? AND id = ?";

/**
 * Removes a site's records. Each statement names the site as ?1 and ?2. Identities that are members elsewhere, or ever
 * logged in, stay.
 */
const RELEASE: readonly string[] = [
  // If the site was opened meanwhile, the name would be NULL, and the whole batch fails.
  "UPDATE sites SET name = CASE WHEN initialised_at IS NULL THEN name END WHERE tenant_id = ?1 AND id = ?2",
  `DELETE FROM identities WHERE id IN (SELECT identity_id FROM memberships WHERE tenant_id = ?1 AND site_id = ?2)
    AND NOT EXISTS (SELECT 1 FROM memberships m WHERE m.identity_id = identities.id AND (m.tenant_id <> ?1 OR m.site_id <> ?2))
    AND NOT EXISTS (SELECT 1 FROM login_sessions l WHERE l.identity_id = identities.id)
    AND NOT EXISTS (SELECT 1 FROM invitation_links l WHERE l.maker_id = identities.id AND (l.tenant_id <> ?1 OR l.site_id <> ?2))`,
  "DELETE FROM invitation_links WHERE tenant_id = ?1 AND site_id = ?2",
  "DELETE FROM memberships WHERE tenant_id = ?1 AND site_id = ?2",
  "DELETE FROM domain_requests WHERE tenant_id = ?1 AND site_id = ?2",
  "DELETE FROM domains WHERE tenant_id = ?1 AND site_id = ?2",
  "DELETE FROM sites WHERE tenant_id = ?1 AND id = ?2",
  "DELETE FROM tenants WHERE id = ?1 AND ?2 IS NOT NULL AND NOT EXISTS (SELECT 1 FROM sites WHERE tenant_id = ?1)",
];
const RESOLVE = "UPDATE operational_records SET resolved_at = ?2 WHERE id = ?1 AND resolved_at IS NULL";

/**
 * Removes a provisioning that was never opened, which frees its hostname, its members and its site. The workspace comes
 * first, because it refuses if it has published the site. The audit rows stay.
 */
export async function releaseUnfinished(
  env: Env,
  ref: SiteRef,
  audit: OperatorAudit,
): Promise<SiteRef & { released: true }> {
  const { tenant, site } = ref;
  const found = await env.DB.prepare(FIND).bind(tenant, site).first<{ opened: number | null }>();
  if (!found) throw new Refusal("NOT_FOUND");
  if (found.opened !== null) throw opened();
  expectValue(await env.WORKSPACES.of({ tenant, site }, PLATFORM).abandonSite(site));
  await removeRecords(env.DB, ref, { ...audit, tenant, site, command: "site.release", outcome: "done" });
  return { tenant, site, released: true };
}

async function removeRecords(db: D1Database, { tenant, site }: SiteRef, entry: AuditEntry): Promise<void> {
  const removals = RELEASE.map((sql) => db.prepare(sql).bind(tenant, site));
  const resolved = db.prepare(RESOLVE).bind(recordId({ tenant: { id: tenant }, site: { id: site } }), entry.at);
  await db
    .batch([db.prepare("PRAGMA defer_foreign_keys = true"), ...removals, resolved, auditStatement(db, entry)])
    .catch((error: unknown) => {
      throw /constraint failed/i.test(String(error)) ? opened() : error;
    });
}

const opened = (): Refusal =>
  new Refusal("CONFLICT", { reason: "This site has been opened. Only an unfinished provisioning can be released." });
