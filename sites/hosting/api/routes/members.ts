import * as z from "zod/mini";
import { SMALL_BODY_MAX_BYTES } from "../../../../manifests/bounds/api.ts";
import type { Role } from "../../../../runtime/commands/permissions.ts";
import { ROLES } from "../../../../runtime/commands/permissions.ts";
import { identityShape } from "../../provisioning/payload.ts";
import type { Invitation } from "../people/commands.ts";
import { changeRole, endLoginsOf, invite, removeMember } from "../people/commands.ts";
import { membersOfSite, memberNames } from "../people/members.ts";
import { control, readRoute } from "./makers.ts";
import { limit, member, textCursor } from "../request/parameter.ts";
import type { Route } from "../request/route.ts";

const role = z.enum(ROLES);
const record = z.strictObject({
  id: z.string(),
  issuer: z.string(),
  subject: z.string(),
  name: z.nullable(z.string()),
  role,
  createdAt: z.int(),
});
const changed = z.strictObject({ member: record });

const common = { permission: "members.manage", output: changed } as const;
const limits = { bodyBytes: SMALL_BODY_MAX_BYTES, rate: "writes" } as const;

export const members: readonly Route[] = [
  readRoute({
    path: "/api/members",
    summary: "List the members of the site, in the order they came.",
    permission: "members.manage",
    params: {},
    query: { cursor: textCursor, limit },
    output: z.strictObject({ items: z.array(record), next: z.nullable(z.string()) }),
    run: ({ env, member: self, query }) => membersOfSite(env, self, query.cursor, query.limit),
  }),
  readRoute({
    path: "/api/members/names",
    summary: "Name the members who changed documents, for every member: no more than their names.",
    permission: "site.read",
    params: {},
    query: {},
    output: z.strictObject({ items: z.array(z.strictObject({ actor: z.string(), name: z.string() })) }),
    run: async ({ env, member: self }) => ({
      items: (await memberNames(env, self)).flatMap(({ actor, name }) => (name === null ? [] : [{ actor, name }])),
    }),
  }),
  control<Record<never, never>, Invitation>({
    ...common,
    method: "POST",
    path: "/api/members/invitations",
    summary: "Make an identity a member: the issuer and subject their login receipt showed. Only owners invite owners.",
    command: "member.invite",
    params: {},
    body: z.strictObject({ ...identityShape, role }),
    status: 201,
    limits: { ...limits, rate: "invitations" },
    decide: (call, actorRole) => invite(call, call.body, actorRole),
  }),
  control<{ member: typeof member }, { role: Role }>({
    ...common,
    method: "PATCH",
    path: "/api/members/{member}",
    summary: "Give a member another role. A site keeps an owner.",
    command: "member.role",
    params: { member },
    body: z.strictObject({ role }),
    status: 200,
    limits,
    decide: (call, actorRole) => changeRole(call, call.params.member, call.body.role, actorRole),
  }),
  control<{ member: typeof member }, undefined>({
    ...common,
    method: "DELETE",
    path: "/api/members/{member}",
    summary: "Remove a member, end their logins here and what they let agents do here. A site keeps an owner.",
    command: "member.remove",
    params: { member },
    body: null,
    status: 200,
    limits: { ...limits, bodyBytes: 0 },
    decide: (call, actorRole) => removeMember(call, call.params.member, actorRole),
  }),
  control<{ member: typeof member }, undefined>({
    ...common,
    method: "DELETE",
    path: "/api/members/{member}/logins",
    summary: "End a member's logins here and what they let agents do here. They stay a member and log in again.",
    command: "member.logout",
    params: { member },
    body: null,
    status: 200,
    limits: { ...limits, bodyBytes: 0 },
    decide: (call, actorRole) => endLoginsOf(call, call.params.member, actorRole),
  }),
];
