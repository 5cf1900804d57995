import { ACTION_INPUT_MAX_BYTES } from "../../../../manifests/bounds/editor.ts";
import { expectValue } from "../../../../runtime/commands/answer.ts";
import {
  type RunAction,
  actionsView,
  cancelledView,
  proposalView,
  runAction,
} from "../../../../runtime/actions/views.ts";
import type { ApiCall } from "../request/call.ts";
import { action, plugin } from "../request/parameter.ts";
import type { Route } from "../request/route.ts";
import { looking, readRoute } from "./makers.ts";

/** The caller of an action. The workspace decides who may run which action, because it knows the action's target. */
const callerOf = ({ member }: Pick<ApiCall, "member">) => ({ id: member.identity, role: member.role });

const params = { plugin, action };
const path = "/api/plugins/{plugin}/actions/{action}";

export const actions: readonly Route[] = [
  readRoute({
    path: "/api/actions",
    summary: "List the actions that plugins offer you for sections, pages and pictures.",
    permission: "site.read",
    params: {},
    query: {},
    output: actionsView,
    run: async ({ workspace, member }) =>
      expectValue(await workspace.read("actions", member.site, { caller: callerOf({ member }) })),
  }),
  looking<typeof params, RunAction>({
    path,
    summary:
      "Run an action of a plugin on a page, a section or a picture, at the version that you have read. " +
      "The answer is a proposal; nothing is stored. To apply it, edit the page with its operations, or change the file, and send its proof. " +
      "An action on a picture needs the permission to change files.",
    permission: "content.edit",
    params,
    body: runAction,
    bodyBytes: ACTION_INPUT_MAX_BYTES,
    output: proposalView,
    run: async ({ workspace, member, params: named, body }) =>
      expectValue(
        await workspace.read("action.run", member.site, { caller: callerOf({ member }), ...named, wanted: body }),
      ),
  }),
  looking<typeof params, undefined>({
    path: `${path}/cancel`,
    summary: "Cancel your running action.",
    permission: "content.edit",
    params,
    body: null,
    output: cancelledView,
    run: async ({ workspace, member, params: named }) =>
      expectValue(await workspace.read("action.cancel", member.site, { caller: callerOf({ member }), ...named })),
  }),
];
