import { html } from "hono/html";
import { say, WORDS } from "../../../shared/editor/words.ts";
import type { Html } from "./html.ts";

/** Our own words for the result of the last form, by name. */
const DONE: ReadonlyMap<string, string> = new Map([
  ["saved", WORDS.saved],
  ["placed", WORDS.placed],
  ["published", WORDS.published],
  ["removed", WORDS.removed],
  ["read", WORDS.markedRead],
  ["unread", WORDS.markedUnread],
  ["deleted", WORDS.deleted],
  ["accepted", WORDS.accepted],
  ["rejected", WORDS.rejected],
]);

export function doneIn(query: URLSearchParams): string {
  const stored = /^[1-9]\d{0,2}$/.test(query.get("stored") ?? "")
    ? say(WORDS.uploaded, { n: Number(query.get("stored")) })
    : "";
  return DONE.get(query.get("done") ?? "") ?? stored;
}

/** Always there, so that what a script writes into it is read out. */
export const status = (text: string): Html => html`<p class="status" role="status" id="status">${text}</p>`;
