import { type Action, FORCED } from "../desk/action.ts";
import { findCommandRoute } from "../desk/area.ts";
import type { Desk } from "../desk/desk.ts";
import type { Fields } from "../desk/sent.ts";
import { type ApiQuestion, notInForm } from "../desk/through.ts";
import { inboxAddress, lookingAt } from "./looking.ts";

/** Path parameters as sent; the API validates them. */
const named = ({ subject }: Desk, fields: Fields): Pick<ApiQuestion, "segments"> => ({
  segments: { form: subject ?? "", submission: fields.get("submission") ?? "", file: fields.get("file") ?? "" },
});

/** Redirects to the page, and to the submission if it still exists. */
const back =
  (done: (fields: Fields) => string, isThere: boolean): Action["after"] =>
  ({ subject, request }, fields) =>
    inboxAddress(lookingAt(subject ?? "", request), {
      done: done(fields),
      ...(isThere ? { at: Number(fields.get("submission")) } : {}),
    });

export const INBOX_ACTIONS = {
  mark: {
    route: findCommandRoute("form.mark"),
    fields: ["submission", "read"],
    ask: (desk, fields) => ({ ...named(desk, fields), body: { read: readIn(fields) } }),
    after: back((fields) => (readIn(fields) ? "read" : "unread"), true),
  },
  delete: {
    route: findCommandRoute("form.delete"),
    fields: ["submission", FORCED],
    isAskedTwice: true,
    ask: named,
    after: back(() => "deleted", false),
  },
  accept: {
    route: findCommandRoute("form.accept"),
    fields: ["submission", "file"],
    ask: named,
    after: back(() => "accepted", true),
  },
  reject: {
    route: findCommandRoute("form.reject"),
    fields: ["submission", "file", FORCED],
    isAskedTwice: true,
    ask: named,
    after: back(() => "rejected", true),
  },
} as const satisfies Readonly<Record<string, Action>>;

function readIn(fields: Fields): boolean {
  const read = fields.get("read");
  if (read !== "true" && read !== "false") throw notInForm("read", "true or false");
  return read === "true";
}
