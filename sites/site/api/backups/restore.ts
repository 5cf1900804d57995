import type * as z from "zod/mini";
import { Refusal } from "../../../../manifests/refusal.ts";
import { expectValue } from "../../../../runtime/answer.ts";
import { actorNamed } from "../../../../runtime/actor.ts";
import type { RestoredView, restoreRequest } from "../../../../runtime/backups/views.ts";
import type { Env } from "../../env.ts";
import { workspaceOf } from "../../env.ts";
import { hostnamesOf } from "../../provisioning/controlPlane.ts";
import type { OperatorAudit } from "../hostnames/verify.ts";

const SITES = "SELECT t.id AS tenant, s.id AS site FROM tenants t LEFT JOIN sites s ON s.tenant_id = t.id WHERE t.id = ? ORDER BY s.id";

/**
 * Puts a backup into a tenant's empty workspace. People, hostnames and the tenant's status are records of the control
 * plane, which an archive does not have and this does not change; the sites are told the names they have there now.
 */
export async function restoreTenant(
  env: Env,
  tenant: string,
  { kind = "backups", ...asked }: z.infer<typeof restoreRequest>,
  { actor, requestId }: OperatorAudit,
): Promise<RestoredView> {
  const { results } = await env.DB.prepare(SITES).bind(tenant).all<{ site: string | null }>();
  if (results.length === 0) throw new Refusal("NOT_FOUND");
  const sites = results.flatMap(({ site }) => (site === null ? [] : [site]));
  const workspace = workspaceOf(env, tenant);
  const restored = expectValue(await workspace.restore({ ...asked, kind, tenant, sites, actor: actorNamed(actor), requestId }));
  for (const site of restored.sites) {
    expectValue(await workspace.setHostnames(site, await hostnamesOf(env.DB, { tenant: { id: tenant }, site: { id: site } })));
  }
  return restored;
}
