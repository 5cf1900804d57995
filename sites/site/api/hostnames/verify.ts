import { Refusal } from "../../../../manifests/refusal.ts";
import { expectValue } from "../../../../runtime/answer.ts";
import type { Env } from "../../env.ts";
import { workspaceOf } from "../../env.ts";
import { hostnamesOf } from "../../provisioning/controlPlane.ts";
import { forgetRoute } from "../../public/routing.ts";
import type { AuditEntry } from "../../../shared/audit.ts";
import { auditStatement } from "../../../shared/audit.ts";
import type { SiteRef } from "../people/members.ts";

export type OperatorAudit = Omit<AuditEntry, "tenant" | "site" | "outcome" | "command">;

const FIND = "SELECT status FROM domains WHERE hostname = ? AND tenant_id = ? AND site_id = ?";
/** The tenant and site are part of the condition: a request that ran out may be another's by now. */
const VERIFY =
  "UPDATE domains SET status = 'verified' WHERE hostname = ? AND tenant_id = ? AND site_id = ? AND status = 'pending'";

/**
 * Serves a site under a hostname it has asked for and, as the operator has found, controls. Repeating it finishes what
 * was interrupted: first the record, then the workspace that names its hosts, then what this isolate remembers.
 */
export async function verifyDomain(
  env: Env,
  hostname: string,
  ref: SiteRef,
  audit: OperatorAudit,
): Promise<{ hostname: string; status: "verified"; changed: boolean }> {
  const { tenant, site } = ref;
  const found = await env.DB.prepare(FIND).bind(hostname, tenant, site).first<{ status: string }>();
  if (!found) throw new Refusal("NOT_FOUND");
  const changed = found.status === "pending";
  const entry: AuditEntry = {
    ...audit,
    tenant,
    site,
    command: "domain.verify",
    outcome: changed ? "done" : "replayed",
  };
  await env.DB.batch([env.DB.prepare(VERIFY).bind(hostname, tenant, site), auditStatement(env.DB, entry)]);
  expectValue(
    await workspaceOf(env, tenant).setHostnames(
      site,
      await hostnamesOf(env.DB, { tenant: { id: tenant }, site: { id: site } }),
    ),
  );
  forgetRoute(hostname);
  return { hostname, status: "verified", changed };
}
