import * as z from "zod/mini";
import { expectValue } from "../../../../runtime/answer.ts";
import { catalogueView, contextView } from "../../../../runtime/editing/views.ts";
import type { ContextView } from "../../../../runtime/editing/views.ts";
import type { Role } from "../../../../runtime/permissions.ts";
import { PERMISSIONS, ROLES, can, permissionsOf } from "../../../../runtime/permissions.ts";
import { read } from "./makers.ts";
import type { Route } from "./route.ts";

const self = z.strictObject({ id: z.string(), role: z.enum(ROLES), permissions: z.array(z.enum(PERMISSIONS)) });
/** What happened to plugins without anybody's command, for those who can mend it. */
const notice = z.strictObject({ plugin: z.string(), reason: z.string(), detail: z.string() });
const NOTICED: ReadonlySet<string> = new Set(["quarantined", "untrusted_key", "signature_invalid", "digest_mismatch"]);

const siteContext = z.extend(contextView, { member: self, status: z.enum(["active", "read_only"]), notices: z.array(notice) });

function noticesFor(role: Role, { plugins: { skipped } }: ContextView): z.infer<typeof notice>[] {
  if (!can(role, "plugins.manage")) return [];
  return skipped.filter(({ reason }) => NOTICED.has(reason)).map(({ id, reason, detail }) => ({ plugin: id, reason, detail }));
}

export const context: readonly Route[] = [
  read({
    path: "/api/site",
    summary: "Who you are here, what you may do, and the state of the site.",
    permission: "site.read",
    params: {},
    query: {},
    output: siteContext,
    run: async ({ workspace, member: { site, identity, role, status } }) => {
      const view = expectValue(await workspace.read("context", site));
      return { ...view, status, member: { id: identity, role, permissions: permissionsOf(role) }, notices: noticesFor(role, view) };
    },
  }),
  read({
    path: "/api/catalogue",
    summary: "Everything that can be put on a page of this site, with the schema of its fields.",
    permission: "site.read",
    params: {},
    query: {},
    output: catalogueView,
    run: async ({ workspace, member }) => expectValue(await workspace.read("catalogue", member.site)),
  }),
];
