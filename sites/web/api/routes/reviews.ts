import * as z from "zod/mini";
import { SMALL_BODY_MAX_BYTES } from "../../../../manifests/bounds/api.ts";
import { CHOICE_MAX_BYTES } from "../../../../manifests/bounds/publishing.ts";
import { expectValue } from "../../../../runtime/commands/answer.ts";
import {
  approveRequest,
  createRequest,
  putReview,
  requestChangedView,
  requestId,
  requestsView,
  requestView,
  returnRequest,
  reviewView,
} from "../../../../runtime/reviews/views.ts";
import {
  addRemark,
  answerRemark,
  REMARK_STATES,
  remarkChangedView,
  remarkId,
  remarksView,
  settleRemark,
} from "../../../../runtime/remarks/views.ts";
import { flag, page, whole, word } from "../request/parameter.ts";
import type { Route } from "../request/route.ts";
import { command, readRoute } from "./makers.ts";

const request = word(requestId, "Id of a request for publication.");
const limits = { bodyBytes: SMALL_BODY_MAX_BYTES, rate: "writes" } as const;

/** Requests for publication, and what the site demands before one. */
export const reviews: readonly Route[] = [
  readRoute({
    path: "/api/review",
    summary: "Read what the site demands before a publication. Null: nothing.",
    permission: "site.read",
    params: {},
    query: {},
    output: reviewView,
    run: async ({ workspace, member }) => expectValue(await workspace.read("review", member.site)),
  }),
  command({
    method: "PUT",
    path: "/api/review",
    summary: "Set what the site demands before a publication.",
    permission: "owners.manage",
    command: "review.put",
    versioned: null,
    params: {},
    body: putReview,
    output: reviewView,
    status: 200,
    limits,
  }),
  readRoute({
    path: "/api/requests",
    summary: "List the open requests for publication and the last ended ones, newest first.",
    permission: "site.read",
    params: {},
    query: {},
    output: requestsView,
    run: async ({ workspace, member }) => expectValue(await workspace.read("requests", member.site)),
  }),
  command({
    method: "POST",
    path: "/api/requests",
    summary: "Ask for the publication of the whole draft, or of the documents in `only`, exactly as they are now.",
    permission: "content.edit",
    command: "request.create",
    versioned: null,
    params: {},
    body: createRequest,
    output: requestChangedView,
    status: 201,
    limits: { bodyBytes: CHOICE_MAX_BYTES, rate: "writes" },
  }),
  readRoute({
    path: "/api/requests/{request}",
    summary: "Read a request for publication.",
    permission: "site.read",
    params: { request },
    query: {},
    output: requestView,
    run: async ({ workspace, member, params }) => expectValue(await workspace.read("request", member.site, params)),
  }),
  command({
    method: "POST",
    path: "/api/requests/{request}/approve",
    summary:
      "Approve a request. The last approval that the site demands publishes exactly what was asked for, or schedules it. Refused if a document has changed since.",
    permission: "content.publish",
    command: "request.approve",
    versioned: null,
    params: { request },
    body: z.optional(z.omit(approveRequest, { request: true })),
    output: requestChangedView,
    status: 200,
    limits,
  }),
  command({
    method: "POST",
    path: "/api/requests/{request}/return",
    summary: "Send a request back with words.",
    permission: "content.publish",
    command: "request.return",
    versioned: null,
    params: { request },
    body: z.omit(returnRequest, { request: true }),
    output: requestChangedView,
    status: 200,
    limits,
  }),
  command({
    method: "POST",
    path: "/api/requests/{request}/withdraw",
    summary: "Take a request back. The member who asked may, and members who may publish.",
    permission: "content.edit",
    command: "request.withdraw",
    versioned: null,
    params: { request },
    body: null,
    output: requestChangedView,
    status: 200,
    limits: { bodyBytes: 0, rate: "writes" },
  }),
];

const remark = word(remarkId, "Id of a remark.");
const remarking = {
  permission: "remarks.write",
  versioned: null,
  output: remarkChangedView,
  status: 200,
  limits,
} as const;

/** Remarks about pages of the draft. */
export const remarks: readonly Route[] = [
  readRoute({
    path: "/api/remarks",
    summary:
      "List remarks about the draft with what was said, newest first, and whether the draft still has their text.",
    permission: "site.read",
    params: {},
    query: {
      page,
      state: word(z.enum(REMARK_STATES), "Only open or resolved remarks."),
      mine: flag("`true` lists only remarks that mention you."),
      before: whole(0, Number.MAX_SAFE_INTEGER, "`next` from the previous answer."),
    },
    output: remarksView,
    run: async ({ workspace, member, query: { page: id, state, mine, before } }) =>
      expectValue(
        await workspace.read("remarks", member.site, {
          pages: id === undefined ? undefined : [id],
          state,
          mentioning: mine === true ? member.identity : undefined,
          before,
        }),
      ),
  }),
  command({
    ...remarking,
    method: "POST",
    path: "/api/remarks",
    summary: "Make a remark about a page of the draft, or about a section or a value in it. Visitors never see it.",
    command: "remark.add",
    params: {},
    body: addRemark,
    status: 201,
  }),
  command({
    ...remarking,
    method: "POST",
    path: "/api/remarks/{remark}/answers",
    summary: "Say more about a remark.",
    command: "remark.answer",
    params: { remark },
    body: z.omit(answerRemark, { remark: true }),
    status: 201,
  }),
  command({
    ...remarking,
    method: "PUT",
    path: "/api/remarks/{remark}",
    summary: "Resolve a remark, or open it again. Members who may not write pages may do so with their own.",
    command: "remark.settle",
    params: { remark },
    body: z.omit(settleRemark, { remark: true }),
  }),
  command({
    ...remarking,
    method: "DELETE",
    path: "/api/remarks/{remark}",
    summary: "Remove a remark. Its maker may while nobody else has answered, and members who may publish.",
    command: "remark.remove",
    params: { remark },
    body: null,
    limits: { bodyBytes: 0, rate: "writes" },
  }),
];
