/** The page of one member: role, logins and removal. */
import { html } from "hono/html";
import { Refusal } from "../../../../manifests/refusals/refusal.ts";
import { can } from "../../../../runtime/commands/permissions.ts";
import { type MemberRecord, findMemberRecord } from "../../../control/people/members.ts";
import { say } from "../../../words/shape/say.ts";
import { WORDS } from "../../../words/words.ts";
import type { Desk } from "../desk/desk.ts";
import type { FormFailure } from "../desk/failure.ts";
import type { DeskPageState } from "../desk/page.ts";
import { DrawnFields } from "../drawing/fields.ts";
import { alert, drawnForm } from "../drawing/form.ts";
import { editorPage } from "../drawing/editorPage.ts";
import type { Html } from "../drawing/html.ts";
import { moment } from "../drawing/moment.ts";
import { doneIn, status } from "../drawing/status.ts";
import { removal } from "../library/removal.ts";
import { oneWay, untrustedText } from "../library/untrustedText.ts";
import { memberPath, PEOPLE_AREA } from "./area.ts";
import { limiting } from "./limits.ts";
import { memberName } from "./members.ts";
import { rolesBy } from "./roles.ts";

const { people: words } = WORDS;

export async function memberPage(desk: Desk, { failure }: DeskPageState): Promise<Response> {
  const found = await findMemberRecord(desk.env.DB, desk.member, desk.subject ?? "");
  if (!found) throw new Refusal("NOT_FOUND");
  const { role } = desk.member;
  const mayChange = found.role !== "owner" || can(role, "owners.manage");
  const content = html`<p><a href="${PEOPLE_AREA.path}">${words.back}</a></p><h1>${untrustedText(memberName(found))}</h1>
${status(doneIn(new URL(desk.request.url).searchParams, words.done))}
<p class="lead">${words.roles[found.role]}${WORDS.everyPage.colon}${words.may[found.role]}</p>
<p class="facts">${words.since} ${moment(found.createdAt)} · ${untrustedText(found.issuer)} · ${untrustedText(found.subject)}</p>
${mayChange ? html`<div class="work">${changing(desk, found, await limiting(desk, found, failure), failure)}</div>` : html`<p class="help">${words.onlyOwners}</p>`}`;
  return editorPage(desk, { title: oneWay(memberName(found)), content, refusal: failure?.refusal });
}

const part = (name: string, title: string, content: Html): Html =>
  html`<section aria-labelledby="${name}-title"><h2 id="${name}-title">${title}</h2>${content}</section>`;

function changing(
  { member: { role } }: Desk,
  found: MemberRecord,
  limit: Html | undefined,
  failure: FormFailure | undefined,
): Html {
  const here = memberPath(found.id);
  const fields = new DrawnFields("role", failure);
  const change = html`${fields.choice("role", words.role, found.role, rolesBy(role))}<button type="submit">${words.changeRole}</button>`;
  const end = html`<p class="help">${words.logoutHelp}</p><button type="submit" class="danger">${words.logout}</button>`;
  const remove = removal({
    name: "remove",
    here,
    back: here,
    of: "",
    first: { help: html`<p class="help">${words.removeHelp}</p>`, button: words.remove },
    second: {
      question: html`<p>${say(words.removeQuestion, { name: oneWay(memberName(found)) })}</p>`,
      button: words.removeSure,
    },
    failure,
  });
  return html`${part("role", words.change, html`${alert(failure, "role")}${drawnForm("role", here, change)}`)}
${limit ? part("languages", words.languages, limit) : ""}
${part("logout", words.logoutTitle, html`${alert(failure, "logout")}${drawnForm("logout", here, end)}`)}
${part("remove", words.removeTitle, html`${remove}`)}`;
}
