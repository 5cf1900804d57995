import type { Refusal } from "../../../../manifests/refusals/refusal.ts";
import { sha256Hex } from "../../../platform/keys/digest.ts";
import { auditRefusedCommand, isAudited } from "../../../control/records/audit.ts";
import type { LoggedInMember } from "../../../control/logins/logins.ts";
import { memberAt } from "../../auth/member.ts";
import type { Admitted } from "../guards/guard.ts";
import type { Route } from "../request/route.ts";

/**
 * Writes an audit row for a refused command. The digest covers only the address, because the body may contain a secret.
 */
export async function recordRefusal(
  { command, method, path }: Route,
  admitted: Admitted,
  error: unknown,
): Promise<void> {
  if (!command || !isAudited(error) || (isRehearsal(admitted) && error.code !== "FORBIDDEN")) return;
  const member = admitted.member ?? (await deniedMember(admitted, error));
  if (!member) return;
  const { env, requestId, segments, at } = admitted;
  const { tenant, site, identity } = member;
  const inputDigest = await sha256Hex(JSON.stringify([method, path, segments]));
  await auditRefusedCommand(env.DB, { tenant, site, identity, command, inputDigest, requestId, at });
}

/** Tells whether the request is a dry run. A dry run without the right is recorded all the same. */
const isRehearsal = ({ request }: Admitted): boolean => new URL(request.url).searchParams.get("dryRun") === "true";

/**
 * The member behind a FORBIDDEN refusal. The permission guard threw before it could return the member, so they are
 * looked up again.
 */
const deniedMember = async ({ request, env, place }: Admitted, { code }: Refusal): Promise<LoggedInMember | null> =>
  code === "FORBIDDEN" ? memberAt(request, env, place.route) : null;
