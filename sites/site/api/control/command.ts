import { CONTROL_ATTEMPTS } from "../../../../manifests/bounds.ts";
import { Refusal } from "../../../../manifests/refusal.ts";
import { expectValue } from "../../../../runtime/answer.ts";
import type { Needed, Role } from "../../../../runtime/permissions.ts";
import { can } from "../../../../runtime/permissions.ts";
import type { Standing } from "../../../../runtime/rateLimits.ts";
import type { TenantStatus } from "../../public/routing.ts";
import type { AuditEntry } from "../../../shared/audit.ts";
import { auditStatement } from "../../../shared/audit.ts";
import { digestOf } from "../../../shared/digest.ts";
import type { Call } from "../call.ts";
import { requireActive } from "../guards/tenantStatus.ts";
import type { Reply, Route } from "../routes/route.ts";
import type { Claim, Condition, StoredClaim } from "./claims.ts";
import { claimOf, findClaim, recordClaim, storedAnswer, sweepClaims } from "./claims.ts";

/** What a command of the control plane does to the records, if they are still as they were when it was decided. */
export interface ControlDecision {
  readonly output: object;
  readonly condition: Condition;
  readonly effects: readonly D1PreparedStatement[];
  /** What this isolate has to forget when it is done. */
  forget(): void;
}

type ControlRoute = Pick<Route, "command" | "permission" | "limits">;
/** `role` is the one the actor has now. */
type Decide = (role: Role) => Promise<ControlDecision>;

interface Occasion {
  readonly route: ControlRoute & { readonly command: string };
  readonly call: Call;
  readonly claim: Claim;
}

/**
 * Claim, effect and audit row are one batch, which the database runs as one transaction. What the decision was made of
 * is checked again in it; if somebody was quicker, nothing has happened, and the decision is made anew.
 */
export async function runControl(route: Occasion["route"], call: Call, decide: Decide): Promise<Reply> {
  const standing = await spend(route, call);
  const inputDigest = await digestOf(JSON.stringify([call.params, call.body ?? null]));
  const occasion = { route, call, claim: claimOf(call.member, route.command, call.key, inputDigest) };
  for (let attempt = 0; attempt < CONTROL_ATTEMPTS; attempt++) {
    const done = await once(occasion, decide);
    if (done) return { ...done, version: null, standing };
  }
  throw new Refusal("CONFLICT", { reason: "Others keep changing the same records; try again." });
}

async function spend({ limits }: ControlRoute, { workspace, member }: Call): Promise<Standing | null> {
  return limits.rate ? expectValue(await workspace.spend(limits.rate, actorOf(member.identity))) : null;
}

const actorOf = (identity: string): string => `member:${identity}`;

async function once(occasion: Occasion, decide: Decide): Promise<Pick<Reply, "json" | "replayed"> | undefined> {
  const { call, claim } = occasion;
  const actor = await lookUp(occasion);
  const stored = storedAnswer(claim, actor.stored);
  if (stored !== undefined) {
    await auditStatement(call.env.DB, entryOf(occasion, "replayed")).run();
    return { json: stored, replayed: true };
  }
  const role = allowedRole(occasion.route.permission, actor);
  const decision = await decide(role);
  const json = JSON.stringify(decision.output);
  if (!(await commit(occasion, role, decision, json))) return undefined;
  decision.forget();
  return { json, replayed: false };
}

interface ActorNow {
  readonly stored: StoredClaim | undefined;
  readonly role: Role | undefined;
  readonly status: TenantStatus | undefined;
}

const ACTOR = `
  SELECT m.role AS role, t.status AS status FROM memberships m JOIN tenants t ON t.id = m.tenant_id
  WHERE m.tenant_id = ? AND m.site_id = ? AND m.identity_id = ?`;

/** From the database itself: what an isolate remembers may be seconds old, and here somebody may lose a right. */
async function lookUp({ call: { env, member }, claim }: Occasion): Promise<ActorNow> {
  const [claims, actors] = await env.DB.batch([
    findClaim(env.DB, claim),
    env.DB.prepare(ACTOR).bind(member.tenant, member.site, member.identity),
  ]);
  const [actor] = (actors?.results ?? []) as { role: Role; status: TenantStatus }[];
  const [stored] = (claims?.results ?? []) as StoredClaim[];
  return { stored, role: actor?.role, status: actor?.status };
}

function allowedRole(permission: Needed, { role, status }: ActorNow): Role {
  if (!role || !status || !can(role, permission)) throw new Refusal("FORBIDDEN");
  requireActive(status);
  return role;
}

/** False when the records are no longer what the decision was made of. */
async function commit(
  occasion: Occasion,
  role: Role,
  { condition, effects }: ControlDecision,
  json: string,
): Promise<boolean> {
  const {
    call: { env, member, at },
    claim,
  } = occasion;
  const stillActor: Condition = {
    sql: `EXISTS (SELECT 1 FROM memberships m JOIN tenants t ON t.id = m.tenant_id
      WHERE m.tenant_id = ? AND m.site_id = ? AND m.identity_id = ? AND m.role = ? AND t.status = 'active')`,
    values: [member.tenant, member.site, member.identity, role],
  };
  try {
    await env.DB.batch([
      recordClaim(env.DB, claim, json, at, [stillActor, condition]),
      ...effects,
      auditStatement(env.DB, entryOf(occasion, "done")),
      sweepClaims(env.DB, at),
    ]);
    return true;
  } catch (error) {
    if (/constraint failed/i.test(String(error))) return false;
    throw error;
  }
}

const entryOf = (
  { route, call: { member, requestId, at }, claim }: Occasion,
  outcome: AuditEntry["outcome"],
): AuditEntry => ({
  tenant: member.tenant,
  site: member.site,
  actor: actorOf(member.identity),
  command: route.command,
  inputDigest: claim.inputDigest,
  outcome,
  requestId,
  at,
});
