import * as z from "zod/mini";
import { expectValue } from "../../../../runtime/answer.ts";
import { catalogueView, contextView } from "../../../../runtime/editing/views.ts";
import { PERMISSIONS, ROLES, permissionsOf } from "../../../../runtime/permissions.ts";
import { read } from "./makers.ts";
import type { Route } from "./route.ts";

const self = z.strictObject({ id: z.string(), role: z.enum(ROLES), permissions: z.array(z.enum(PERMISSIONS)) });
const siteContext = z.extend(contextView, { member: self, status: z.enum(["active", "read_only"]) });

export const context: readonly Route[] = [
  read({
    path: "/api/site",
    summary: "Who you are here, what you may do, and the state of the site.",
    permission: "site.read",
    params: {},
    query: {},
    output: siteContext,
    run: async ({ workspace, member: { site, identity, role, status } }) => ({
      ...expectValue(await workspace.context(site)),
      status,
      member: { id: identity, role, permissions: permissionsOf(role) },
    }),
  }),
  read({
    path: "/api/catalogue",
    summary: "Everything that can be put on a page of this site, with the schema of its fields.",
    permission: "site.read",
    params: {},
    query: {},
    output: catalogueView,
    run: async ({ workspace, member }) => expectValue(await workspace.catalogue(member.site)),
  }),
];
