import { Refusal } from "../../../../manifests/refusals/refusal.ts";
import { expectValue } from "../../../../runtime/commands/answer.ts";
import type { ResealedView } from "../../../../runtime/plugins/settings/resealing.ts";
import { auditStatement } from "../../../control/records/audit.ts";
import { isKnownTenant } from "../../../control/tenants/tenants.ts";
import type { Env } from "../../powers/env.ts";
import type { OperatorAudit } from "../hostnames/verify.ts";
import { PLATFORM } from "../../powers/powers.ts";

/** Encrypts a tenant's sealed settings with the current secret, so that the previous secret can be removed. */
export async function resealTenant(
  env: Env,
  tenant: string,
  audit: OperatorAudit,
): Promise<ResealedView & { tenant: string }> {
  if (!(await isKnownTenant(env.DB, tenant))) throw new Refusal("NOT_FOUND");
  const resealed = expectValue(await env.WORKSPACES.of({ tenant, site: null }, PLATFORM).resealSettings());
  await auditStatement(env.DB, { ...audit, tenant, site: null, command: "tenant.reseal", outcome: "done" }).run();
  return { tenant, ...resealed };
}
