import * as z from "zod/mini";
import { SMALL_BODY_MAX_BYTES } from "../../../../manifests/bounds/api.ts";
import { TITLE_MAX_CHARS } from "../../../../manifests/bounds/documents.ts";
import { FORM_VALUES_MAX } from "../../../../manifests/bounds/forms.ts";
import { expectValue } from "../../../../runtime/commands/answer.ts";
import type { ExportPart } from "../../../../runtime/submissions/box.ts";
import {
  deletedView,
  formsView,
  markedView,
  markSubmission,
  rejectedFileView,
  submissionsView,
} from "../../../../runtime/submissions/views.ts";
import { nameShape } from "../../../../manifests/shapes/shape.ts";
import { formIdShape } from "../../../../runtime/forms/formIdShape.ts";
import { mediaCreatedView } from "../../../../runtime/media/views.ts";
import { acceptHeld, downloadHeld } from "../media/heldFile.ts";
import { command, download, preparedCommand, readRoute, search } from "./makers.ts";
import { flag, limit, numberCursor, whole, word } from "../request/parameter.ts";
import { streamedParts } from "../request/streamedParts.ts";
import type { Route } from "../request/route.ts";

export const form = word(formIdShape, "A form where it stands: `<page id>.<section id>`.");
export const formLink = word(nameShape, "The name of a link of the form.");
const submission = whole(1, Number.MAX_SAFE_INTEGER, "Id of a submission.");
const unread = flag("True: only unread submissions.");
const sought = z.strictObject({
  text: z.string().check(z.minLength(1), z.maxLength(TITLE_MAX_CHARS)),
  unread: z.optional(unread.schema),
  cursor: z.optional(numberCursor.schema),
  limit: z.optional(limit.schema),
});
const file = whole(1, FORM_VALUES_MAX, "Number of a file within its submission.");

export const formRoutes: readonly Route[] = [
  readRoute({
    path: "/api/forms",
    summary: "List the forms that have submissions, the most recent submission first.",
    permission: "forms.read",
    params: {},
    query: {},
    output: formsView,
    run: async ({ workspace, member }) => expectValue(await workspace.read("forms", member.site)),
  }),
  readRoute({
    path: "/api/forms/{form}/submissions",
    summary: "List the submissions of a form, newest first.",
    permission: "forms.read",
    params: { form },
    query: { cursor: numberCursor, limit, unread },
    elsewhere: { text: "`text` in the body of POST /api/forms/{form}/submissions/search" },
    output: submissionsView,
    run: async ({ workspace, member, params, query }) =>
      expectValue(await workspace.read("form.submissions", member.site, { ...params, ...query })),
  }),
  search({
    path: "/api/forms/{form}/submissions/search",
    summary:
      "Search the submissions of a form for `text` in any answer, newest first. A page of the list may be empty and still have a `next`.",
    permission: "forms.read",
    params: { form },
    body: sought,
    output: submissionsView,
    run: async ({ workspace, member, params, body }) =>
      expectValue(await workspace.read("form.submissions", member.site, { ...params, ...body })),
  }),
  download({
    path: "/api/forms/{form}/submissions.csv",
    summary:
      "Download all submissions of a form as CSV, oldest first. A value that a spreadsheet would run as a formula gets an apostrophe in front.",
    permission: "forms.read",
    params: { form },
    query: {},
    answers: "text/csv; charset=utf-8",
    run: async ({ workspace, member, params }) => ({
      name: `${params.form}.csv`,
      body: await streamedParts<NonNullable<ExportPart["next"]>>(async (from) =>
        expectValue(await workspace.read("form.export", member.site, { form: params.form, from })),
      ),
    }),
  }),
  command({
    method: "PATCH",
    path: "/api/forms/{form}/submissions/{submission}",
    summary: "Mark a submission as read or unread.",
    permission: "forms.write",
    command: "form.mark",
    versioned: null,
    params: { form, submission },
    body: z.pick(markSubmission, { read: true }),
    output: markedView,
    status: 200,
    limits: { bodyBytes: SMALL_BODY_MAX_BYTES, rate: "writes" },
  }),
  command({
    method: "DELETE",
    path: "/api/forms/{form}/submissions/{submission}",
    summary: "Delete a submission permanently.",
    permission: "forms.write",
    command: "form.delete",
    versioned: null,
    params: { form, submission },
    body: null,
    output: deletedView,
    status: 200,
    limits: { bodyBytes: 0, rate: "writes" },
  }),
  download({
    path: "/api/forms/{form}/submissions/{submission}/files/{file}",
    summary:
      "Download a file that a visitor sent, byte for byte. Treat it as unsafe: only its type was checked. The answer makes browsers save the file and never show it.",
    permission: "forms.read",
    params: { form, submission, file },
    query: {},
    answers: "application/octet-stream",
    run: (call) => downloadHeld(call, call.params),
  }),
  preparedCommand({
    method: "POST",
    path: "/api/forms/{form}/submissions/{submission}/files/{file}/accept",
    summary:
      "Accept a visitor's file: move it from quarantine to the site's media, where it can be published. Identical files are stored once.",
    permission: ["forms.write", "media.write"],
    command: "form.accept",
    versioned: null,
    params: { form, submission, file },
    query: {},
    output: mediaCreatedView,
    status: 201,
    limits: { bodyBytes: 0, rate: "writes" },
    run: acceptHeld,
  }),
  command({
    method: "DELETE",
    path: "/api/forms/{form}/submissions/{submission}/files/{file}",
    summary: "Delete a visitor's file from quarantine permanently. The rest of the submission stays.",
    permission: "forms.write",
    command: "form.reject",
    versioned: null,
    params: { form, submission, file },
    body: null,
    output: rejectedFileView,
    status: 200,
    limits: { bodyBytes: 0, rate: "writes" },
  }),
];
