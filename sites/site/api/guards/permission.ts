import { Refusal } from "../../../../manifests/refusal.ts";
import { can } from "../../../../runtime/permissions.ts";
import { resolveMember } from "../../auth/member.ts";
import type { Guard } from "./guard.ts";

/** A member of the site this hostname belongs to, whose role allows it. Who is a member elsewhere is nobody here. */
export const permission: Guard = async ({ request, env, place: { route } }, { permission: wanted }) => {
  const member = await resolveMember(request, env);
  if (!member || member.tenant !== route.tenant || member.site !== route.site) throw new Refusal("UNAUTHENTICATED");
  if (!can(member.role, wanted)) throw new Refusal("FORBIDDEN", { permission: wanted });
  return { member };
};
