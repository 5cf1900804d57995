/**
 * The page on which a member chooses letters. Members who may read submissions choose for forms, too, and see the last
 * letters of the site.
 */
import { html } from "hono/html";
import { MAIL_ADDRESS_MAX_CHARS } from "../../../../manifests/bounds/forms.ts";
import { expectValue } from "../../../../runtime/commands/answer.ts";
import { type Permission, type Role, can } from "../../../../runtime/commands/permissions.ts";
import type { FormsView } from "../../../../runtime/submissions/views.ts";
import type { Notice } from "../../../../runtime/mail/members.ts";
import type { LetterView, MailView } from "../../../../runtime/mail/views.ts";
import { say } from "../../../words/shape/say.ts";
import { WORDS } from "../../../words/words.ts";
import { askedBy } from "../../../web/api/routes/mail.ts";
import type { Desk } from "../desk/desk.ts";
import type { FormFailure } from "../desk/failure.ts";
import type { DeskPageState } from "../desk/page.ts";
import { DrawnFields } from "../drawing/fields.ts";
import { alert, drawnForm } from "../drawing/form.ts";
import { editorPage } from "../drawing/editorPage.ts";
import type { Html } from "../drawing/html.ts";
import { doneIn, status } from "../drawing/status.ts";
import { moment } from "../drawing/moment.ts";
import { MAIL_AREA } from "./area.ts";

const HERE = MAIL_AREA.path;

/** The permission of the members whom each notice concerns. */
const NOTICE_NEEDS: Readonly<Record<Notice, Permission>> = {
  login: "site.read",
  publication: "content.publish",
  review: "content.publish",
  remark: "remarks.write",
};

export async function mailPage(desk: Desk, { failure }: DeskPageState): Promise<Response> {
  const { workspace, member, request } = desk;
  const asked = askedBy(member);
  const [mail, forms] = await Promise.all([
    workspace.read("mail", member.site, asked).then(expectValue),
    asked.isReader ? workspace.read("forms", member.site).then(expectValue) : null,
  ]);
  const { mail: words } = WORDS;
  const query = new URL(request.url).searchParams;
  const content = html`<h1>${words.title}</h1>${forms ? html`<p class="help">${mail.sends ? words.intro : words.noServer}</p>` : ""}
${status(doneIn(query, words.done))}
<div class="work">${mail.sends ? address(mail, failure) : ""}${choices(mail, forms, member.role, failure)}</div>
${forms ? listed(mail.letters) : ""}`;
  return editorPage(desk, { title: words.title, content, refusal: failure?.refusal });
}

function address({ address: held }: MailView, failure: FormFailure | undefined): Html {
  const { mail: words } = WORDS;
  const entering = new DrawnFields("enter", failure, { address: "/body/address" });
  const proving = new DrawnFields("prove", failure, { code: "/body/code" });
  const enter = html`${entering.text("address", words.address, held?.address ?? "", { required: true, type: "email", max: MAIL_ADDRESS_MAX_CHARS, help: words.addressHelp })}
<button type="submit">${words.enter}</button>`;
  const prove = html`${proving.text("code", words.code, "", { required: true, help: words.codeHelp })}
<button type="submit">${words.prove}</button>`;
  const forget = html`<button type="submit" class="danger">${words.forget}</button>`;
  return html`<section aria-labelledby="address-title"><h2 id="address-title">${words.addressTitle}</h2>
${held ? html`<p><bdi>${held.address}</bdi> · ${held.isProven ? words.proven : words.unproven}</p>` : ""}
${held && !held.isProven ? html`${alert(failure, "prove")}${drawnForm("prove", HERE, prove)}` : ""}
${alert(failure, "enter")}${drawnForm("enter", HERE, enter)}${held ? drawnForm("forget", HERE, forget) : ""}</section>`;
}

/** The choices that concern the member. `forms` is null for a member who may not read submissions. */
function choices(mail: MailView, forms: FormsView | null, role: Role, failure: FormFailure | undefined): Html {
  const { mail: words } = WORDS;
  const every = forms ? html`<li class="row wanted">${choice("", words.everyForm, mail.all)}</li>` : "";
  const each = forms?.items.map(({ form, title }) => {
    const wanted = mail.forms.find((one) => one.form === form)?.wanted ?? null;
    return html`<li class="row wanted">${choice(form, html`<bdi>${title}</bdi>`, wanted)}</li>`;
  });
  const plugins = mail.plugins.map(
    ({ plugin, name, wanted }) =>
      html`<li class="row wanted">${choice(`plugin:${plugin}`, say(words.ofPlugin, { name }), wanted)}</li>`,
  );
  const notices = mail.notices
    .filter(({ notice }) => can(role, NOTICE_NEEDS[notice]))
    .map(({ notice, wanted }) => html`<li class="row wanted">${choice(notice, words.notices[notice], wanted)}</li>`);
  return html`<section aria-labelledby="choices-title"><h2 id="choices-title">${words.choicesTitle}</h2><p class="help">${words.choicesHelp}</p>
${alert(failure, "choose")}<ul class="rows">${every}${each ?? ""}${plugins}${notices}</ul></section>`;
}

function choice(form: string, label: Html | string, wanted: boolean | null): Html {
  const { choice: words } = WORDS.mail;
  const now = wanted === null ? "default" : wanted ? "yes" : "no";
  const id = `wanted-${form === "" ? "all" : form}`;
  const options = (["default", "yes", "no"] as const).map(
    (one) => html`<option value="${one}"${one === now ? " selected" : ""}>${words[one]}</option>`,
  );
  return drawnForm(
    "choose",
    HERE,
    html`<input type="hidden" name="form" value="${form}"><label for="${id}">${label}</label> <select id="${id}" name="wanted">${options}</select> <button type="submit" class="quiet">${WORDS.mail.save}</button>`,
  );
}

function listed(letters: readonly LetterView[]): Html {
  const { mail: words } = WORDS;
  const rows = letters.map((letter) => row(letter));
  return html`<section aria-labelledby="letters-title"><h2 id="letters-title">${words.lettersTitle}</h2>
${rows.length === 0 ? html`<p class="none">${words.none}</p>` : html`<ul class="rows">${rows}</ul>`}</section>`;
}

function row({ id, kind, state, title, at, attempts, failure, isReadable }: LetterView): Html {
  const { mail: words } = WORDS;
  const about = title === null ? words.gone : html`<bdi>${title}</bdi>`;
  const ofPlugin = title === null ? html`${words.kinds.plugin}` : about;
  const name =
    kind === "plugin"
      ? ofPlugin
      : kind === "form"
        ? about
        : kind === "confirm"
          ? html`${words.kinds.confirm}${WORDS.everyPage.colon}${about}`
          : html`${words.kinds[kind]}`;
  const what = isReadable ? html`<a href="${HERE}/${id}">${name}</a>` : name;
  const tried = state === "waiting" && attempts > 0 ? html` · ${say(words.tried, { n: attempts })}` : "";
  const why = failure === null ? "" : html` · <bdi lang="en">${failure}</bdi>`;
  return html`<li class="row"><div class="what"><p>${what}</p><p class="facts">${words.states[state]} · ${moment(at)}${tried}${why}</p></div></li>`;
}
