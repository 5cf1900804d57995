/** The page of all members, with the invitation form. */
import { html } from "hono/html";
import { TITLE_MAX_CHARS } from "../../../../manifests/bounds/documents.ts";
import { ISSUER_MAX_CHARS, SUBJECT_MAX_CHARS } from "../../../../manifests/bounds/logins.ts";
import type { MemberRecord } from "../../../control/people/members.ts";
import { membersOfSite } from "../../../web/api/people/members.ts";
import { say } from "../../../words/shape/say.ts";
import { WORDS } from "../../../words/words.ts";
import { withQuery } from "../desk/address.ts";
import type { Desk } from "../desk/desk.ts";
import type { FormFailure } from "../desk/failure.ts";
import type { DeskPageState } from "../desk/page.ts";
import { DrawnFields } from "../drawing/fields.ts";
import { alert, drawnForm } from "../drawing/form.ts";
import { editorPage } from "../drawing/editorPage.ts";
import type { Html } from "../drawing/html.ts";
import { pager } from "../drawing/lists.ts";
import { moment } from "../drawing/moment.ts";
import { doneIn, status } from "../drawing/status.ts";
import { oneWay, untrustedText } from "../library/untrustedText.ts";
import { AGENTS_PATH, memberPath, PEOPLE_AREA } from "./area.ts";
import { cursorIn } from "./cursor.ts";
import { sendsMail } from "../library/mailing.ts";
import { type MadeLink, linkList, madeLink, makingLink } from "./links.ts";
import { rolesBy } from "./roles.ts";

const { people: words } = WORDS;
const HERE = PEOPLE_AREA.path;

/** Answers the list of members. `made` is a link that was just made. */
export async function memberList(desk: Desk, { failure }: DeskPageState, made?: MadeLink): Promise<Response> {
  const query = new URL(desk.request.url).searchParams;
  const cursor = cursorIn(query);
  const { items, next } = await membersOfSite(desk.env, desk.member, cursor);
  const older = next === null ? null : { address: withQuery(HERE, { cursor: next }), words: words.older };
  const newest = cursor === undefined ? null : { address: HERE, words: words.newest };
  const content = html`<h1>${words.title}</h1><p class="lead">${words.intro}</p>${status(made ? "" : doneIn(query, words.done))}${made ? madeLink(made, await sendsMail(desk)) : ""}
<section aria-labelledby="list-title"><div class="heading"><h2 id="list-title">${words.list}</h2><a href="${AGENTS_PATH}">${words.agents}</a></div>
<ul class="rows">${items.map((one) => row(one, desk.member.identity))}</ul>${pager(words.list, newest, older)}</section>
${alert(failure, "letter")}${alert(failure, "unlink")}${await linkList(desk, query)}
<div class="work columns">${makingLink(desk, failure)}${inviting(desk, failure)}</div>`;
  return editorPage(desk, { title: words.title, content, refusal: failure?.refusal });
}

/** The name that managers see: the member's name, or else the provider's subject. */
export const memberName = ({ name, subject }: Pick<MemberRecord, "name" | "subject">): string => name ?? subject;

const row = (member: MemberRecord, self: string): Html =>
  html`<li class="row"><div class="what"><p class="name"><a href="${memberPath(member.id)}">${untrustedText(memberName(member))}</a> ${member.id === self ? html`<span class="badge is-none">${words.you}</span>` : ""}</p>
<p class="facts">${words.roles[member.role]} · ${words.since} ${moment(member.createdAt)}</p></div></li>`;

/** The form that invites by identity. The issuer is the deployment's provider unless the member enters another one. */
function inviting({ member: { role }, env }: Desk, failure: FormFailure | undefined): Html {
  const fields = new DrawnFields("invite", failure);
  const issuer = fields.text("issuer", words.issuer, "", {
    type: "url",
    max: ISSUER_MAX_CHARS,
    help: words.issuerHelp,
  });
  const isElsewhere = fields.value("issuer", "") !== "";
  const content = html`<p class="help">${words.inviteHelp}</p>
${fields.text("subject", words.code, "", { required: true, max: SUBJECT_MAX_CHARS, help: words.codeHelp })}
<details${isElsewhere ? " open" : ""}><summary>${say(words.elsewhere, { name: oneWay(env.OIDC_ISSUER) })}</summary>${issuer}</details>
${fields.text("name", words.name, "", { max: TITLE_MAX_CHARS, help: words.nameHelp })}
${fields.choice("role", words.role, "author", rolesBy(role))}
<button type="submit">${words.invite}</button>`;
  return html`<section aria-labelledby="invite-title"><h2 id="invite-title">${words.inviteTitle}</h2>${alert(failure, "invite")}${drawnForm("invite", HERE, content)}</section>`;
}
