/** The pages of an invitation. Readers are not members yet, so the pages show nothing else of the site. */
import { html } from "hono/html";
import { type Refusal, refusalStatus } from "../../../../manifests/refusals/refusal.ts";
import type { Role } from "../../../../runtime/commands/permissions.ts";
import type { Identity } from "../../../platform/login/identify.ts";
import { say } from "../../../words/shape/say.ts";
import { WORDS } from "../../../words/words.ts";
import { wordsOf } from "../../../words/wordsOf.ts";
import type { ApiRequest } from "../../../web/api/request/call.ts";
import type { Joining } from "../../../control/people/joinings.ts";
import { JOIN_PATH } from "../../../../runtime/rendering/editorEntry.ts";
import { START } from "../desk/area.ts";
import type { Html } from "../drawing/html.ts";
import { sheet } from "../drawing/sheet.ts";
import { oneWay } from "../library/untrustedText.ts";
import { ACCOUNT_AREA } from "../people/area.ts";

const { join: words, people, doors } = WORDS;

interface Drawn {
  readonly title: string;
  readonly content: Html;
  /** The refusal of the opened link. */
  readonly refusal?: Refusal | undefined;
}

function drawn({ place }: ApiRequest, { title, content, refusal }: Drawn): Promise<Response> {
  const main = html`<main id="main" class="alone joining" data-words="${JSON.stringify(WORDS.script)}"><h1><bdi>${title}</bdi></h1>
<p class="status" role="status" id="status"></p>${refusal ? html`<p class="alert" role="alert">${wordsOf(refusal.code)}</p>` : ""}${content}</main>`;
  const status = refusal ? refusalStatus(refusal.code) : 200;
  return sheet(place.origin, status, { title, bar: "", main, kind: "joinPage" });
}

const turn = (name: string, content: Html): Html =>
  html`<form method="post" action="${JOIN_PATH}"><input type="hidden" name="do" value="${name}">${content}</form>`;

/** A form that a script fills with the secret from the fragment and sends. */
const opening = (): Html => html`<form method="post" action="${JOIN_PATH}" data-form="open">
<input type="hidden" name="do" value="open">
<p class="field"><label for="invitation">${words.link}</label> <input id="invitation" name="invitation" required autocomplete="off" spellcheck="false" dir="ltr" aria-describedby="invitation-help"> <span class="help" id="invitation-help">${words.linkHelp}</span></p>
<button type="submit">${words.open}</button></form>`;

const anotherLink = (): Html => html`<details><summary>${words.another}</summary>${opening()}</details>`;

export const askToOpen = (asked: ApiRequest, refusal?: Refusal): Promise<Response> =>
  drawn(asked, { title: words.openTitle, content: refusal ? html`${opening()}${already()}` : opening(), refusal });

const already = (): Html => html`<p class="help">${words.joinedBefore} <a href="${START}">${words.editor}</a></p>`;

const about = ({ siteName, role, maker }: Joining): Html => {
  const site = oneWay(siteName);
  const invited = maker === null ? say(words.invited, { site }) : say(words.by, { maker: oneWay(maker), site });
  return html`<p class="lead"><bdi>${invited}</bdi></p><p>${say(words.role, { role: doors.roles[role], may: people.may[role] })}</p>`;
};

const titleOf = ({ siteName }: Joining): string => say(words.title, { site: oneWay(siteName) });

export const invitedPage = (asked: ApiRequest, joining: Joining): Promise<Response> =>
  drawn(asked, {
    title: titleOf(joining),
    content: html`${about(joining)}<p class="help">${words.first}</p>
<p><a class="button" href="/api/auth/start?return=${encodeURIComponent(JOIN_PATH)}">${words.login}</a></p>${anotherLink()}`,
  });

export const confirmPage = (asked: ApiRequest, joining: Joining, { issuer, subject }: Identity): Promise<Response> =>
  drawn(asked, {
    title: titleOf(joining),
    content: html`${about(joining)}<p class="help"><bdi>${say(words.as, { subject: oneWay(subject), issuer: oneWay(issuer) })}</bdi></p>
<div class="answers">${turn("join", html`<button type="submit">${words.yes}</button>`)}${turn("decline", html`<button type="submit" class="quiet">${words.no}</button>`)}</div>${anotherLink()}`,
  });

export const alreadyMemberPage = (asked: ApiRequest, role: Role): Promise<Response> =>
  drawn(asked, {
    title: words.memberTitle,
    content: html`<p class="lead">${say(words.member, { role: doors.roles[role] })}</p>
<p><a class="button" href="${START}">${words.editor}</a></p>
<p class="help">${words.elsewhere} <a href="${ACCOUNT_AREA.path}">${words.account}</a></p>${anotherLink()}`,
  });
