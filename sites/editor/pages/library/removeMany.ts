/** The confirmation page for removing several files, with the places that show each file. */
import { html } from "hono/html";
import type { MediaDetailView } from "../../../../runtime/media/views.ts";
import { say } from "../../../words/shape/say.ts";
import { WORDS } from "../../../words/words.ts";
import type { Action } from "../desk/action.ts";
import { withQuery } from "../desk/address.ts";
import { findCommandRoute } from "../desk/area.ts";
import type { Desk } from "../desk/desk.ts";
import type { DeskPageState } from "../desk/page.ts";
import { alert, drawnForm } from "../drawing/form.ts";
import { editorPage } from "../drawing/editorPage.ts";
import type { Html } from "../drawing/html.ts";
import { MEDIA_AREA } from "./area.ts";
import { CHOSEN_FILE_FIELD, chosenFields, chosenFiles, chosenRow, sentIn } from "./chosenFiles.ts";
import { useList } from "./uses.ts";

const { media: words } = WORDS;

export const REMOVE_MANY = `${MEDIA_AREA.path}/remove`;
/** Removes the files with `force`, because the member has seen where each file is used. */
export const REMOVES_MANY: Action = {
  route: findCommandRoute("media.delete"),
  fields: [],
  more: CHOSEN_FILE_FIELD,
  ask: (_, fields) =>
    sentIn(fields).map(([media, version]) => ({ segments: { media }, version, query: "?force=true" })),
  after: (_, fields) => withQuery(MEDIA_AREA.path, { removed: sentIn(fields).length }),
};

export async function removeMany(desk: Desk, { failure }: DeskPageState): Promise<Response> {
  const files = await chosenFiles(desk, failure);
  const content = html`<p><a href="${MEDIA_AREA.path}">${words.back}</a></p>
<h1>${words.removeTitleMany}</h1>
<div class="work narrow"><section aria-label="${words.files}">${alert(failure, "removeMany")}${files.length === 0 ? html`<p class="none">${words.noneChosen}</p>` : asked(files)}</section></div>`;
  return editorPage(desk, { title: words.removeTitleMany, content, refusal: failure?.refusal });
}

function asked(files: readonly MediaDetailView[]): Html {
  const used = files.filter((file) => file.used > 0).length;
  const content = html`${chosenFields(files)}
<p class="acts"><button type="submit" class="danger">${say(words.removeMany, { n: files.length })}</button> <a href="${MEDIA_AREA.path}">${WORDS.everyPage.keep}</a></p>`;
  return html`<ul class="rows">${files.map((file) => chosenRow(file, useList(file)))}</ul>
<p class="${used > 0 ? "warning" : "help"}">${used > 0 ? say(words.manyUsed, { n: used }) : words.removeHelp}</p>
${drawnForm("removeMany", REMOVE_MANY, content)}`;
}
