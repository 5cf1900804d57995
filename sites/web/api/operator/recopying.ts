import { Refusal } from "../../../../manifests/refusals/refusal.ts";
import { expectValue } from "../../../../runtime/commands/answer.ts";
import { auditStatement } from "../../../control/records/audit.ts";
import { listOpenSites } from "../../../control/tenants/sites.ts";
import { isKnownTenant } from "../../../control/tenants/tenants.ts";
import type { Env } from "../../powers/env.ts";
import { PLATFORM } from "../../powers/powers.ts";
import type { OperatorAudit } from "../hostnames/verify.ts";

/** Copies what a tenant has published to the public store again. A workspace does not notice what the store loses. */
export async function recopyTenant(
  env: Env,
  tenant: string,
  audit: OperatorAudit,
): Promise<{ readonly tenant: string; readonly sites: readonly string[] }> {
  if (!(await isKnownTenant(env.DB, tenant))) throw new Refusal("NOT_FOUND");
  const sites: string[] = [];
  for (const site of await listOpenSites(env.DB, tenant)) if (await isAnnounced(env, tenant, site)) sites.push(site);
  await auditStatement(env.DB, { ...audit, tenant, site: null, command: "tenant.recopy", outcome: "done" }).run();
  return { tenant, sites };
}

/** False for a site that has published nothing. */
async function isAnnounced({ WORKSPACES }: Env, tenant: string, site: string): Promise<boolean> {
  const answer = await WORKSPACES.of({ tenant, site }, PLATFORM).announce(site);
  if (!answer.ok && answer.refusal.code === "CONFLICT") return false;
  expectValue(answer);
  return true;
}
