/** The page on which members see and change the readers with an account. */
import { html } from "hono/html";
import { MAIL_ADDRESS_MAX_CHARS } from "../../../../manifests/bounds/forms.ts";
import { expectValue } from "../../../../runtime/commands/answer.ts";
import { readerId, type ReaderView } from "../../../../runtime/readers/views.ts";
import { say } from "../../../words/shape/say.ts";
import { WORDS } from "../../../words/words.ts";
import { GROUPS_MAX_CHARS } from "../../looks/audienceText.ts";
import { withQuery } from "../desk/address.ts";
import type { Desk } from "../desk/desk.ts";
import type { DeskPageState } from "../desk/page.ts";
import { DrawnFields, drawnSuggestions } from "../drawing/fields.ts";
import { alert, drawnForm } from "../drawing/form.ts";
import { editorPage } from "../drawing/editorPage.ts";
import type { Html } from "../drawing/html.ts";
import { emptyList, pager } from "../drawing/lists.ts";
import { moment } from "../drawing/moment.ts";
import { doneIn, status } from "../drawing/status.ts";
import { sendsMail } from "../library/mailing.ts";
import { oneWay, untrustedText } from "../library/untrustedText.ts";
import { READERS_AREA } from "./area.ts";

const {
  people: { readers: words, older, newest },
} = WORDS;
const HERE = READERS_AREA.path;
const GROUPS = "reader-groups";

export async function readersPage(desk: Desk, { failure }: DeskPageState): Promise<Response> {
  const query = new URL(desk.request.url).searchParams;
  const cursor = readerId.safeParse(query.get("cursor") ?? "").data;
  const view = expectValue(await desk.workspace.read("readers", desk.member.site, { cursor }));
  const fields = new DrawnFields("add", failure);
  const further = view.next === null ? null : { address: withQuery(HERE, { cursor: view.next }), words: older };
  const first = cursor === undefined ? null : { address: HERE, words: newest };
  const letter = (await sendsMail(desk)) ? fields.tick("letter", words.letter, false) : "";
  const content = html`<h1>${words.title}</h1><p class="lead">${words.intro}</p>${status(doneIn(query, words.done))}
<div class="work"><section aria-labelledby="add-title"><h2 id="add-title">${words.add}</h2>${alert(failure, "add")}${drawnForm(
    "add",
    HERE,
    html`${fields.text("address", words.address, "", { required: true, type: "email", max: MAIL_ADDRESS_MAX_CHARS })}
${fields.text("groups", words.groups, "", { max: GROUPS_MAX_CHARS, help: words.groupsHelp, list: GROUPS })}
${letter}<button type="submit">${words.add}</button>`,
  )}</section></div>
${drawnSuggestions(
  GROUPS,
  view.groups.map((name) => [name, name]),
)}
<section aria-labelledby="readers-title"><h2 id="readers-title">${say(words.total, { n: view.total })}</h2>${alert(failure, "groups")}${alert(failure, "remove")}
${view.items.length === 0 ? emptyList(words.none, { address: "#add-title", words: words.add }) : html`<ul class="rows">${view.items.map((reader) => row(reader))}</ul>`}${pager(words.title, first, further)}</section>`;
  return editorPage(desk, { title: words.title, content, refusal: failure?.refusal });
}

function row({ id, address, groups, madeAt, madeBy, seenAt }: ReaderView): Html {
  const fields = new DrawnFields("groups", undefined, {}, id);
  const seen = seenAt === null ? words.never : html`${words.seen} ${moment(seenAt)}`;
  const of = html`<input type="hidden" name="reader" value="${id}">`;
  return html`<li class="row"><div class="what"><p class="name">${untrustedText(address)}</p>
<p class="facts">${madeBy === null ? words.signedUp : words.added} ${moment(madeAt)} · ${seen}</p>
${drawnForm("groups", HERE, html`${of}${fields.text("groups", words.groups, groups.join(", "), { max: GROUPS_MAX_CHARS, list: GROUPS })}<button type="submit">${WORDS.everyPage.save}</button>`)}</div>
<div class="acts">${drawnForm("remove", HERE, html`${of}<button type="submit" class="danger" aria-label="${say(words.removeOf, { name: oneWay(address) })}">${words.remove}</button>`)}</div></li>`;
}
