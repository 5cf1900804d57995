import { Refusal } from "../../../../manifests/refusal.ts";
import { can } from "../../../../runtime/permissions.ts";
import { memberAt } from "../../auth/member.ts";
import type { Guard } from "./guard.ts";

/** A member of the site this hostname belongs to, whose role allows it. Who is a member elsewhere is nobody here. */
export const permission: Guard = async ({ request, env, place: { route } }, { permission: wanted }) => {
  const member = await memberAt(request, env, route);
  if (!member) throw new Refusal("UNAUTHENTICATED");
  if (!can(member.role, wanted)) throw new Refusal("FORBIDDEN", { permission: wanted });
  return { member };
};
