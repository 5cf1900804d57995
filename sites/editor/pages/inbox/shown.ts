import { html } from "hono/html";
import type { AskedView, SubmissionsView } from "../../../../runtime/submissions/views.ts";
import { can } from "../../../../runtime/commands/permissions.ts";
import type { Desk } from "../desk/desk.ts";
import type { FormFailure } from "../desk/failure.ts";
import type { Html } from "../drawing/html.ts";
import { INBOX_ACTIONS } from "./actions.ts";
import { type Looking, inboxAddress } from "./looking.ts";

export type InboxItem = SubmissionsView["items"][number];

/** A submission with the page that shows it. */
export interface Shown {
  readonly desk: Desk;
  readonly looking: Looking;
  readonly item: InboxItem;
  /** The form's questions; undefined if the form is gone. */
  readonly asked: AskedView | undefined;
  readonly failure: FormFailure | undefined;
}

/** The refusal of a form of this submission; undefined if there is none. */
export const failureOf = ({ failure, item: { id } }: Shown): FormFailure | undefined =>
  failure?.typed.get("submission") === String(id) ? failure : undefined;

/** Tells whether the API would let this member use the route. */
export function mayDo(
  {
    desk: {
      member: { role },
    },
  }: Shown,
  name: keyof typeof INBOX_ACTIONS,
): boolean {
  return can(role, INBOX_ACTIONS[name].route.permission);
}

/** The address of the submission on its page, where a form returns to. */
export const hereOf = ({ looking, item: { id } }: Shown): string => `${inboxAddress(looking)}#s${id}`;

/** The same place with a different query, because a browser does not navigate to the address that it shows. */
export const backOf = ({ looking, item: { id } }: Shown): string => `${inboxAddress(looking, { at: id })}#s${id}`;

export const named = ({ item: { id } }: Shown): Html => html`<input type="hidden" name="submission" value="${id}">`;
