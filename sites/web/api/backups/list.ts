import { expectValue } from "../../../../runtime/commands/answer.ts";
import type { BackupsView } from "../../../../runtime/backups/views.ts";
import type { Env } from "../../powers/env.ts";
import { tenantRecord } from "../../../control/tenants/tenants.ts";
import { PLATFORM } from "../../powers/powers.ts";

/** A tenant's backups, for an operator who names one by id and digest in a restore. */
export async function listBackups(env: Env, tenant: string): Promise<BackupsView> {
  await tenantRecord(env.DB, tenant);
  return expectValue(await env.WORKSPACES.of({ tenant, site: null }, PLATFORM).backups(tenant));
}
