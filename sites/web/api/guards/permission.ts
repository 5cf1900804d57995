import { Refusal } from "../../../../manifests/refusals/refusal.ts";
import { can } from "../../../../runtime/commands/permissions.ts";
import { memberAt } from "../../auth/member.ts";
import type { Guard } from "./guard.ts";
import { SENDER_HEADER } from "../../../requests/senderHeader.ts";
import type { LoggedInMember } from "../../../control/logins/logins.ts";

/** Requires a member of this hostname's site with the permission. A login at another site does not count. */
export const permission: Guard = async ({ request, env, place: { route } }, { permission: wanted }) => {
  const member = await memberAt(request, env, route);
  if (!member) throw new Refusal("UNAUTHENTICATED");
  requireSender(request, member);
  if (!can(member.role, wanted)) throw new Refusal("FORBIDDEN", { permission: wanted });
  return { member };
};

/**
 * Refuses a request that names another member than the logged-in one. All tabs of a browser share one login, so a page
 * that is still open could otherwise write in the name of the next member.
 */
function requireSender({ headers }: Request, { identity }: LoggedInMember): void {
  const named = headers.get(SENDER_HEADER);
  if (named !== null && named !== identity) throw new Refusal("OTHER_MEMBER");
}
