import { Refusal } from "../../../../manifests/refusals/refusal.ts";
import { expectValue } from "../../../../runtime/commands/answer.ts";
import { can } from "../../../../runtime/commands/permissions.ts";
import { type PreviewInput, previewInput } from "../../../../runtime/editing/showing/previewInput.ts";
import { previewView } from "../../../../runtime/editing/showing/views.ts";
import { page } from "../request/parameter.ts";
import type { Route } from "../request/route.ts";
import { looking } from "./makers.ts";

export const previews: readonly Route[] = [
  looking<{ page: typeof page }, PreviewInput>({
    path: "/api/pages/{page}/preview",
    summary:
      "Render a preview: sections, valid or not, the page with another theme, or the example of a section type. " +
      "Stores nothing. A theme also needs the permission to edit themes.",
    permission: "content.edit",
    params: { page },
    body: previewInput,
    output: previewView,
    async run({ workspace, member, params, body }) {
      if ("theme" in body && !can(member.role, "theme.edit"))
        throw new Refusal("FORBIDDEN", { permission: "theme.edit" });
      return expectValue(await workspace.read("page.preview", member.site, { ...params, wanted: body }));
    },
  }),
];
