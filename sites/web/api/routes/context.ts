import * as z from "zod/mini";
import { languageTag } from "../../../../runtime/documents/content/languages.ts";
import { expectValue } from "../../../../runtime/commands/answer.ts";
import { catalogueView, contextView, type ContextView } from "../../../../runtime/editing/views.ts";
import { type Role, PERMISSIONS, ROLES, can, permissionsOf } from "../../../../runtime/commands/permissions.ts";
import { readRoute } from "./makers.ts";
import { word } from "../request/parameter.ts";
import type { Route } from "../request/route.ts";

const self = z.strictObject({ id: z.string(), role: z.enum(ROLES), permissions: z.array(z.enum(PERMISSIONS)) });
/** A change of a plugin without a command, shown to members who can react. */
const notice = z.strictObject({ plugin: z.string(), reason: z.string(), detail: z.string() });
const NOTICED: ReadonlySet<string> = new Set([
  "quarantined",
  "untrusted_key",
  "signature_invalid",
  "digest_mismatch",
  "conflict",
]);

const siteContext = z.extend(contextView, {
  member: self,
  status: z.enum(["active", "read_only"]),
  notices: z.array(notice),
});

const language = word(
  languageTag,
  "Language of titles and descriptions, as far as plugins have translations. Default: as their manifests have them.",
);

function noticesFor(role: Role, { plugins: { skipped } }: ContextView): z.infer<typeof notice>[] {
  if (!can(role, "plugins.manage")) return [];
  return skipped
    .filter(({ reason }) => NOTICED.has(reason))
    .map(({ id, reason, detail }) => ({ plugin: id, reason, detail }));
}

export const context: readonly Route[] = [
  readRoute({
    path: "/api/site",
    summary: "Read who you are at this site, your permissions, and the state of the site.",
    permission: "site.read",
    params: {},
    query: {},
    output: siteContext,
    run: async ({ workspace, member: { site, identity, role, status } }) => {
      const view = expectValue(await workspace.read("context", site, { member: identity }));
      return {
        ...view,
        status,
        member: { id: identity, role, permissions: permissionsOf(role) },
        notices: noticesFor(role, view),
      };
    },
  }),
  readRoute({
    path: "/api/catalogue",
    summary: "List the section types and themes of this site, with the schema of their fields.",
    permission: "site.read",
    params: {},
    query: { language },
    output: catalogueView,
    run: async ({ workspace, member, query }) => expectValue(await workspace.read("catalogue", member.site, query)),
  }),
];
