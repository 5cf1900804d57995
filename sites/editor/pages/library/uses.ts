import { html } from "hono/html";
import type { MediaDetailView } from "../../../../runtime/media/views.ts";
import { say } from "../../../words/shape/say.ts";
import { WORDS } from "../../../words/words.ts";
import { draftOf } from "../desk/address.ts";
import type { Html } from "../drawing/html.ts";

const { media: words } = WORDS;

/** The documents that show a file, in the draft and in the published site. */
export function useList({ used: total, uses }: MediaDetailView): Html {
  const more = total - uses.length;
  const items = uses.map(({ kind, path, title, draft, published }) => {
    const where = [draft ? words.inDraft : "", published ? words.inPublished : ""]
      .filter((word) => word !== "")
      .join(", ");
    const name = html`<bdi>${title ?? WORDS.publish.kinds[kind]}</bdi>`;
    return html`<li>${path !== null && draft ? html`<a href="${draftOf(path)}">${name}</a>` : name} <span class="help">${where}</span></li>`;
  });
  return html`${total === 0 ? html`<p>${words.unused}</p>` : html`<ul class="uses">${items}</ul>`}${more > 0 ? html`<p>${say(words.usesMore, { n: more })}</p>` : ""}`;
}
