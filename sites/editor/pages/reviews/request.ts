/** One request for publication: what it asks for, what was said, and the forms to decide. */
import { html } from "hono/html";
import { REQUEST_WORDS_MAX_CHARS } from "../../../../manifests/bounds/publishing.ts";
import { can } from "../../../../runtime/commands/permissions.ts";
import type { RequestView } from "../../../../runtime/reviews/views.ts";
import { say } from "../../../words/shape/say.ts";
import { WORDS } from "../../../words/words.ts";
import type { Desk } from "../desk/desk.ts";
import type { FormFailure } from "../desk/failure.ts";
import { isSelf, type NameOf } from "../desk/names.ts";
import { DrawnFields } from "../drawing/fields.ts";
import { drawnForm } from "../drawing/form.ts";
import type { Html } from "../drawing/html.ts";
import { moment } from "../drawing/moment.ts";
import { untrustedText } from "../library/untrustedText.ts";
import { changeAt, pageToken } from "../publish/chosen.ts";
import { REVIEWS_AREA } from "./area.ts";

const { reviews: words, publish, people } = WORDS;

interface Shown {
  readonly nameOf: NameOf;
  /** True if the reading member may approve the request, and has not. */
  readonly mayDecide: boolean;
  readonly failure: FormFailure | undefined;
}

type Shape = RequestView["documents"][number];

export function drawnRequest(desk: Desk, request: RequestView, shown: Shown): Html {
  const { number, state, askedBy, askedAt, words: message, steps, isWhole } = request;
  const by = html`<bdi>${shown.nameOf(askedBy)}</bdi> ${moment(askedAt)}`;
  return html`<li class="row request" id="request-${request.request}"><div class="what">
<p class="name">${say(words.name, { n: number })} <span class="badge is-${state}">${words.states[state]}</span></p>
<p class="facts">${by} · ${isWhole ? words.whole : words.chosen}${askedOf(request, shown.nameOf)}</p>
<blockquote class="said">${untrustedText(message)}</blockquote>
${documents(request)}${moved(request, shown.nameOf)}
${steps.length === 0 ? "" : html`<ul class="decisions">${steps.map((one) => step(one, shown.nameOf))}</ul>`}
${progress(request)}</div>
<div class="acts">${forms(desk, request, shown)}</div></li>`;
}

function askedOf({ asked: { members, roles } }: RequestView, nameOf: NameOf): string {
  const names = [...members.map((id) => nameOf(`member:${id}`)), ...roles.map((role) => people.roles[role])];
  return names.length === 0 ? "" : ` · ${say(words.askedOf, { names: names.join(", ") })}`;
}

const titleOf = ({ kind, id, title }: Shape): string => (kind === "page" ? (title ?? id) : publish.kinds[kind]);

const tokenOf = ({ kind, id }: Shape): string => (kind === "page" ? pageToken(id) : kind);

function documents({ state, documents: all, total }: RequestView): Html {
  const row = (one: Shape): Html => {
    const title = titleOf(one);
    const see =
      state === "open"
        ? html` <a href="${changeAt(tokenOf(one))}" aria-label="${publish.see}${WORDS.everyPage.colon}${title}">${publish.see}</a>`
        : "";
    return html`<li><bdi>${title}</bdi> <span class="facts"><bdi>${one.path ?? ""}</bdi></span>${see}</li>`;
  };
  const more = total - all.length;
  return html`<ul class="asked">${all.map(row)}</ul>${more > 0 ? html`<p class="help">${say(words.more, { n: more })}</p>` : ""}`;
}

/** Names what changed since the request was made. */
function moved({ moved: found, movedTotal }: RequestView, nameOf: NameOf): Html | string {
  if (movedTotal === 0) return "";
  return html`<div class="warning"><p>${words.moved}</p><ul>${found.map((one) => html`<li><bdi>${titleOf(one)}</bdi> · <bdi>${nameOf(one.changedBy)}</bdi> ${moment(one.changedAt)}</li>`)}</ul></div>`;
}

const step = ({ did, by, at, words: said }: RequestView["steps"][number], nameOf: NameOf): Html =>
  html`<li><bdi>${nameOf(by)}</bdi> ${words.did[did]} ${moment(at)}${said === "" ? "" : html`<blockquote class="said">${untrustedText(said)}</blockquote>`}</li>`;

function progress({ state, steps, needed, at }: RequestView): Html | string {
  if (state === "planned" && at !== null) return html`<p class="facts">${words.publishedAt} ${moment(at)}</p>`;
  if (state !== "open" || needed < 2) return "";
  const approvals = new Set(steps.filter(({ did }) => did === "approved").map(({ by }) => by)).size;
  return html`<p class="facts">${say(words.approvals, { n: approvals, of: needed })}</p>`;
}

/** The states of a request that its member may repeat. */
const ENDED_UNPUBLISHED: ReadonlySet<string> = new Set(["returned", "withdrawn", "failed"]);

/** The forms that the reading member may send. */
function forms(desk: Desk, request: RequestView, { mayDecide, failure }: Shown): Html | string {
  const typed = failure?.typed.get("request") === request.request ? failure : undefined;
  const isOwn = isSelf(desk, request.askedBy);
  if (request.state !== "open") return isOwn && ENDED_UNPUBLISHED.has(request.state) ? askingAgain(request, typed) : "";
  return decisions(request, { mayDecide, mayWithdraw: isOwn || can(desk.member.role, "content.publish"), typed });
}

interface Deciding {
  readonly mayDecide: boolean;
  readonly mayWithdraw: boolean;
  readonly typed: FormFailure | undefined;
}

/** The forms of an open request. */
function decisions(request: RequestView, { mayDecide, mayWithdraw, typed }: Deciding): Html {
  const isStale = request.movedTotal > 0;
  return html`${mayDecide && !isStale ? approving(request, typed) : ""}${mayDecide ? returning(request, typed) : ""}
${mayWithdraw && isStale ? askingAgain(request, typed) : ""}${mayWithdraw ? withdrawing(request) : ""}`;
}

const of = ({ request }: RequestView): Html => html`<input type="hidden" name="request" value="${request}">`;

const fieldsOf = (form: string, failure: FormFailure | undefined, { request }: RequestView): DrawnFields =>
  new DrawnFields(form, failure, {}, request);

function approving(request: RequestView, failure: FormFailure | undefined): Html {
  const { request: id, needed, steps } = request;
  const isLast = new Set(steps.filter(({ did }) => did === "approved").map(({ by }) => by)).size + 1 >= needed;
  const fields = fieldsOf("approve", failure, request);
  const time = html`<details><summary>${words.later}</summary><p class="field"><label for="approve-${id}-at">${publish.at}</label> <input type="datetime-local" id="approve-${id}-at" name="at" data-zone="${publish.zoneLocal}" data-gap="${publish.gap}" value="${fields.value("at", "").replace(/(:\d\d)?(\.\d+)?Z$/, "")}" aria-describedby="approve-${id}-at-help"> <span class="help" id="approve-${id}-at-help"></span></p></details>`;
  const content = html`${of(request)}${fields.text("words", words.approveWords, "", { lines: 2, max: REQUEST_WORDS_MAX_CHARS })}${isLast ? time : ""}
<button type="submit">${isLast ? words.approveLast : words.approve}</button>`;
  return drawnForm("approve", REVIEWS_AREA.path, content);
}

function returning(request: RequestView, failure: FormFailure | undefined): Html {
  const content = html`${of(request)}${fieldsOf("return", failure, request).text("words", words.returnWords, "", { lines: 2, required: true, max: REQUEST_WORDS_MAX_CHARS })}
<button type="submit" class="quiet">${words.return}</button>`;
  return html`<details${failure?.form === "return" ? " open" : ""}><summary>${words.return}</summary>${drawnForm("return", REVIEWS_AREA.path, content)}</details>`;
}

function askingAgain(request: RequestView, failure: FormFailure | undefined): Html {
  const content = html`${of(request)}${fieldsOf("again", failure, request).text("words", publish.ask.words, request.words, { lines: 2, required: true, max: REQUEST_WORDS_MAX_CHARS })}
<button type="submit">${words.again}</button>`;
  return html`<p class="help">${words.againHelp}</p>${drawnForm("again", REVIEWS_AREA.path, content)}`;
}

const withdrawing = (request: RequestView): Html =>
  drawnForm(
    "withdraw",
    REVIEWS_AREA.path,
    html`${of(request)}<button type="submit" class="danger" aria-label="${words.withdraw}${WORDS.everyPage.colon}${say(words.name, { n: request.number })}">${words.withdraw}</button>`,
  );
