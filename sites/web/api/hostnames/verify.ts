import { Refusal } from "../../../../manifests/refusals/refusal.ts";
import { expectValue } from "../../../../runtime/commands/answer.ts";
import { DOMAIN_PENDING_MS } from "../../../../manifests/bounds/hosts.ts";
import type { Env } from "../../powers/env.ts";
import { hostnamesOf } from "../../provisioning/controlPlane.ts";
import { forgetRoute } from "../../names/routing.ts";
import type { AuditEntry } from "../../../control/audit.ts";
import { auditStatement } from "../../../control/audit.ts";
import type { SiteRef } from "../../../control/sites.ts";
import { PLATFORM } from "../../powers/powers.ts";

export type OperatorAudit = Omit<AuditEntry, "tenant" | "site" | "outcome" | "command">;

/** A verified hostname takes precedence over a request that was left behind. */
const FIND = `
  SELECT 'verified' AS status FROM domains WHERE hostname = ?1 AND tenant_id = ?2 AND site_id = ?3
  UNION ALL
  SELECT 'pending' FROM domain_requests WHERE hostname = ?1 AND tenant_id = ?2 AND site_id = ?3 AND created_at > ?4`;
/** If the hostname belongs to another site, the insertion fails and the batch rolls back. */
const VERIFY = `
  INSERT INTO domains (hostname, tenant_id, site_id, status, is_primary, created_at)
  SELECT hostname, tenant_id, site_id, 'verified', 0, ?4 FROM domain_requests
  WHERE hostname = ?1 AND tenant_id = ?2 AND site_id = ?3
    AND NOT EXISTS (SELECT 1 FROM domains WHERE hostname = ?1 AND tenant_id = ?2 AND site_id = ?3)`;
/** Removes all requests for a hostname once it is verified. */
const REQUESTS = "DELETE FROM domain_requests WHERE hostname = ?";

/**
 * Serves a site under a requested hostname that the operator has verified. It writes the record, tells the workspace,
 * and clears this isolate's cache. A repeated request finishes an interrupted one.
 */
export async function verifyDomain(
  env: Env,
  hostname: string,
  ref: SiteRef,
  audit: OperatorAudit,
): Promise<{ hostname: string; status: "verified"; changed: boolean }> {
  const { tenant, site } = ref;
  const found = await env.DB.prepare(FIND)
    .bind(hostname, tenant, site, audit.at - DOMAIN_PENDING_MS)
    .first<{ status: string }>();
  if (!found) throw new Refusal("NOT_FOUND");
  const changed = found.status === "pending";
  const entry: AuditEntry = {
    ...audit,
    tenant,
    site,
    command: "domain.verify",
    outcome: changed ? "done" : "replayed",
  };
  await env.DB.batch([
    env.DB.prepare(VERIFY).bind(hostname, tenant, site, audit.at),
    env.DB.prepare(REQUESTS).bind(hostname),
    auditStatement(env.DB, entry),
  ]).catch(refuseTaken);
  expectValue(
    await env.WORKSPACES.of({ tenant, site }, PLATFORM).setHostnames(
      site,
      await hostnamesOf(env.DB, { tenant: { id: tenant }, site: { id: site } }),
    ),
  );
  forgetRoute(hostname);
  return { hostname, status: "verified", changed };
}

function refuseTaken(error: unknown): never {
  if (/constraint failed/i.test(String(error)))
    throw new Refusal("CONFLICT", {
      reason: "Another site is served under this hostname. Release it from that site first.",
    });
  throw error;
}
