/** The uses of pages: documents that link or refer to them. */
import { html } from "hono/html";
import { say } from "../../../words/shape/say.ts";
import { WORDS } from "../../../words/words.ts";
import type { Desk } from "../desk/desk.ts";
import type { Html } from "../drawing/html.ts";
import { canvasAt } from "../pages/area.ts";
import type { ChosenPage } from "./chosen.ts";

const { bulk: words, pages: pageWords } = WORDS;

/** A place, as an address and words; without an address if it is no page. */
type Use = readonly [address: string | null, said: string];

export async function drawUses(desk: Desk, chosen: readonly ChosenPage[]): Promise<Html> {
  const uses = new Map<string, Use>();
  const ids = new Set(chosen.map(({ id }) => id));
  let unnamed = 0;
  for (const { id } of chosen) {
    const answer = await desk.workspace.read("page.backLinks", desk.member.site, { page: id });
    if (!answer.ok) continue;
    const { items, more } = answer.value;
    for (const { kind, id: from, title } of items)
      if (kind !== "page") uses.set(kind, [null, pageWords.kinds[kind]]);
      else if (!ids.has(from)) uses.set(from, [canvasAt(from), title ?? from]);
    if (more) unnamed += 1;
  }
  if (uses.size === 0) return html`<p>${words.unused}</p>`;
  return html`<p class="warning">${words.used}</p><ul class="uses">${[...uses.values()].map(
    ([address, said]) => html`<li>${address === null ? said : html`<a href="${address}"><bdi>${said}</bdi></a>`}</li>`,
  )}</ul>${unnamed > 0 ? html`<p>${say(words.usedMore, { n: unnamed })}</p>` : ""}`;
}
