import { html } from "hono/html";
import { WORDS } from "../../../shared/editor/words/words.ts";
import type { Html } from "./html.ts";

type Done = Readonly<Record<string, string>>;

/** Our own words for the result of the last form, by the name in the address: those of the area, and those of all. */
export function doneIn(query: URLSearchParams, done: Done): string {
  const words: Done = { ...WORDS.frame.done, ...WORDS.publishing.done, ...done };
  const name = query.get("done") ?? "";
  return Object.hasOwn(words, name) ? (words[name] ?? "") : "";
}

/** Always there, so that what a script writes into it is read out. */
export const status = (text: string): Html => html`<p class="status" role="status" id="status">${text}</p>`;
