import * as z from "zod/mini";
import { SMALL_BODY_MAX_BYTES, TITLE_MAX_CHARS } from "../../../../manifests/bounds.ts";
import { expectValue } from "../../../../runtime/answer.ts";
import type { ExportPart } from "../../../../runtime/forms/box.ts";
import { deletedView, formIdShape, formsView, markedView, markSubmission, submissionsView } from "../../../../runtime/forms/views.ts";
import type { Workspace } from "../../env.ts";
import { command, download, read } from "./makers.ts";
import { flag, limit, numberCursor, whole, word } from "./parameter.ts";
import type { Route } from "./route.ts";

export const form = word(formIdShape, "A form where it stands: `<page id>.<section id>`.");
const submission = whole(1, Number.MAX_SAFE_INTEGER, "Id of a submission.");

export const formRoutes: readonly Route[] = [
  read({
    path: "/api/forms",
    summary: "List forms that visitors have sent something with, the latest first.",
    permission: "forms.read",
    params: {},
    query: {},
    output: formsView,
    run: async ({ workspace, member }) => expectValue(await workspace.forms(member.site)),
  }),
  read({
    path: "/api/forms/{form}/submissions",
    summary: "List what was sent with a form, newest first. With `text`, a page may be empty and still have a `next`.",
    permission: "forms.read",
    params: { form },
    query: {
      cursor: numberCursor,
      limit,
      unread: flag("Only those nobody has read."),
      text: word(z.string().check(z.minLength(1), z.maxLength(TITLE_MAX_CHARS)), "Only those with this in one of their answers."),
    },
    output: submissionsView,
    run: async ({ workspace, member, params, query: { cursor, limit: rows, ...filter } }) =>
      expectValue(await workspace.formSubmissions(member.site, params.form, filter, cursor ?? null, rows ?? null)),
  }),
  download({
    path: "/api/forms/{form}/submissions.csv",
    summary: "All that was sent with a form, oldest first, as CSV. What a spreadsheet would run as a formula begins with an apostrophe.",
    permission: "forms.read",
    params: { form },
    answers: "text/csv; charset=utf-8",
    run: ({ workspace, member, params }) => ({ name: `${params.form}.csv`, body: exportOf(workspace, member.site, params.form) }),
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
    summary: "Delete a submission for good.",
    permission: "forms.write",
    command: "form.delete",
    versioned: null,
    params: { form, submission },
    body: null,
    output: deletedView,
    status: 200,
    limits: { bodyBytes: 0, rate: "writes" },
  }),
];

/** Asks for the next part when the one before has been read, so that neither side holds more than one. */
function exportOf(workspace: Workspace, site: string, id: string): ReadableStream<Uint8Array> {
  const text = new TextEncoder();
  let next: ExportPart["next"] = null;
  return new ReadableStream({
    async pull(controller) {
      const part = expectValue(await workspace.exportSubmissions(site, id, next));
      if (part.csv !== "") controller.enqueue(text.encode(part.csv));
      next = part.next;
      if (!next) controller.close();
    },
  });
}
