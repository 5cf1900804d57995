/** The list of requests for publication. */
import { html } from "hono/html";
import { expectValue } from "../../../../runtime/commands/answer.ts";
import { can } from "../../../../runtime/commands/permissions.ts";
import { WORDS } from "../../../words/words.ts";
import type { Desk } from "../desk/desk.ts";
import { namesFor } from "../desk/names.ts";
import type { DeskPageState } from "../desk/page.ts";
import { editorPage } from "../drawing/editorPage.ts";
import { alert } from "../drawing/form.ts";
import { doneIn, status } from "../drawing/status.ts";
import { PUBLISH_AREA } from "../publish/area.ts";
import { objections } from "../publish/objections.ts";
import { RULES_PATH } from "./area.ts";
import { drawnRequest } from "./request.ts";
import { emptyList } from "../drawing/lists.ts";

const { reviews: words } = WORDS;

export async function requestList(desk: Desk, { failure }: DeskPageState): Promise<Response> {
  const { workspace, member, request } = desk;
  const { site, identity, role } = member;
  const { items } = expectValue(await workspace.read("requests", site));
  const mine = new Set(expectValue(await workspace.read("requests.for", site, { member: identity, role })));
  const nameOf = await namesFor(desk);
  const draw = (one: (typeof items)[number]) =>
    drawnRequest(desk, one, { nameOf, mayDecide: mine.has(one.request), failure });
  const [open, ended] = [items.filter(({ state }) => state === "open"), items.filter(({ state }) => state !== "open")];
  const content = html`<h1>${words.title}</h1>${status(doneIn(new URL(request.url).searchParams, words.done))}
<p class="lead">${words.lead}</p>
${["approve", "return", "withdraw", "again"].map((form) => alert(failure, form, objections(failure?.refusal)))}
<p class="acts">${open.length === 0 ? "" : html`<a href="${PUBLISH_AREA.path}">${words.ask}</a>`}${can(role, "owners.manage") ? html` <a href="${RULES_PATH}">${words.rules.title}</a>` : ""}</p>
<section aria-labelledby="open-title"><h2 id="open-title">${words.open}</h2>
${open.length === 0 ? emptyList(words.none, { address: PUBLISH_AREA.path, words: words.ask }) : html`<ul class="rows">${open.map(draw)}</ul>`}</section>
${ended.length === 0 ? "" : html`<section aria-labelledby="ended-title"><h2 id="ended-title">${words.ended}</h2><ul class="rows">${ended.map(draw)}</ul></section>`}`;
  return editorPage(desk, { title: words.title, content, refusal: failure?.refusal });
}
