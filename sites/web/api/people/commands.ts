import { MEMBERS_MAX } from "../../../../manifests/bounds/logins.ts";
import { Refusal } from "../../../../manifests/refusals/refusal.ts";
import { visibleJson } from "../../../../manifests/visible.ts";
import { type Role, can } from "../../../../runtime/commands/permissions.ts";
import { endGrants } from "../../../control/agents/agentGrants.ts";
import { type Condition, both } from "../../../control/sql/condition.ts";
import { addIdentity, findIdentityId } from "../../../control/people/identities.ts";
import { takeBackAllLinks, takeBackLinks } from "../../../control/people/invitations.ts";
import { stopLoginsAt } from "../../../control/logins/logins.ts";
import {
  type MemberRecord,
  addMember,
  changeMember,
  countMembers,
  findMemberRecord,
  hasRoom,
  holdsRole,
  isAbsent,
  otherOwner,
  removeMembership,
} from "../../../control/people/members.ts";
import type { SiteRef } from "../../../control/tenants/sites.ts";
import { forgetMembers } from "../../auth/member.ts";
import { recheckLive } from "../../auth/recheckLive.ts";
import type { Env } from "../../powers/env.ts";
import type { ControlDecision } from "../control/command.ts";
import type { ApiCall } from "../request/call.ts";

export interface Invitation {
  readonly issuer: string;
  readonly subject: string;
  readonly role: Role;
  readonly name?: string | undefined;
}

/** Makes an identity a member. The answer does not reveal whether other sites know the identity. */
export async function invite(
  { env, member: { tenant, site }, at }: ApiCall,
  invitation: Invitation,
  actorRole: Role,
): Promise<ControlDecision> {
  const { issuer, subject, role } = invitation;
  const name = invitation.name ?? null;
  requireOwnerFor(actorRole, role);
  const id = await findIdentityId(env.DB, issuer, subject);
  if (await findMemberRecord(env.DB, { tenant, site }, id))
    throw conflict("member_exists", "This identity is already a member.");
  if ((await countMembers(env.DB, { tenant, site })) >= MEMBERS_MAX)
    throw conflict("members_full", `A site has at most ${MEMBERS_MAX} members.`);
  const member: MemberRecord = { id, issuer, subject, name, role, createdAt: at };
  return {
    output: { member },
    condition: both(isAbsent({ tenant, site }, id), hasRoom({ tenant, site }, MEMBERS_MAX)),
    effects: [addIdentity(env.DB, member, at), addMember(env.DB, { tenant, site }, member)],
    forget: () => undefined,
  };
}

export async function changeRole(
  { env, member: { tenant, site }, at }: ApiCall,
  id: string,
  role: Role,
  actorRole: Role,
): Promise<ControlDecision> {
  const target = await findTarget(env.DB, { tenant, site }, id, actorRole);
  requireOwnerFor(actorRole, role);
  return {
    output: { member: { ...target, role } },
    condition: await unchanged(env.DB, { tenant, site }, target, role),
    effects: [changeMember(env.DB, { tenant, site }, id, role), takeBackLinks(env.DB, { tenant, site }, id, at)],
    forget: () => forgetMember(env, { tenant, site }, id),
  };
}

export async function removeMember(
  { env, workspace, member: { tenant, site }, at }: ApiCall,
  id: string,
  actorRole: Role,
): Promise<ControlDecision> {
  const target = await findTarget(env.DB, { tenant, site }, id, actorRole);
  return {
    output: { member: target },
    condition: await unchanged(env.DB, { tenant, site }, target, null),
    effects: [
      removeMembership(env.DB, { tenant, site }, id),
      takeBackLinks(env.DB, { tenant, site }, id, at),
      ...endEverythingHere(env.DB, { tenant, site }, id, at),
    ],
    async forget() {
      await forgetMember(env, { tenant, site }, id);
      // After a failure, nobody can read the unfinished edits, and the workspace removes them later.
      await workspace
        .endMembership(site, id)
        .catch((error: unknown) =>
          console.error(visibleJson({ event: "unfinished_work_not_removed", error: String(error) })),
        );
    },
  };
}

/**
 * Ends all logins and agent grants of a member at this site, for a lost computer or a stolen account. Invitation links
 * that the member made end too, because a thief may have made one to return.
 */
export async function endLoginsOf(
  { env, member: { tenant, site }, at }: ApiCall,
  id: string,
  actorRole: Role,
): Promise<ControlDecision> {
  const target = await findTarget(env.DB, { tenant, site }, id, actorRole);
  return {
    output: { member: target },
    condition: holdsRole({ tenant, site }, target),
    effects: [
      ...endEverythingHere(env.DB, { tenant, site }, id, at),
      takeBackAllLinks(env.DB, { tenant, site }, id, at),
    ],
    forget: () => forgetMember(env, { tenant, site }, id),
  };
}

const endEverythingHere = (DB: D1Database, ref: SiteRef, id: string, at: number): D1PreparedStatement[] => [
  stopLoginsAt(DB, ref, id, at),
  endGrants(DB, { identity: id, site: ref }),
];

/** A member whom another may change. Only owners may change owners. */
export async function findTarget(DB: D1Database, ref: SiteRef, id: string, actorRole: Role): Promise<MemberRecord> {
  const target = await findMemberRecord(DB, ref, id);
  if (!target) throw new Refusal("NOT_FOUND");
  requireOwnerFor(actorRole, target.role);
  return target;
}

/** Only owners may add, change or remove owners. */
export function requireOwnerFor(actorRole: Role, role: Role): void {
  if (role === "owner" && !can(actorRole, "owners.manage"))
    throw new Refusal("FORBIDDEN", { permission: "owners.manage" });
}

/**
 * The condition that the member is unchanged since the decision, and that the site keeps an owner. `next` is null for a
 * removal.
 */
async function unchanged(DB: D1Database, ref: SiteRef, member: MemberRecord, next: Role | null): Promise<Condition> {
  const held = holdsRole(ref, member);
  if (member.role !== "owner" || next === "owner") return held;
  const other = await otherOwner(DB, ref, member.id);
  if (!other)
    throw conflict(
      "last_owner",
      "The last owner of a site cannot be removed or get another role. Make another member an owner first.",
    );
  return both(held, other);
}

const conflict = (name: "last_owner" | "member_exists" | "members_full", reason: string): Refusal =>
  new Refusal("CONFLICT", { conflict: name, reason });

async function forgetMember(env: Env, { tenant, site }: SiteRef, id: string): Promise<void> {
  forgetMembers((known) => known.tenant === tenant && known.site === site && known.identity === id);
  await recheckLive(env, [tenant]);
}
