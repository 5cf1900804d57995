/** Parts that the editor's lists share: the search, the pager, and what an empty list says. */
import { html } from "hono/html";
import { TITLE_MAX_CHARS } from "../../../../manifests/bounds/documents.ts";
import { WORDS } from "../../../words/words.ts";
import type { Html } from "./html.ts";

/** The search text in a query or form; empty if there is none. */
export const lineTextIn = (given: { get(name: string): string | null | undefined }): string =>
  (given.get("text") ?? "").trim().slice(0, TITLE_MAX_CHARS);

/** A positive number in a query; null for anything else. */
export function numberIn(query: URLSearchParams, name: string): number | null {
  const given = query.get(name) ?? "";
  return /^[1-9]\d{0,14}$/.test(given) ? Number(given) : null;
}

interface Searching {
  /** With `post`, the search text does not appear in the address. */
  readonly method: "get" | "post";
  readonly path: string;
  readonly label: string;
  readonly text: string;
  /** The address of the list without a search. */
  readonly all: string;
  /** Hidden fields of the search form. */
  readonly kept?: Html | string;
}

export const searching = ({
  method,
  path,
  label,
  text,
  all,
  kept = "",
}: Searching): Html => html`<form class="search" role="search" method="${method}" action="${path}">
<label for="text">${label}</label> <input id="text" name="text" type="search" maxlength="${TITLE_MAX_CHARS}" value="${text}" dir="auto">${kept}
<button type="submit">${WORDS.everyPage.search}</button>${text === "" ? "" : html` <a href="${all}">${WORDS.everyPage.clear}</a>`}
</form>`;

interface Step {
  readonly address: string;
  readonly words: string;
}

/** An empty list says what it is for, and offers the next step. `next` is null where the member has none. */
export const emptyList = (says: Html | string, next: Step | null): Html =>
  html`<div class="empty"><p class="none">${says}</p>${next ? html`<p class="acts"><a class="button quiet" href="${next.address}">${next.words}</a></p>` : ""}</div>`;

/** Links to other pages of a list. `newest` and `older` are null if there is no such page. */
export function pager(label: string, newest: Step | null, older: Step | null): Html | string {
  if (!newest && !older) return "";
  return html`<nav class="pager" aria-label="${label}">${newest ? html`<a href="${newest.address}">${newest.words}</a>` : ""}
${older ? html`<a rel="next" href="${older.address}">${older.words}</a>` : ""}</nav>`;
}
