/** The operator's way to the members of a site, for a site that no owner can manage any more. */
import { LIST_ROWS } from "../../../../manifests/bounds/api.ts";
import { INVITATION_LINK_DAYS, MEMBERS_MAX } from "../../../../manifests/bounds/logins.ts";
import { Refusal } from "../../../../manifests/refusals/refusal.ts";
import type { Role } from "../../../../runtime/commands/permissions.ts";
import { expectValue } from "../../../../runtime/commands/answer.ts";
import { endGrants } from "../../../control/agents/agentGrants.ts";
import { stopLoginsAt } from "../../../control/logins/logins.ts";
import { addIdentity, identityId } from "../../../control/people/identities.ts";
import { OPERATOR_MAKER, addLink, takeBackAllLinks, takeBackLinks } from "../../../control/people/invitations.ts";
import {
  type MemberRecord,
  addMember,
  changeMember,
  countMembers,
  findMemberRecord,
  hasOwner,
  membersAfter,
  removeMembership,
} from "../../../control/people/members.ts";
import { type AuditEntry, auditStatement } from "../../../control/records/audit.ts";
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
import type { OperatorAudit } from "../hostnames/verify.ts";
import type { Invitation } from "../people/commands.ts";
import { type Cursor, writeCursor } from "../request/cursor.ts";
import type { OperatorCall } from "./route.ts";

const START: Cursor = [-1, ""];

/** The site of a call. */
async function siteOf({ env, params }: OperatorCall): Promise<SiteRef> {
  const ref = { tenant: params["tenant"] ?? "", site: params["site"] ?? "" };
  if (!(await isKnownSite(env.DB, ref))) throw new Refusal("NOT_FOUND");
  return ref;
}

export async function listSiteMembers(call: OperatorCall): Promise<object> {
  const ref = await siteOf(call);
  const found = await membersAfter(call.env.DB, ref, call.cursor ?? START, LIST_ROWS + 1);
  const items = found.slice(0, LIST_ROWS);
  const last = found.length > LIST_ROWS ? items.at(-1) : undefined;
  return { items, cursor: last ? writeCursor([last.createdAt, last.id]) : null };
}

const entryOf = (
  ref: SiteRef,
  audit: OperatorAudit,
  command: "member.invite" | "member.role" | "member.remove" | "member.link",
  changed: boolean,
): AuditEntry => ({ ...audit, ...ref, command, outcome: changed ? "done" : "replayed" });

/** The member that a call names. */
async function memberOf({ env, params }: OperatorCall, ref: SiteRef): Promise<MemberRecord | null> {
  return findMemberRecord(env.DB, ref, params["member"] ?? "");
}

/** Adds a member. A repeated request changes nothing; another role is refused. */
export async function putMember(call: OperatorCall<Invitation>): Promise<object> {
  const { env, body, audit } = call;
  const { DB } = env;
  const ref = await siteOf(call);
  const { issuer, subject, role, name = null } = body;
  const id = await identityId(issuer, subject);
  const before = await findMemberRecord(DB, ref, id);
  if (before && before.role !== role)
    throw new Refusal("CONFLICT", {
      conflict: "member_exists",
      reason: `This identity is a member already, with the role ${before.role}.`,
    });
  if (!before && (await countMembers(DB, ref)) >= MEMBERS_MAX)
    throw new Refusal("CONFLICT", { conflict: "members_full", reason: `A site has at most ${MEMBERS_MAX} members.` });
  const member = before ?? { id, issuer, subject, role, name, createdAt: audit.at };
  await DB.batch([
    ...(before ? [] : [addIdentity(DB, member, audit.at), addMember(DB, ref, member)]),
    auditStatement(DB, entryOf(ref, audit, "member.invite", before === null)),
  ]);
  return { member, changed: before === null };
}

/** Gives a member another role, also the last owner. */
export async function putRole(call: OperatorCall<{ readonly role: Role }>): Promise<object> {
  const { env, body, audit } = call;
  const { DB } = env;
  const ref = await siteOf(call);
  const before = await memberOf(call, ref);
  if (!before) throw new Refusal("NOT_FOUND");
  const changed = before.role !== body.role;
  await DB.batch([
    changeMember(DB, ref, before.id, body.role),
    takeBackLinks(DB, ref, before.id, audit.at),
    auditStatement(DB, entryOf(ref, audit, "member.role", changed)),
  ]);
  await forget(env, ref, before.id);
  return { member: { ...before, role: body.role }, changed };
}

/** Removes a member with their logins, agents and links, also the last owner. A repeated request finishes the first. */
export async function dropMember(call: OperatorCall): Promise<object> {
  const { env, audit } = call;
  const { DB } = env;
  const ref = await siteOf(call);
  const id = call.params["member"] ?? "";
  const before = await memberOf(call, ref);
  await DB.batch([
    removeMembership(DB, ref, id),
    takeBackLinks(DB, ref, id, audit.at),
    stopLoginsAt(DB, ref, id, audit.at),
    endGrants(DB, { identity: id, site: ref }),
    auditStatement(DB, entryOf(ref, audit, "member.remove", before !== null)),
  ]);
  await forget(env, ref, id);
  expectValue(await env.WORKSPACES.of(ref, PLATFORM).endMembership(ref.site, id));
  return { member: before, changed: before !== null };
}

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
  const ref = await siteOf(call);
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
    auditStatement(DB, entryOf(ref, audit, "member.link", true)),
  ]);
  return { address: linkOf(originOf(primary.hostname, new URL(request.url)), secret), expiresAt };
}
