import { controlSubject } from "../../../../runtime/commands/subject.ts";
import { Refusal } from "../../../../manifests/refusals/refusal.ts";
import { expectValue } from "../../../../runtime/commands/answer.ts";
import { type Needed, type Role, can } from "../../../../runtime/commands/permissions.ts";
import { outsideLanguages } from "../../../../runtime/commands/memberLanguages.ts";
import type { RateLimitState } from "../../../../runtime/tenancy/rateLimits.ts";
import type { TenantStatus } from "../../../../runtime/tenancy/tenant.ts";
import { type AuditEntry, auditStatement } from "../../../control/records/audit.ts";
import {
  type Claim,
  type StoredClaim,
  claimOf,
  findClaim,
  recordClaim,
  storedAnswer,
  sweepClaims,
} from "../../../control/records/claims.ts";
import type { Condition } from "../../../control/sql/condition.ts";
import { type ActingMember, findActor, isStillActor } from "../../../control/people/members.ts";
import { sha256Hex } from "../../../platform/keys/digest.ts";
import type { ApiCall } from "../request/call.ts";
import { requireActive } from "../guards/tenantStatus.ts";
import type { ApiReply, Route } from "../request/route.ts";
import { isWritten, untilWritten } from "./attempts.ts";

/**
 * The outcome of a control-plane command. Its writes happen only if the records have not changed since the decision.
 */
export interface ControlDecision {
  readonly output: object;
  /**
   * Members of the answer that only the first answer has, such as a secret. A replay answers `output` without them,
   * because nothing stores them.
   */
  readonly once?: object;
  readonly condition: Condition;
  readonly effects: readonly D1PreparedStatement[];
  /** Drops cached copies of the changed records. A failure does not undo the command. */
  forget(): void | Promise<void>;
}

type ControlRoute = Pick<Route, "command" | "permission" | "limits">;
/** Decides what to write. `role` is the actor's present role. */
type Decide = (role: Role) => Promise<ControlDecision>;

interface Occasion {
  readonly route: ControlRoute & { readonly command: string };
  readonly call: ApiCall;
  readonly claim: Claim;
}

/**
 * Runs claim, effects and audit row as one transaction. The batch checks the records of the decision again. If another
 * command changed them meanwhile, nothing is written and the decision is made again.
 */
export async function runControl(route: Occasion["route"], call: ApiCall, decide: Decide): Promise<ApiReply> {
  const standing = await spend(route, call);
  await requireUnlimited(route, call);
  const inputDigest = await sha256Hex(JSON.stringify([call.params, call.body ?? null]));
  const occasion = { route, call, claim: claimOf(call.member, route.command, call.key, inputDigest) };
  const done = await untilWritten(() => once(occasion, decide));
  return { ...done, version: null, standing };
}

async function spend({ limits }: ControlRoute, { workspace, member }: ApiCall): Promise<RateLimitState | null> {
  return limits.rate ? expectValue(await workspace.spend(limits.rate, actorOf(member.identity))) : null;
}

/**
 * Refuses a member who is limited to languages, except for their own account. Otherwise they could bring in a member
 * without a limit. An owner may, because only owners take limits of owners away.
 */
async function requireUnlimited(
  { command, permission }: Occasion["route"],
  { workspace, member: { site, identity, role } }: ApiCall,
): Promise<void> {
  if (permission === "site.read" || role === "owner") return;
  const { items } = expectValue(await workspace.read("members.languages", site));
  const limit = items.find(({ member }) => member === identity);
  if (limit) throw outsideLanguages(limit.languages, command);
}

const actorOf = (identity: string): string => `member:${identity}`;

async function once(occasion: Occasion, decide: Decide): Promise<Pick<ApiReply, "json" | "replayed"> | undefined> {
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
  await decision.forget();
  return { json: JSON.stringify({ ...decision.output, ...decision.once }), replayed: false };
}

interface ActorNow {
  readonly stored: StoredClaim | undefined;
  readonly role: Role | undefined;
  readonly status: TenantStatus | undefined;
}

/**
 * Reads from the database and not from the isolate's cache, which may be seconds old, because this command may revoke a
 * right.
 */
async function lookUp({ call: { env, member }, claim }: Occasion): Promise<ActorNow> {
  const [claims, actors] = await env.DB.batch([findClaim(env.DB, claim), findActor(env.DB, member)]);
  const [actor] = (actors?.results ?? []) as ActingMember[];
  const [stored] = (claims?.results ?? []) as StoredClaim[];
  return { stored, role: actor?.role, status: actor?.status };
}

function allowedRole(permission: Needed, { role, status }: ActorNow): Role {
  if (!role || !status || !can(role, permission)) throw new Refusal("FORBIDDEN");
  requireActive(status);
  return role;
}

/** Commits a decision; false if the records have changed since it was made. */
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
  return isWritten(env.DB, [
    recordClaim(env.DB, claim, json, at, [isStillActor(member, role), condition]),
    ...effects,
    auditStatement(env.DB, entryOf(occasion, "done")),
    sweepClaims(env.DB, at),
  ]);
}

const entryOf = (
  { route, call: { member, requestId, at, params, body }, claim }: Occasion,
  outcome: AuditEntry["outcome"],
  about = controlSubject(params, body),
): AuditEntry => ({
  tenant: member.tenant,
  site: member.site,
  actor: actorOf(member.identity),
  command: route.command,
  inputDigest: claim.inputDigest,
  outcome,
  requestId,
  at,
  ...(about === undefined ? {} : { about }),
});
