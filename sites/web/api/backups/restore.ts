import type * as z from "zod/mini";
import { expectValue } from "../../../../runtime/commands/answer.ts";
import { actorNamed } from "../../../../runtime/area/actor.ts";
import type { RestoredView, restoreRequest } from "../../../../runtime/backups/views.ts";
import type { Env } from "../../powers/env.ts";
import { listHostnames } from "../../../control/tenants/hostnames.ts";
import type { OperatorAudit } from "../hostnames/verify.ts";
import { tenantRecord } from "../../../control/tenants/tenants.ts";
import { PLATFORM } from "../../powers/powers.ts";

/**
 * Restores a backup into a tenant's empty workspace. An archive has no members, hostnames or tenant status, so the
 * workspace gets the present ones. The status goes first, because overdue schedules publish as soon as it allows them
 * to.
 */
export async function restoreWorkspace(
  env: Env,
  tenant: string,
  { kind = "backups", ...asked }: z.infer<typeof restoreRequest>,
  { actor, requestId }: OperatorAudit,
): Promise<RestoredView> {
  const { status, sites } = await tenantRecord(env.DB, tenant);
  const workspace = env.WORKSPACES.of({ tenant, site: null }, PLATFORM);
  expectValue(await workspace.setStatus(status));
  const restored = expectValue(
    await workspace.restore({ ...asked, kind, tenant, sites, actor: actorNamed(actor), requestId }),
  );
  for (const site of restored.sites) {
    expectValue(await workspace.setHostnames(site, await listHostnames(env.DB, { tenant, site })));
  }
  return restored;
}
