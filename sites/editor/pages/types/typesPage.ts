/** The page of all content types that the owner of the site made. */
import { html } from "hono/html";
import { LABEL_MAX_CHARS } from "../../../../manifests/bounds/manifest.ts";
import type { OwnType } from "../../../../manifests/ownTypes/ownTypes.ts";
import { expectValue } from "../../../../runtime/commands/answer.ts";
import { say } from "../../../words/shape/say.ts";
import { WORDS } from "../../../words/words.ts";
import type { Desk } from "../desk/desk.ts";
import { historyOf } from "../desk/documentAddress.ts";
import type { FormFailure } from "../desk/failure.ts";
import type { DeskPageState } from "../desk/page.ts";
import { editorPage } from "../drawing/editorPage.ts";
import { DrawnFields } from "../drawing/fields.ts";
import { alert, drawnForm } from "../drawing/form.ts";
import type { Html } from "../drawing/html.ts";
import { publishBar } from "../drawing/publishBar.ts";
import { doneIn, status } from "../drawing/status.ts";
import { TYPES_AREA, typeAt } from "./area.ts";
import { schemasOf } from "./states.ts";
import { emptyList } from "../drawing/lists.ts";

const { types: words } = WORDS;
const HERE = TYPES_AREA.path;

export async function typesPage(desk: Desk, { failure }: DeskPageState): Promise<Response> {
  const query = new URL(desk.request.url).searchParams;
  const { version, body } = expectValue(await desk.workspace.read("types", desk.member.site));
  const history =
    version === 0 ? "" : html`<p><a href="${historyOf("types", "site")}">${WORDS.publish.history.title}</a></p>`;
  const content = html`<h1>${words.title}</h1><p class="help">${words.intro}</p>
${status(doneIn(query, words.done))}
${publishBar(desk, HERE, failure)}
<section aria-labelledby="list-title"><h2 id="list-title">${words.list}</h2>
${body.types.length === 0 ? emptyList(words.none, { address: "#adding", words: words.addTitle }) : html`<ul class="rows">${body.types.map(row)}</ul>`}
<p class="help">${words.ofPlugins}</p>${history}</section>
<div class="work">${adding(failure)}</div>`;
  return editorPage(desk, { title: words.title, content, refusal: failure?.refusal });
}

function row(type: OwnType): Html {
  const { name, title, plural, address = "" } = type;
  const count = say(words.count, { n: Object.keys(schemasOf(type)).length });
  return html`<li class="row"><div class="what"><p class="name"><bdi>${plural}</bdi></p><p class="facts">${count}${address === "" ? html` · ${WORDS.pages.pageless}` : html` <bdi class="path">${address}</bdi>`}</p></div>
<div class="acts"><a href="${typeAt(name)}" aria-label="${say(words.editOf, { title })}">${words.edit}</a></div></li>`;
}

function adding(failure: FormFailure | undefined): Html {
  const fields = new DrawnFields("add", failure);
  const content = html`${fields.text("title", words.single, "", { required: true, max: LABEL_MAX_CHARS, help: words.singleHelp })}
${fields.text("plural", words.plural, "", { required: true, max: LABEL_MAX_CHARS, help: words.pluralHelp })}
<button type="submit">${words.add}</button>`;
  return html`<section aria-labelledby="adding"><h2 id="adding">${words.addTitle}</h2>${alert(failure, "add")}${drawnForm("add", HERE, content)}</section>`;
}
