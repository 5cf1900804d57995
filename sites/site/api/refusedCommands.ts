import { REFUSALS_AUDITED, REFUSALS_AUDITED_MS } from "../../../manifests/bounds.ts";
import type { RefusalCode } from "../../../manifests/refusal.ts";
import { Refusal } from "../../../manifests/refusal.ts";
import { auditRefusal } from "../../shared/audit.ts";
import { digestOf } from "../../shared/digest.ts";
import type { Member } from "../auth/logins.ts";
import { memberAt } from "../auth/member.ts";
import type { Admitted } from "./guards/guard.ts";
import type { Route } from "./routes/route.ts";

/** Nobody was denied anything: the member was late, or asks again. A flood that is limited already leaves no rows. */
const UNTOLD: ReadonlySet<RefusalCode> = new Set<RefusalCode>(["RATE_LIMITED", "STALE_VERSION", "VERSION_REQUIRED", "IDEMPOTENCY_IN_PROGRESS", "TOO_SLOW"]);

const COUNT = `
  SELECT count(*) AS n FROM (
    SELECT 1 FROM audit WHERE tenant_id = ? AND site_id = ? AND at > ? AND actor = ? AND outcome = 'refused' LIMIT ?)`;

/**
 * Leaves an audit row of a command that a member was refused, so that somebody who tries what they may not do is seen.
 * The digest is of the address alone: the body of a refused command may hold a secret that nothing has keyed yet.
 */
export async function recordRefusal({ command, method, path }: Route, admitted: Admitted, error: unknown): Promise<void> {
  if (!command || !(error instanceof Refusal) || UNTOLD.has(error.code)) return;
  const member = admitted.member ?? (await deniedMember(admitted, error));
  if (!member) return;
  const { env, requestId, segments, at } = admitted;
  const { tenant, site, identity } = member;
  const actor = `member:${identity}`;
  const before = await env.DB.prepare(COUNT).bind(tenant, site, at - REFUSALS_AUDITED_MS, actor, REFUSALS_AUDITED).first<{ n: number }>();
  if ((before?.n ?? 0) >= REFUSALS_AUDITED) return;
  const inputDigest = await digestOf(JSON.stringify([method, path, segments]));
  await auditRefusal(env.DB, { tenant, site, actor, command, inputDigest, outcome: "refused", requestId, at }).run();
}

/** The guard that asked for the permission knew who it was and told nobody. */
const deniedMember = async ({ request, env, place }: Admitted, { code }: Refusal): Promise<Member | null> =>
  code === "FORBIDDEN" ? memberAt(request, env, place.route) : null;
