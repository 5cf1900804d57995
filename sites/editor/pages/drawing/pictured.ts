/** A choice of pictures with the chosen one shown. A script updates it at each choice. */
import { html } from "hono/html";
import type { Html } from "./html.ts";

export type PictureAddresses = Readonly<Record<string, string>>;

export function pictured(field: Html, chosen: string, addresses: PictureAddresses): Html {
  const src = addresses[chosen];
  const picture = src === undefined ? "" : html`<img src="${src}" alt="">`;
  return html`<div class="pictured">${field}<span data-pictures="${JSON.stringify(addresses)}">${picture}</span></div>`;
}
