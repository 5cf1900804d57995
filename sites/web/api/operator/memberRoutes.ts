import * as z from "zod/mini";
import { SMALL_BODY_MAX_BYTES } from "../../../../manifests/bounds/api.ts";
import { type Role, ROLES } from "../../../../runtime/commands/permissions.ts";
import { identityShape } from "../../provisioning/payload.ts";
import type { Invitation } from "../people/commands.ts";
import { memberRecord } from "../people/members.ts";
import { member as memberId, word } from "../request/parameter.ts";
import { dropMember, listSiteMembers, makeOwnerLink, putMember, putRole } from "./members.ts";
import { type OperatorRoute, plain, taking } from "./route.ts";

const role = z.enum(ROLES);
const params = { tenant: word(z.string(), "Id of a tenant."), site: word(z.string(), "Id of a site of the tenant.") };
const ofMember = { ...params, member: memberId };
const changed = z.strictObject({ member: z.nullable(memberRecord), changed: z.boolean() });
const SITE = "/api/admin/sites/{tenant}/{site}";

export const MEMBER_ROUTES: readonly OperatorRoute[] = [
  plain({
    method: "GET",
    path: `${SITE}/members`,
    summary: "List the members of a site, in the order in which they joined.",
    params,
    paged: true,
    output: z.strictObject({ items: z.array(memberRecord), cursor: z.nullable(z.string()) }),
    run: listSiteMembers,
  }),
  taking(SMALL_BODY_MAX_BYTES, z.strictObject({ ...identityShape, role }) as z.ZodMiniType<Invitation>, {
    method: "POST",
    path: `${SITE}/members`,
    summary: "Make an identity a member of a site. If it is one with this role, nothing changes.",
    params,
    output: changed,
    refuses: ["CONFLICT"],
    secretOnly: true,
    run: putMember,
  }),
  taking(SMALL_BODY_MAX_BYTES, z.strictObject({ role }) as z.ZodMiniType<{ readonly role: Role }>, {
    method: "PUT",
    path: `${SITE}/members/{member}/role`,
    summary: "Give a member of a site another role, also its last owner.",
    params: ofMember,
    output: changed,
    refuses: ["CONFLICT"],
    secretOnly: true,
    run: putRole,
  }),
  plain({
    method: "DELETE",
    path: `${SITE}/members/{member}`,
    summary: "Remove a member of a site with their logins, agents and links, also its last owner.",
    params: ofMember,
    output: changed,
    refuses: ["CONFLICT"],
    secretOnly: true,
    run: dropMember,
  }),
  plain({
    method: "POST",
    path: `${SITE}/owner-link`,
    summary:
      "Make an invitation link by which a person who is no member becomes the owner of a site without owners. It ends an earlier one. Only this answer has its address.",
    params,
    output: z.strictObject({ address: z.url(), expiresAt: z.int() }),
    refuses: ["CONFLICT"],
    secretOnly: true,
    run: makeOwnerLink,
  }),
];
