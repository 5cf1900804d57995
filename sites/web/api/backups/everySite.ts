import { Refusal } from "../../../../manifests/refusals/refusal.ts";
import { ROLES, can } from "../../../../runtime/commands/permissions.ts";
import { hasRoleEverywhere } from "../../../control/people/members.ts";
import type { ApiCall } from "../request/call.ts";

const MANAGING = ROLES.filter((role) => can(role, "backups.manage"));

/** Requires the permission for backups at every site of the tenant, because an archive contains all of them. */
export async function requireEverySite({
  env,
  member: { tenant, identity },
}: Pick<ApiCall, "env" | "member">): Promise<void> {
  if (!(await hasRoleEverywhere(env.DB, tenant, identity, MANAGING)))
    throw new Refusal("FORBIDDEN", {
      reason: "An archive holds every site of this tenant, and you may not manage the backups of all of them.",
    });
}
