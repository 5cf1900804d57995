import { auditStatement } from "../../../control/records/audit.ts";
import { sha256Hex } from "../../../platform/keys/digest.ts";
import type { ApiCall } from "../request/call.ts";
import type { SiteRef } from "../../../control/tenants/sites.ts";

/**
 * An audit row for the affected site, if a member acts from another site. The row for the member's own site is written
 * as usual.
 */
export async function auditElsewhere(
  { env, member, requestId, at }: ApiCall,
  { tenant, site }: SiteRef,
  command: string,
  id: string,
): Promise<D1PreparedStatement[]> {
  if (tenant === member.tenant && site === member.site) return [];
  const inputDigest = await sha256Hex(id);
  return [
    auditStatement(env.DB, {
      tenant,
      site,
      actor: `member:${member.identity}`,
      command,
      inputDigest,
      outcome: "done",
      requestId: `${requestId}:elsewhere`,
      at,
    }),
  ];
}
