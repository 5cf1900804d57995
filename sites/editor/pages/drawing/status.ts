import { html } from "hono/html";
import { WORDS } from "../../../words/words.ts";
import type { Html } from "./html.ts";

type Done = Readonly<Record<string, string>>;

/** The text for the result of the last form, by the name in the address. Names without a text give nothing. */
export function doneIn(query: URLSearchParams, done: Done): string {
  const words: Done = { ...WORDS.everyPage.done, ...WORDS.publishing.done, ...done };
  const name = query.get("done") ?? "";
  return Object.hasOwn(words, name) ? (words[name] ?? "") : "";
}

/** The status element exists even when it is empty, because screen readers announce only changes of an existing one. */
export const status = (text: string): Html => html`<p class="status" role="status" id="status">${text}</p>`;
