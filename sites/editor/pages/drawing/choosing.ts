/** The choice of several pages in a list: a tick in each row, and a bar that leads on with them. */
import { html } from "hono/html";
import { say } from "../../../words/shape/say.ts";
import { WORDS } from "../../../words/words.ts";
import { START } from "../desk/area.ts";
import type { Html } from "./html.ts";

const { bulk: words } = WORDS;

/** The page that changes several pages. */
export const CHANGE_MANY = `${START}/pages-change`;

/** The name of the ticks. HTML validators expect brackets in a name that several fields share. */
export const TICKED = "page[]";

interface Tickable {
  readonly id: string;
  readonly version: number;
  readonly title: string;
}

/** `shown` is the page's title in one line. */
export const tick = ({ id, version }: Tickable, shown: string): Html =>
  html`<input type="checkbox" form="choosing" name="${TICKED}" value="${id}:${version}" aria-label="${say(words.pick, { title: shown })}">`;

interface Choosing {
  /** The content type of the listed entries; null in a list of all pages. */
  readonly type: string | null;
  /** The address that chooses everything the list matches, and how many that is. Null if the list does not count. */
  readonly all: { readonly address: string; readonly n: number } | null;
}

export const choosingBar = ({ type, all }: Choosing): Html =>
  html`<form method="get" action="${CHANGE_MANY}" id="choosing" class="acts">${type === null ? "" : html`<input type="hidden" name="type" value="${type}">`}<label class="scripted"><input type="checkbox" data-ticks="choosing"> ${words.allShown}</label> <button type="submit" class="quiet">${words.changeChosen}</button>${all === null || all.n === 0 ? "" : html` <a href="${all.address}">${say(words.changeAll, { pages: say(words.pages, { n: all.n }) })}</a>`}</form>`;
