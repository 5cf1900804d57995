import { html, raw } from "hono/html";
import type { Page } from "../../../../runtime/documents/content/content.ts";
import { imageElement } from "../../../../runtime/templates/image.ts";
import { WORDS } from "../../../words/words.ts";
import type { Desk } from "../desk/desk.ts";
import type { Html } from "../drawing/html.ts";

const { pages: words } = WORDS;

/** Previews of the page in search engines and shared links. A script updates them during typing. */
export function previews({ context: { name, origin } }: Desk, page: Page): Html {
  const description = page.description ?? "";
  return html`<section aria-labelledby="previews-title"><h2 id="previews-title">${words.previews}</h2>
<h3>${words.inSearch}</h3><div class="found"><p class="facts"><bdi>${name}</bdi> <bdi>${origin}${page.path}</bdi></p>
<p class="found-title"><bdi id="shown-title">${page.title}</bdi></p><p class="found-text"><bdi id="shown-description">${description}</bdi></p></div>
${description === "" ? html`<p class="help">${words.noDescription}</p>` : ""}
<h3>${words.shared}</h3><div class="card">${picture(page)}<div><p class="facts"><bdi>${new URL(origin).host}</bdi></p><p class="found-title"><bdi>${page.title}</bdi></p><p class="found-text"><bdi>${description}</bdi></p></div></div></section>`;
}

const picture = ({ image }: Page): Html | string =>
  image
    ? raw(imageElement({ ...image, alt: "" }, { className: "share", eager: true, sizes: "24rem", widths: new Map() }))
    : "";
