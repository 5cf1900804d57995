import { SENDER_HEADER } from "../../../shared/senderHeader.ts";
import { Refusal } from "../../../../manifests/refusals/refusal.ts";
import type { LoggedInMember } from "../../auth/loggedInMember.ts";

/**
 * A page of the editor names the member it was opened for. All tabs of a browser share one login. So a page that is
 * still open would otherwise write in the name of the member who logged in after.
 */
export function requireSender({ headers }: Request, { identity }: LoggedInMember): void {
  const named = headers.get(SENDER_HEADER);
  if (named !== null && named !== identity) throw new Refusal("OTHER_MEMBER");
}
