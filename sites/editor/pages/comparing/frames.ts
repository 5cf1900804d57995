import { html } from "hono/html";
import { WORDS } from "../../../words/words.ts";
import type { Html } from "../drawing/html.ts";

const { comparing: words } = WORDS;

/** One side of a comparison. `instead` explains a missing address. */
export interface Side {
  readonly title: string;
  readonly address: string | null;
  readonly instead?: string;
}

/**
 * Two pages side by side. The frames run no scripts and do not navigate. The text below shows the same differences to
 * screen readers.
 */
export const sideBySide = (label: string, sides: readonly Side[]): Html =>
  html`<section class="sides" aria-label="${label}">${sides.every(({ address }) => address !== null) ? slider() : ""}${sides.map(side)}</section>`;

/** The slider, which only works with a script. */
const slider =
  (): Html => html`<div class="slider scripted"><p class="tick"><input type="checkbox" id="laid"> <label for="laid">${words.laid}</label></p>
<input type="range" id="slide" min="0" max="100" value="50" hidden aria-label="${words.slide}"></div>`;

const side = ({ title, address, instead = "" }: Side): Html =>
  html`<div class="side"><h2 class="small">${title}</h2>${
    address === null
      ? html`<p class="none">${instead}</p>`
      : html`<iframe src="${address}" title="${title}" sandbox="allow-same-origin" loading="lazy" tabindex="-1"></iframe>`
  }</div>`;
