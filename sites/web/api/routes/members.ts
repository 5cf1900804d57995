import * as z from "zod/mini";
import { SMALL_BODY_MAX_BYTES } from "../../../../manifests/bounds/api.ts";
import { MAIL_ADDRESS_MAX_CHARS } from "../../../../manifests/bounds/forms.ts";
import { INVITATION_LINK_MAX_DAYS } from "../../../../manifests/bounds/logins.ts";
import { type Role, ROLES } from "../../../../runtime/commands/permissions.ts";
import { expectValue } from "../../../../runtime/commands/answer.ts";
import { readerGroup } from "../../../../runtime/documents/content/audience.ts";
import { addReader, readerChanged, readerId, readersView, setReaderGroups } from "../../../../runtime/readers/views.ts";
import { LINK_STATES } from "../../../control/people/invitations.ts";
import { identityShape } from "../../provisioning/payload.ts";
import { type Invitation, changeRole, endLoginsOf, invite, removeMember } from "../people/commands.ts";
import { type NewLink, listLinks, makeLink, endLink } from "../people/links.ts";
import { memberNames, memberRecord, membersOfSite } from "../people/members.ts";
import { command, control, readRoute } from "./makers.ts";
import { limit, link, member, textCursor, word } from "../request/parameter.ts";
import type { Route } from "../request/route.ts";

const role = z.enum(ROLES);
const linkRecord = z.strictObject({
  id: z.string(),
  role,
  name: z.nullable(z.string()),
  maker: z.string(),
  createdAt: z.int(),
  expiresAt: z.int(),
  state: z.enum(LINK_STATES),
  usedAt: z.nullable(z.int()),
  usedBy: z.nullable(z.string()),
});
const days = z.int().check(z.gte(1), z.lte(INVITATION_LINK_MAX_DAYS));
const changed = z.strictObject({ member: memberRecord });

const common = { permission: "members.manage", output: changed } as const;
const limits = { bodyBytes: SMALL_BODY_MAX_BYTES, rate: "writes" } as const;
const reading = { permission: "members.manage", versioned: null, output: readerChanged, limits } as const;

/** Readers with an account, who are no members. */
export const readers: readonly Route[] = [
  readRoute({
    path: "/api/readers",
    summary: "List the readers with an account and everything that is stored about them, by address.",
    permission: "members.manage",
    params: {},
    query: {
      text: word(z.string().check(z.maxLength(MAIL_ADDRESS_MAX_CHARS)), "A part of the address."),
      group: word(readerGroup, "A group of the readers."),
      cursor: word(readerId, "`next` from the previous answer."),
    },
    output: readersView,
    run: async ({ workspace, member: self, query }) => expectValue(await workspace.read("readers", self.site, query)),
  }),
  command({
    ...reading,
    method: "POST",
    path: "/api/readers",
    summary: "Give a person a reader's account, or a reader further groups. A letter may invite them.",
    command: "reader.add",
    params: {},
    body: addReader,
    status: 201,
  }),
  command({
    ...reading,
    method: "PATCH",
    path: "/api/readers/{reader}",
    summary: "Set the groups of a reader.",
    command: "reader.groups",
    params: { reader: word(readerId, "Id of a reader.") },
    body: z.omit(setReaderGroups, { reader: true }),
    status: 200,
  }),
  command({
    ...reading,
    method: "DELETE",
    path: "/api/readers/{reader}",
    summary: "Remove a reader and everything that is stored about them. Their devices are signed out.",
    command: "reader.remove",
    params: { reader: word(readerId, "Id of a reader.") },
    body: null,
    status: 200,
    limits: { bodyBytes: 0, rate: "writes" },
  }),
];

export const members: readonly Route[] = [
  readRoute({
    path: "/api/members",
    summary: "List the members of the site, in the order in which they joined.",
    permission: "members.manage",
    params: {},
    query: { cursor: textCursor, limit },
    output: z.strictObject({ items: z.array(memberRecord), next: z.nullable(z.string()) }),
    run: ({ env, member: self, query }) => membersOfSite(env, self, query.cursor, query.limit),
  }),
  readRoute({
    path: "/api/members/names",
    summary: "List the names, and nothing else, of the members who changed documents. Every member may read this.",
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
    summary:
      "Make an identity a member. Use the issuer and subject that the person's login showed. Only owners can add owners.",
    command: "member.invite",
    params: {},
    body: z.strictObject({ ...identityShape, role }),
    status: 201,
    limits: { ...limits, rate: "invitations" },
    decide: (call, actorRole) => invite(call, call.body, actorRole),
  }),
  readRoute({
    path: "/api/members/invitation-links",
    summary: "List the invitation links of the site, newest first, with the state of each. Secrets are never shown.",
    permission: "members.manage",
    params: {},
    query: { cursor: textCursor, limit },
    output: z.strictObject({ items: z.array(linkRecord), next: z.nullable(z.string()) }),
    run: ({ env, member: self, query, at }) =>
      listLinks(env, self, { now: at, cursor: query.cursor, limit: query.limit }),
  }),
  control<Record<never, never>, NewLink>({
    permission: "members.manage",
    output: z.strictObject({ link: linkRecord, address: z.nullable(z.string()) }),
    method: "POST",
    path: "/api/members/invitation-links",
    summary:
      "Create a link that lets one person join with a role. Only the first answer has `address`; it is null for a retry. Only owners can invite owners.",
    command: "member.link",
    params: {},
    body: z.strictObject({ role, name: identityShape.name, days: z.optional(days) }),
    status: 201,
    limits: { ...limits, rate: "invitations" },
    decide: (call, actorRole) => makeLink(call, call.body, actorRole),
  }),
  control<{ link: typeof link }, undefined>({
    permission: "members.manage",
    output: z.strictObject({ link: linkRecord }),
    method: "DELETE",
    path: "/api/members/invitation-links/{link}",
    summary: "Revoke an invitation link. It can no longer be used to join.",
    command: "member.unlink",
    params: { link },
    body: null,
    status: 200,
    limits: { ...limits, bodyBytes: 0 },
    decide: (call, actorRole) => endLink(call, call.params.link, actorRole),
  }),
  control<{ member: typeof member }, { role: Role }>({
    ...common,
    method: "PATCH",
    path: "/api/members/{member}",
    summary: "Change the role of a member. A site always keeps one owner.",
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
    summary: "Remove a member, and end their logins and agent grants at this site. A site always keeps one owner.",
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
    summary:
      "End a member's logins, agent grants and open invitation links at this site. The person stays a member and can log in again.",
    command: "member.logout",
    params: { member },
    body: null,
    status: 200,
    limits: { ...limits, bodyBytes: 0 },
    decide: (call, actorRole) => endLoginsOf(call, call.params.member, actorRole),
  }),
];
