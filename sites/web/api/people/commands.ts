import { MEMBERS_MAX } from "../../../../manifests/bounds/logins.ts";
import { Refusal } from "../../../../manifests/refusals/refusal.ts";
import { visibleJson } from "../../../../manifests/visible.ts";
import type { Role } from "../../../../runtime/commands/permissions.ts";
import { can } from "../../../../runtime/commands/permissions.ts";
import { endGrants } from "../../../control/agentGrants.ts";
import { TAKE_BACK, TAKE_BACK_ALL } from "../../auth/invitationLinks.ts";
import { forgetMembers } from "../../auth/member.ts";
import { recheckLive } from "../../auth/recheckLive.ts";
import type { Env } from "../../powers/env.ts";
import { identityId } from "../../provisioning/records.ts";
import type { ApiCall } from "../request/call.ts";
import type { Condition } from "../control/claims.ts";
import type { ControlDecision } from "../control/command.ts";
import type { MemberRecord, SiteRef } from "./members.ts";
import { findMemberRecord } from "./members.ts";

export interface Invitation {
  readonly issuer: string;
  readonly subject: string;
  readonly role: Role;
  readonly name?: string | undefined;
}

const INVITE = {
  identity: "INSERT OR IGNORE INTO identities (id, issuer, subject, created_at) VALUES (?, ?, ?, ?)",
  membership:
    "INSERT INTO memberships (tenant_id, site_id, identity_id, role, name, created_at) VALUES (?, ?, ?, ?, ?, ?)",
  /** Leaves room for one more member. */
  room: "(SELECT count(*) FROM memberships WHERE tenant_id = ? AND site_id = ?) < ?",
  absent: "NOT EXISTS (SELECT 1 FROM memberships WHERE tenant_id = ? AND site_id = ? AND identity_id = ?)",
} as const;

/** Makes an identity a member. The answer does not reveal whether other sites know the identity. */
export async function invite(
  { env, member: { tenant, site }, at }: ApiCall,
  invitation: Invitation,
  actorRole: Role,
): Promise<ControlDecision> {
  const { issuer, subject, role } = invitation;
  const name = invitation.name ?? null;
  requireOwnerFor(actorRole, role);
  const id = await identityId(issuer, subject);
  if (await findMemberRecord(env, { tenant, site }, id)) throw conflict("This identity is already a member.");
  if ((await countMembers(env.DB, { tenant, site })) >= MEMBERS_MAX)
    throw conflict(`A site has at most ${MEMBERS_MAX} members.`);
  return {
    output: { member: { id, issuer, subject, name, role, createdAt: at } satisfies MemberRecord },
    condition: both(
      { sql: INVITE.absent, values: [tenant, site, id] },
      { sql: INVITE.room, values: [tenant, site, MEMBERS_MAX] },
    ),
    effects: [
      env.DB.prepare(INVITE.identity).bind(id, issuer, subject, at),
      env.DB.prepare(INVITE.membership).bind(tenant, site, id, role, name, at),
    ],
    forget: () => undefined,
  };
}

const ROLE = "UPDATE memberships SET role = ? WHERE tenant_id = ? AND site_id = ? AND identity_id = ?";

export async function changeRole(
  { env, member: { tenant, site }, at }: ApiCall,
  id: string,
  role: Role,
  actorRole: Role,
): Promise<ControlDecision> {
  const target = await targetOf(env.DB, { tenant, site }, id, actorRole);
  requireOwnerFor(actorRole, role);
  return {
    output: { member: { ...target, role } },
    condition: await unchanged(env.DB, { tenant, site }, target, role),
    effects: [env.DB.prepare(ROLE).bind(role, tenant, site, id), takeBackLinks(env.DB, { tenant, site }, id, at)],
    forget: () => forgetMember(env, { tenant, site }, id),
  };
}

const REMOVE = "DELETE FROM memberships WHERE tenant_id = ? AND site_id = ? AND identity_id = ?";
/** Revokes the member's logins, so that none becomes valid again with a later invitation. */
const LOGINS = `
  UPDATE login_sessions SET revoked_at = ?
  WHERE tenant_id = ? AND site_id = ? AND identity_id = ? AND revoked_at IS NULL`;

export async function removeMember(
  { env, workspace, member: { tenant, site }, at }: ApiCall,
  id: string,
  actorRole: Role,
): Promise<ControlDecision> {
  const target = await targetOf(env.DB, { tenant, site }, id, actorRole);
  return {
    output: { member: target },
    condition: await unchanged(env.DB, { tenant, site }, target, null),
    effects: [
      env.DB.prepare(REMOVE).bind(tenant, site, id),
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
  const target = await targetOf(env.DB, { tenant, site }, id, actorRole);
  return {
    output: { member: target },
    condition: { sql: HELD, values: [tenant, site, id, target.role] },
    effects: [
      ...endEverythingHere(env.DB, { tenant, site }, id, at),
      env.DB.prepare(TAKE_BACK_ALL).bind(at, tenant, site, id),
    ],
    forget: () => forgetMember(env, { tenant, site }, id),
  };
}

/** Ends the member's invitation links. The statement must follow the one that removes the right to make them. */
const takeBackLinks = (DB: D1Database, { tenant, site }: SiteRef, maker: string, at: number): D1PreparedStatement =>
  DB.prepare(TAKE_BACK).bind(at, tenant, site, maker);

const endEverythingHere = (DB: D1Database, ref: SiteRef, id: string, at: number): D1PreparedStatement[] => [
  DB.prepare(LOGINS).bind(at, ref.tenant, ref.site, id),
  endGrants(DB, { identity: id, site: ref }),
];

async function targetOf(DB: D1Database, ref: SiteRef, id: string, actorRole: Role): Promise<MemberRecord> {
  const target = await findMemberRecord({ DB }, ref, id);
  if (!target) throw new Refusal("NOT_FOUND");
  requireOwnerFor(actorRole, target.role);
  return target;
}

/** Only owners may add, change or remove owners. */
export function requireOwnerFor(actorRole: Role, role: Role): void {
  if (role === "owner" && !can(actorRole, "owners.manage"))
    throw new Refusal("FORBIDDEN", { permission: "owners.manage" });
}

const HELD = "EXISTS (SELECT 1 FROM memberships WHERE tenant_id = ? AND site_id = ? AND identity_id = ? AND role = ?)";
const OTHER_OWNER =
  "EXISTS (SELECT 1 FROM memberships WHERE tenant_id = ? AND site_id = ? AND identity_id <> ? AND role = 'owner')";

/**
 * The condition that the member is unchanged since the decision, and that the site keeps an owner. `next` is null for a
 * removal.
 */
async function unchanged(
  DB: D1Database,
  { tenant, site }: SiteRef,
  { id, role }: MemberRecord,
  next: Role | null,
): Promise<Condition> {
  const held: Condition = { sql: HELD, values: [tenant, site, id, role] };
  if (role !== "owner" || next === "owner") return held;
  const other: Condition = { sql: OTHER_OWNER, values: [tenant, site, id] };
  const row = await DB.prepare(`SELECT ${OTHER_OWNER} AS holds`)
    .bind(...other.values)
    .first<{ holds: number }>();
  if (row?.holds !== 1)
    throw conflict(
      "The last owner of a site cannot be removed or get another role. Make another member an owner first.",
    );
  return both(held, other);
}

const both = (one: Condition, two: Condition): Condition => ({
  sql: `${one.sql} AND ${two.sql}`,
  values: [...one.values, ...two.values],
});

const COUNT = "SELECT count(*) AS members FROM memberships WHERE tenant_id = ? AND site_id = ?";

async function countMembers(DB: D1Database, { tenant, site }: SiteRef): Promise<number> {
  return (await DB.prepare(COUNT).bind(tenant, site).first<{ members: number }>())?.members ?? 0;
}

const conflict = (reason: string): Refusal => new Refusal("CONFLICT", { reason });

async function forgetMember(env: Env, { tenant, site }: SiteRef, id: string): Promise<void> {
  forgetMembers((known) => known.tenant === tenant && known.site === site && known.identity === id);
  await recheckLive(env, [tenant]);
}
