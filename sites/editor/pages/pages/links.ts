import { html } from "hono/html";
import type { BackLinksView } from "../../../../runtime/editing/views.ts";
import { say } from "../../../words/shape/say.ts";
import { WORDS } from "../../../words/words.ts";
import type { Html } from "../drawing/html.ts";
import { versionField } from "../drawing/versionField.ts";
import { removal } from "../library/removal.ts";
import { canvasAt } from "./area.ts";
import type { ShownPage } from "./shownPage.ts";

const { pages: words } = WORDS;

export const linksHere = ({ links }: ShownPage): Html =>
  html`<section aria-labelledby="links-title"><h2 id="links-title">${words.links}</h2>${listOf(links)}</section>`;

function listOf({ items, more }: BackLinksView): Html {
  if (items.length === 0) return html`<p>${words.noLinks}</p>`;
  return html`<ul class="uses">${items.map((item) => html`<li>${one(item)}</li>`)}</ul>${more ? html`<p>${words.linksMore}</p>` : ""}`;
}

const one = ({ kind, id, path, title }: BackLinksView["items"][number]): Html | string =>
  kind === "page"
    ? html`<a href="${canvasAt(id)}"><bdi>${title}</bdi></a> <span class="help"><bdi>${path}</bdi></span>`
    : words.kinds[kind];

/** The removal form. Its confirmation lists the links that would break. */
export function removing({ links, version, here, failure }: ShownPage): Html {
  const linked = links.items.length;
  const question = html`<p>${words.removeAsked} ${linked === 0 ? "" : say(words.removeLinked, { n: linked })}</p>${linked === 0 ? "" : listOf(links)}`;
  const asking = removal({
    name: "remove",
    here,
    back: here,
    of: versionField(version),
    failure,
    first: { help: html`<p>${words.removeHelp}</p>`, button: words.remove },
    second: { question, button: words.removeAnyway },
  });
  return html`<section aria-labelledby="remove-title"><h2 id="remove-title">${words.removeTitle}</h2>${asking}</section>`;
}
