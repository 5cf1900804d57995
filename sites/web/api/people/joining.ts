import { Refusal } from "../../../../manifests/refusals/refusal.ts";
import { auditStatement } from "../../../control/records/audit.ts";
import { sha256Hex } from "../../../platform/keys/digest.ts";
import type { Identity } from "../../../platform/login/identify.ts";
import { addIdentity, findIdentityId } from "../../../control/people/identities.ts";
import { takeLink } from "../../../control/people/invitations.ts";
import { type Joining, addInvited, endJoining } from "../../../control/people/joinings.ts";
import { forgetMembers } from "../../auth/member.ts";
import { requireActive } from "../guards/tenantStatus.ts";
import type { ApiRequest } from "../request/call.ts";

/**
 * Makes the person who opened a link a member and uses the link up, in one transaction. Answers the member's identity.
 * If two people use one link, only one joins.
 */
export async function joinSite(
  { env, place, requestId, at }: ApiRequest,
  joining: Joining,
  person: Identity,
): Promise<string> {
  const { tenant, site, status } = place.route;
  requireActive(status);
  const identity = await findIdentityId(env.DB, person.issuer, person.subject);
  const { DB } = env;
  await DB.batch([
    addIdentity(DB, { ...person, id: identity }, at),
    addInvited(DB, { tenant, site, identity }, joining, person, at),
    takeLink(DB, joining.link, identity, at),
    endJoining(DB, joining.id),
    auditStatement(DB, {
      tenant,
      site,
      actor: `member:${identity}`,
      command: "member.join",
      inputDigest: await sha256Hex(joining.link),
      outcome: "done",
      requestId,
      at,
    }),
  ]).catch((error: unknown) => {
    throw /constraint failed/i.test(String(error)) ? new Refusal("INVITATION_OVER") : error;
  });
  forgetMembers((known) => known.identity === identity);
  return identity;
}
