import { SENDER_HEADER } from "../../../requests/senderHeader.ts";
import { Refusal } from "../../../../manifests/refusals/refusal.ts";
import type { LoggedInMember } from "../../powers/loggedInMember.ts";

/**
 * Refuses a request that names another member than the logged-in one. All tabs of a browser share one login, so a page
 * that is still open could otherwise write in the name of the next member.
 */
export function requireSender({ headers }: Request, { identity }: LoggedInMember): void {
  const named = headers.get(SENDER_HEADER);
  if (named !== null && named !== identity) throw new Refusal("OTHER_MEMBER");
}
