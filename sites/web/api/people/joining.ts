import { MEMBERS_MAX } from "../../../../manifests/bounds/logins.ts";
import { Refusal } from "../../../../manifests/refusals/refusal.ts";
import { auditStatement } from "../../../control/audit.ts";
import { sha256Hex } from "../../../platform/keys/digest.ts";
import type { Identity } from "../../../platform/login/identify.ts";
import { countsAt } from "../../auth/invitationLinks.ts";
import type { Joining } from "../../auth/joinings.ts";
import { endJoining } from "../../auth/joinings.ts";
import { forgetMembers } from "../../auth/member.ts";
import { requireActive } from "../guards/tenantStatus.ts";
import { identityId } from "../../provisioning/records.ts";
import type { ApiRequest } from "../request/call.ts";

const IDENTITY = "INSERT OR IGNORE INTO identities (id, issuer, subject, created_at) VALUES (?, ?, ?, ?)";

/**
 * Takes the role from the link. If the link is invalid, the site is full or the browser's row is gone, the role would
 * be NULL. The column refuses that, and the whole batch rolls back.
 */
const MEMBERSHIP = `
  INSERT INTO memberships (tenant_id, site_id, identity_id, role, name, created_at)
  SELECT ?1, ?2, ?3, max(found.role), max(found.name), ?4 FROM (
    SELECT l.role AS role, l.name AS name FROM invitation_links l
    JOIN joinings j ON j.link_id = l.id JOIN tenants t ON t.id = l.tenant_id
    WHERE l.id = ?5 AND l.tenant_id = ?1 AND l.site_id = ?2 AND j.id = ?6 AND j.issuer = ?7 AND j.subject = ?8
      AND j.expires_at > ?4 AND t.status = 'active' AND ${countsAt("?4")}
      AND (SELECT count(*) FROM memberships WHERE tenant_id = ?1 AND site_id = ?2) < ?9) AS found`;
const USE = "UPDATE invitation_links SET used_at = ?2, used_by = ?3 WHERE id = ?1";

/**
 * Makes the person who opened a link a member and uses the link up, in one transaction. Answers the member's identity.
 * If two people use one link, only one joins.
 */
export async function joinSite(
  { env, place, requestId, at }: ApiRequest,
  { id, link }: Joining,
  { issuer, subject }: Identity,
): Promise<string> {
  const { tenant, site, status } = place.route;
  requireActive(status);
  const identity = await identityId(issuer, subject);
  const { DB } = env;
  const member = DB.prepare(MEMBERSHIP);
  await DB.batch([
    DB.prepare(IDENTITY).bind(identity, issuer, subject, at),
    member.bind(tenant, site, identity, at, link, id, issuer, subject, MEMBERS_MAX),
    DB.prepare(USE).bind(link, at, identity),
    endJoining(env, id),
    auditStatement(DB, {
      tenant,
      site,
      actor: `member:${identity}`,
      command: "member.join",
      inputDigest: await sha256Hex(link),
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
