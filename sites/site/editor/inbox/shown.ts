import { html } from "hono/html";
import type { AskedView, SubmissionsView } from "../../../../runtime/forms/views.ts";
import { can } from "../../../../runtime/permissions.ts";
import type { Desk } from "../desk.ts";
import type { Failure } from "../failure.ts";
import type { Html } from "../html.ts";
import { INBOX_ACTIONS } from "./actions.ts";
import type { Looking } from "./looking.ts";
import { addressOf } from "./looking.ts";

export type Item = SubmissionsView["items"][number];

/** A submission on its page. */
export interface Shown {
  readonly desk: Desk;
  readonly looking: Looking;
  readonly item: Item;
  /** Missing where nobody knows any more what was asked. */
  readonly asked: AskedView | undefined;
  readonly failure: Failure | undefined;
}

/** What a form of this submission was refused with, if one was. */
export const failureOf = ({ failure, item: { id } }: Shown): Failure | undefined => (failure?.typed.get("submission") === String(id) ? failure : undefined);

/** Whether the API would let this member do it. */
export function mayDo({ desk: { member: { role } } }: Shown, name: keyof typeof INBOX_ACTIONS): boolean {
  return can(role, INBOX_ACTIONS[name].route.permission);
}

/** Without a script, too, a browser comes back to the submission it was at. */
export const hereOf = ({ looking, item: { id } }: Shown): string => `${addressOf(looking)}#s${id}`;

/** The same by another address: a browser that is there already would stay where it is. */
export const backOf = ({ looking, item: { id } }: Shown): string => `${addressOf(looking, { at: id })}#s${id}`;

export const named = ({ item: { id } }: Shown): Html => html`<input type="hidden" name="submission" value="${id}">`;
