import { html } from "hono/html";
import type { Html } from "../drawing/html.ts";

/** One side of a comparison. Without an address it says why there is nothing to show. */
export interface Side {
  readonly title: string;
  readonly address: string | null;
  readonly instead?: string;
}

/**
 * Two pages side by side. The frames may run no script and lead nowhere: they are looked at, and the texts below them
 * say the same to people who do not see them.
 */
export const sideBySide = (label: string, sides: readonly Side[]): Html =>
  html`<section class="sides" aria-label="${label}">${sides.map(side)}</section>`;

const side = ({ title, address, instead = "" }: Side): Html =>
  html`<div class="side"><h2 class="small">${title}</h2>${
    address === null
      ? html`<p class="none">${instead}</p>`
      : html`<iframe src="${address}" title="${title}" sandbox="allow-same-origin" loading="lazy" tabindex="-1"></iframe>`
  }</div>`;
