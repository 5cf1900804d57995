/** The page of all forms with submissions. */
import { html } from "hono/html";
import { expectValue } from "../../../../runtime/commands/answer.ts";
import type { WaitingForm } from "../../../../runtime/submissions/waiting.ts";
import type { FormsView } from "../../../../runtime/submissions/views.ts";
import { reader } from "../../../words/reader.ts";
import { say } from "../../../words/shape/say.ts";
import { WORDS } from "../../../words/words.ts";
import { draftOf } from "../desk/address.ts";
import type { Desk } from "../desk/desk.ts";
import { editorPage } from "../drawing/editorPage.ts";
import type { Html } from "../drawing/html.ts";
import { moment } from "../drawing/moment.ts";
import { inboxAddress, everything } from "./looking.ts";
import { emptyList } from "../drawing/lists.ts";
import { EDIT } from "../desk/area.ts";

export async function formsPage(desk: Desk): Promise<Response> {
  const { items } = expectValue(await desk.workspace.read("forms", desk.member.site, { language: reader().language }));
  const waiting = expectValue(
    await desk.workspace.read("forms.waiting", desk.member.site, { language: reader().language }),
  );
  const content = html`<h1>${WORDS.forms.title}</h1>
${items.length === 0 ? (waiting.length === 0 ? emptyList(html`${WORDS.forms.nothingSent} ${WORDS.forms.noForms}`, { address: EDIT, words: WORDS.forms.addForm }) : emptyList(WORDS.forms.nothingSent, { address: draftOf(waiting[0]?.page.path ?? "/"), words: WORDS.forms.tryForm })) : html`<ul class="boxes">${items.map(box)}</ul>`}
${waiting.length === 0 ? "" : html`<section aria-labelledby="waiting-title"><h2 id="waiting-title">${WORDS.forms.waiting}</h2><ul class="rows">${waiting.map(waitingRow)}</ul></section>`}`;
  return editorPage(desk, { title: WORDS.forms.title, content });
}

function box({ form, title, page, total, unread, lastAt }: FormsView["items"][number]): Html {
  const where = page
    ? html`${WORDS.forms.standsOn} <a href="${draftOf(page.path)}"><bdi>${page.title}</bdi></a>`
    : WORDS.forms.pageGone;
  return html`<li><h2><a href="${inboxAddress(everything(form))}"><bdi>${title}</bdi></a> ${unread > 0 ? html`<span class="badge">${say(WORDS.forms.unread, { n: unread })}</span>` : ""}</h2>
<p class="facts">${where} · ${say(WORDS.forms.submissions, { n: total })} · ${WORDS.forms.latest} ${moment(lastAt)}</p></li>`;
}

const waitingRow = ({ title, page }: WaitingForm): Html =>
  html`<li class="row"><div class="what"><p class="name"><bdi>${title}</bdi></p><p class="facts">${WORDS.forms.standsOn} <a href="${draftOf(page.path)}"><bdi>${page.title}</bdi></a></p></div></li>`;
