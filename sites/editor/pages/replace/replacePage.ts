/** The page that replaces words in the whole draft. Its script reads and changes the pages over the API. */
import { html } from "hono/html";
import { WORDS } from "../../../words/words.ts";
import type { Desk } from "../desk/desk.ts";
import { builtFiles, builtPath } from "../drawing/builtFiles.ts";
import { editorPage } from "../drawing/editorPage.ts";
import { PAGES_AREA } from "../pages/area.ts";

const { replacing: words } = WORDS;

export async function replacePage(desk: Desk): Promise<Response> {
  const { replacing } = await builtFiles(desk.env);
  const content = html`<p><a href="${PAGES_AREA.path}">${PAGES_AREA.title}</a></p><h1>${words.title}</h1><p class="lead">${words.lead}</p>
<div id="replacing" class="work" data-words="${JSON.stringify(words)}"><p class="unscripted none">${WORDS.reviews.remarksNeed}</p></div>`;
  const script = { path: builtPath(replacing.name), integrity: replacing.integrity };
  return editorPage(desk, { title: words.title, content, scripts: [script] });
}
