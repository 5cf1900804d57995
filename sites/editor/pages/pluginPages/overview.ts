/** The pages that plugins add, as cards with the number of entries in their lists. */
import { html } from "hono/html";
import { expectValue } from "../../../../runtime/commands/answer.ts";
import { reader } from "../../../words/reader.ts";
import { WORDS } from "../../../words/words.ts";
import type { Desk } from "../desk/desk.ts";
import { editorPage } from "../drawing/editorPage.ts";
import { untrustedText } from "../library/untrustedText.ts";
import { countText, pluginPageAt } from "./area.ts";
import { emptyList } from "../drawing/lists.ts";
import { isOpenTo } from "../desk/area.ts";
import { PLUGINS_AREA } from "../plugins/area.ts";
import { FIND_PATH } from "../plugins/addresses.ts";

export async function listedPages(desk: Desk): Promise<Response> {
  const { pluginPages: words } = WORDS;
  const { workspace, member } = desk;
  const wanted = { role: member.role, language: reader().language };
  const { items } = expectValue(await workspace.read("plugin.pages", member.site, wanted));
  const cards = items.map(
    ({
      page,
      title,
      description,
      lists,
    }) => html`<li class="row"><div class="what"><p><a href="${pluginPageAt(page)}">${untrustedText(title)}</a></p>
<p>${untrustedText(description)}</p><p class="facts">${lists.map((list, index) => html`${index === 0 ? "" : " · "}${untrustedText(list.title)}${WORDS.everyPage.colon}${countText(list.total)}`)}</p></div></li>`,
  );
  const content = html`<h1>${words.title}</h1><p class="help">${words.intro}</p>
${cards.length === 0 ? emptyList(words.none, isOpenTo(member.role, PLUGINS_AREA) ? { address: FIND_PATH, words: WORDS.shelves.open } : null) : html`<ul class="rows">${cards}</ul>`}`;
  return editorPage(desk, { title: words.title, content });
}
