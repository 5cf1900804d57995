/** The operator's way to the members of a site, for a site that no owner can manage any more. */
import { LIST_ROWS } from "../../../../manifests/bounds/api.ts";
import { INVITATION_LINK_DAYS, MEMBERS_MAX } from "../../../../manifests/bounds/logins.ts";
import { Refusal } from "../../../../manifests/refusals/refusal.ts";
import type { Role } from "../../../../runtime/commands/permissions.ts";
import { expectValue } from "../../../../runtime/commands/answer.ts";
import { endGrants } from "../../../control/agents/agentGrants.ts";
import { stopLoginsAt } from "../../../control/logins/logins.ts";
import { addIdentity, findIdentityId } from "../../../control/people/identities.ts";
import { OPERATOR_MAKER, addLink, takeBackAllLinks, takeBackLinks } from "../../../control/people/invitations.ts";
import {
  type MemberRecord,
  addMember,
  changeMember,
  countMembers,
  findMemberRecord,
  hasOwner,
  hasRoom,
  holdsRole,
  isAbsent,
  membersAfter,
  removeMembership,
} from "../../../control/people/members.ts";
import { type AuditEntry, auditStatement, auditWhile } from "../../../control/records/audit.ts";
import { type Condition, both } from "../../../control/sql/condition.ts";
import { findPrimaryHostname } from "../../../control/tenants/hostnames.ts";
import { type SiteRef, isKnownSite } from "../../../control/tenants/sites.ts";
import { sha256Hex } from "../../../platform/keys/digest.ts";
import { newSecret } from "../../../platform/login/secret.ts";
import { linkOf } from "../../auth/joinings.ts";
import { forgetMembers } from "../../auth/member.ts";
import { recheckLive } from "../../auth/recheckLive.ts";
import { originOf } from "../../http/origin.ts";
import type { Env } from "../../powers/env.ts";
import { PLATFORM } from "../../powers/powers.ts";
import { isWritten, untilWritten } from "../control/attempts.ts";
import type { Invitation } from "../people/commands.ts";
import { type Cursor, writeCursor } from "../request/cursor.ts";
import type { OperatorCall } from "./route.ts";

const START: Cursor = [-1, ""];

/** The site of a call. */
async function requireKnownSite({ env, params }: OperatorCall): Promise<SiteRef> {
  const ref = { tenant: params["tenant"] ?? "", site: params["site"] ?? "" };
  if (!(await isKnownSite(env.DB, ref))) throw new Refusal("NOT_FOUND");
  return ref;
}

export async function listSiteMembers(call: OperatorCall): Promise<object> {
  const ref = await requireKnownSite(call);
  const found = await membersAfter(call.env.DB, ref, call.cursor ?? START, LIST_ROWS + 1);
  const items = found.slice(0, LIST_ROWS);
  const last = found.length > LIST_ROWS ? items.at(-1) : undefined;
  return { items, cursor: last ? writeCursor([last.createdAt, last.id]) : null };
}

/** The id of the member that a call names. */
const memberIn = ({ params }: OperatorCall): string => params["member"] ?? "";

type MemberCommand = "member.invite" | "member.role" | "member.remove";

/**
 * A change of one member as the operator decided it. Others may change the same member meanwhile: then nothing is
 * written, and the operator's call decides again.
 */
interface MemberChange {
  readonly ref: SiteRef;
  readonly id: string;
  readonly before: MemberRecord | null;
  readonly after: MemberRecord | null;
}

const isSame = ({ before, after }: MemberChange): boolean => before?.role === after?.role;

async function write(
  { env: { DB }, audit }: OperatorCall,
  command: MemberCommand,
  change: MemberChange,
  effects: readonly D1PreparedStatement[],
  also?: Condition,
): Promise<boolean> {
  const { ref, id, before } = change;
  const held = before ? holdsRole(ref, before) : isAbsent(ref, id);
  const outcome = isSame(change) ? "replayed" : "done";
  const entry: AuditEntry = { ...audit, ...ref, command, outcome, about: { member: id } };
  return isWritten(DB, [auditWhile(DB, entry, also ? both(held, also) : held), ...effects]);
}

/** Adds a member. A repeated request changes nothing; another role is refused. */
export async function putMember(call: OperatorCall<Invitation>): Promise<object> {
  const ref = await requireKnownSite(call);
  const { issuer, subject, role, name = null } = call.body;
  const id = await findIdentityId(call.env.DB, issuer, subject);
  const wanted: MemberRecord = { id, issuer, subject, role, name, createdAt: call.audit.at };
  return untilWritten(() => putOnce(call, ref, wanted));
}

async function putOnce(call: OperatorCall, ref: SiteRef, wanted: MemberRecord): Promise<object | undefined> {
  const { DB } = call.env;
  const before = await findMemberRecord(DB, ref, wanted.id);
  if (before && before.role !== wanted.role)
    throw new Refusal("CONFLICT", {
      conflict: "member_exists",
      reason: `This identity is a member already, with the role ${before.role}.`,
    });
  if (!before && (await countMembers(DB, ref)) >= MEMBERS_MAX)
    throw new Refusal("CONFLICT", { conflict: "members_full", reason: `A site has at most ${MEMBERS_MAX} members.` });
  const member = before ?? wanted;
  const change = { ref, id: member.id, before, after: member };
  const effects = [addIdentity(DB, member, member.createdAt), addMember(DB, ref, member)];
  const room = hasRoom(ref, MEMBERS_MAX);
  const isDone = await (before
    ? write(call, "member.invite", change, [])
    : write(call, "member.invite", change, effects, room));
  return isDone ? { member, changed: before === null } : undefined;
}

/** Gives a member another role, also the last owner. */
export async function putRole(call: OperatorCall<{ readonly role: Role }>): Promise<object> {
  const ref = await requireKnownSite(call);
  return untilWritten(() => roleOnce(call, ref));
}

async function roleOnce(call: OperatorCall<{ readonly role: Role }>, ref: SiteRef): Promise<object | undefined> {
  const { env, body, audit } = call;
  const { DB } = env;
  const before = await findMemberRecord(DB, ref, memberIn(call));
  if (!before) throw new Refusal("NOT_FOUND");
  const member = { ...before, role: body.role };
  const isDone = await write(call, "member.role", { ref, id: before.id, before, after: member }, [
    endOwnerLinks(DB, ref, audit.at),
    changeMember(DB, ref, before.id, body.role),
    takeBackLinks(DB, ref, before.id, audit.at),
  ]);
  if (!isDone) return undefined;
  await forget(env, ref, before.id);
  return { member, changed: before.role !== body.role };
}

/** Removes a member with their logins, agents and links, also the last owner. A repeated request finishes the first. */
export async function dropMember(call: OperatorCall): Promise<object> {
  const { env } = call;
  const ref = await requireKnownSite(call);
  const id = memberIn(call);
  const dropped = await untilWritten(() => dropOnce(call, ref, id));
  await forget(env, ref, id);
  expectValue(await env.WORKSPACES.of(ref, PLATFORM).endMembership(ref.site, id));
  return dropped;
}

async function dropOnce(call: OperatorCall, ref: SiteRef, id: string): Promise<object | undefined> {
  const { env, audit } = call;
  const { DB } = env;
  const before = await findMemberRecord(DB, ref, id);
  const isDone = await write(call, "member.remove", { ref, id, before, after: null }, [
    endOwnerLinks(DB, ref, audit.at),
    removeMembership(DB, ref, id),
    takeBackLinks(DB, ref, id, audit.at),
    stopLoginsAt(DB, ref, id, audit.at),
    endGrants(DB, { identity: id, site: ref }),
  ]);
  return isDone ? { member: before, changed: before !== null } : undefined;
}

/**
 * Ends an operator's links that the present owners have made useless. The statement must precede the one that may take
 * the last owner away, because such a link would then count again.
 */
const endOwnerLinks = (DB: D1Database, ref: SiteRef, at: number): D1PreparedStatement =>
  takeBackLinks(DB, ref, OPERATOR_MAKER.id, at);

async function forget(env: Env, { tenant, site }: SiteRef, id: string): Promise<void> {
  forgetMembers((known) => known.tenant === tenant && known.site === site && known.identity === id);
  await recheckLive(env, [tenant]);
}

const DAY_MS = 86_400_000;

/**
 * Makes a link by which one person becomes the owner of a site without owners. It ends as soon as the
 * site has an owner by any way, and with the next such link. Only this answer has its address.
 */
export async function makeOwnerLink(call: OperatorCall): Promise<object> {
  const { env, request, audit } = call;
  const { DB } = env;
  const ref = await requireKnownSite(call);
  const primary = await findPrimaryHostname(DB, ref).first<{ hostname: string }>();
  if (!primary) throw new Refusal("NOT_FOUND");
  if (await hasOwner(DB, ref))
    throw new Refusal("CONFLICT", {
      conflict: "site_owned",
      reason: "This site has an owner, who can invite others. Remove the owner first if they are gone.",
    });
  const secret = newSecret();
  const expiresAt = audit.at + INVITATION_LINK_DAYS * DAY_MS;
  await DB.batch([
    addIdentity(DB, OPERATOR_MAKER, audit.at),
    takeBackAllLinks(DB, ref, OPERATOR_MAKER.id, audit.at),
    addLink(DB, ref, {
      id: await sha256Hex(secret),
      role: "owner",
      name: null,
      maker: OPERATOR_MAKER.id,
      createdAt: audit.at,
      expiresAt,
      state: "open",
      usedAt: null,
      usedBy: null,
    }),
    auditStatement(DB, { ...audit, ...ref, command: "member.link", outcome: "done" }),
  ]);
  return { address: linkOf(originOf(primary.hostname, new URL(request.url)), secret), expiresAt };
}
