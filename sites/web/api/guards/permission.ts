import { Refusal } from "../../../../manifests/refusals/refusal.ts";
import { can } from "../../../../runtime/commands/permissions.ts";
import { memberAt } from "../../auth/member.ts";
import type { Guard } from "./guard.ts";
import { requireSender } from "./sender.ts";

/** Requires a member of this hostname's site with the permission. A login at another site does not count. */
export const permission: Guard = async ({ request, env, place: { route } }, { permission: wanted }) => {
  const member = await memberAt(request, env, route);
  if (!member) throw new Refusal("UNAUTHENTICATED");
  requireSender(request, member);
  if (!can(member.role, wanted)) throw new Refusal("FORBIDDEN", { permission: wanted });
  return { member };
};
