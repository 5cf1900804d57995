import { Refusal } from "../../../../manifests/refusals/refusal.ts";
import { ROLES, can } from "../../../../runtime/commands/permissions.ts";
import type { ApiCall } from "../request/call.ts";

const MANAGING = JSON.stringify(ROLES.filter((role) => can(role, "backups.manage")));

const OTHERS = `
  SELECT 1 FROM sites s WHERE s.tenant_id = ? AND NOT EXISTS (
    SELECT 1 FROM memberships m WHERE m.tenant_id = s.tenant_id AND m.site_id = s.id AND m.identity_id = ?
      AND m.role IN (SELECT value FROM json_each(?))) LIMIT 1`;

/** Requires the permission for backups at every site of the tenant, because an archive contains all of them. */
export async function requireEverySite({
  env,
  member: { tenant, identity },
}: Pick<ApiCall, "env" | "member">): Promise<void> {
  const other = await env.DB.prepare(OTHERS).bind(tenant, identity, MANAGING).first();
  if (other)
    throw new Refusal("FORBIDDEN", {
      reason: "An archive holds every site of this tenant, and you may not manage the backups of all of them.",
    });
}
