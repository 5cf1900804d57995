import { html } from "hono/html";
import { expectValue } from "../../../../runtime/commands/answer.ts";
import type { ReleasesView } from "../../../../runtime/editing/views.ts";
import { sizeOf } from "../../../../manifests/bytes/sizeOf.ts";
import { say } from "../../../words/shape/say.ts";
import { WORDS } from "../../../words/words.ts";
import { withQuery } from "../desk/address.ts";
import type { Desk } from "../desk/desk.ts";
import { type NameOf, namesFor } from "../desk/names.ts";
import { editorPage } from "../drawing/editorPage.ts";
import type { Html } from "../drawing/html.ts";
import { numberIn, pager } from "../drawing/lists.ts";
import { moment } from "../drawing/moment.ts";
import { doneIn, status } from "../drawing/status.ts";
import { releaseAt } from "../desk/documentAddress.ts";
import { RELEASES_AREA } from "./area.ts";

const {
  publish: { releases: words, done },
} = WORDS;

export async function releaseList(desk: Desk): Promise<Response> {
  const query = new URL(desk.request.url).searchParams;
  const cursor = numberIn(query, "cursor");
  const { items, next } = expectValue(await desk.workspace.read("releases", desk.member.site, { cursor }));
  const nameOf = await namesFor(desk);
  const newest = cursor === null ? null : { address: RELEASES_AREA.path, words: words.newest };
  const older = next === null ? null : { address: withQuery(RELEASES_AREA.path, { cursor: next }), words: words.older };
  const content = html`<h1>${words.title}</h1>${status(doneIn(query, done))}
<p class="lead">${words.lead}</p>
<ul class="rows">${items.map((item) => row(item, nameOf))}</ul>${pager(words.list, newest, older)}`;
  return editorPage(desk, { title: words.title, content });
}

function row(
  { release, current, state, createdBy, joined, createdAt, changed, bytes }: ReleasesView["items"][number],
  nameOf: NameOf,
): Html {
  const badge = current ? words.current : words.states[state];
  return html`<li class="row"><div class="what"><p class="name"><span>${say(words.name, { n: release })}</span> ${badge === "" ? "" : html`<span class="badge${current ? "" : " is-changed"}">${badge}</span>`}</p>
<p class="facts">${moment(createdAt)} · ${[createdBy, ...joined].map((name, at) => html`${at === 0 ? "" : ", "}<bdi>${nameOf(name)}</bdi>`)} · ${say(words.changed, { n: changed })}${bytes === 0 ? "" : ` · ${say(words.weight, { size: sizeOf(bytes) })}`}</p></div>
${state === "ready" && !current ? html`<p class="acts"><a href="${releaseAt(release)}" aria-label="${words.compare}${WORDS.everyPage.colon}${say(words.name, { n: release })}">${words.compare}</a></p>` : ""}</li>`;
}
