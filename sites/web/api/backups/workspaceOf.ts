import type { Env } from "../../powers/env.ts";
import { tenantRecord } from "../../../control/tenants/tenants.ts";
import { PLATFORM, type Workspace } from "../../powers/powers.ts";

/** The workspace of a tenant that the control plane knows, for an operator. */
export async function workspaceOf(env: Env, tenant: string): Promise<Workspace> {
  await tenantRecord(env.DB, tenant);
  return env.WORKSPACES.of({ tenant, site: null }, PLATFORM);
}
