/** Shows one submission with its time, answers and actions. */
import { html } from "hono/html";
import { say } from "../../../words/shape/say.ts";
import { WORDS } from "../../../words/words.ts";
import { alert, drawnForm } from "../drawing/form.ts";
import type { Html } from "../drawing/html.ts";
import { numberIn } from "../drawing/lists.ts";
import { moment } from "../drawing/moment.ts";
import { removal } from "../library/removal.ts";
import { doneIn } from "../drawing/status.ts";
import { oneWay } from "../library/untrustedText.ts";
import { answersOf } from "./answers.ts";
import { mailIn } from "../../../../runtime/forms/mailAddress.ts";
import { type Shown, backOf, failureOf, hereOf, mayDo, named } from "./shown.ts";

export function submissionItem(shown: Shown): Html {
  const {
    item: { id, at, read, expiresAt, confirmation },
  } = shown;
  const confirmed =
    confirmation === null
      ? ""
      : html` <span class="badge is-${confirmation === "waiting" ? "waiting" : "published"}">${WORDS.forms.confirmation[confirmation]}</span>`;
  return html`<li id="s${id}"${read ? "" : html` class="is-unread"`}><article aria-labelledby="s${id}-title">
<header><h2 id="s${id}-title">${moment(at)}</h2>${read ? "" : html` <span class="badge">${WORDS.forms.isUnread}</span>`}${confirmed}</header>
${outcome(shown)}${answersOf(shown)}
<footer>${replying(shown)}${marking(shown)}${deleting(shown)}<p class="help">${WORDS.forms.expires} ${moment(expiresAt)}</p></footer>
</article></li>`;
}

function outcome({ desk: { request }, item: { id }, failure }: Shown): Html | string {
  const query = new URL(request.url).searchParams;
  const done = failure === undefined && numberIn(query, "at") === id ? doneIn(query, WORDS.forms.done) : "";
  return done === "" ? "" : html`<p class="status" role="status">${done}</p>`;
}

/** A link that opens the member's mail program. The address and the subject are encoded, so neither adds a header. */
function replying({ item, asked }: Shown): Html | string {
  const address = mailIn(item.fields);
  if (address === undefined) return "";
  const subject = say(WORDS.forms.replySubject, { title: asked?.title ?? item.type });
  const href = `mailto:${encodeURIComponent(address).replace("%40", "@")}?subject=${encodeURIComponent(oneWay(subject))}`;
  return html`<p><a href="${href}">${WORDS.forms.reply}</a></p>`;
}

function marking(shown: Shown): Html | string {
  if (!mayDo(shown, "mark")) return "";
  const {
    item: { read },
  } = shown;
  const content = html`${named(shown)}<input type="hidden" name="read" value="${String(!read)}"><button type="submit" class="quiet">${read ? WORDS.forms.markUnread : WORDS.forms.markRead}</button>`;
  return html`${alert(failureOf(shown), "mark")}${drawnForm("mark", hereOf(shown), content)}`;
}

function deleting(shown: Shown): Html | string {
  if (!mayDo(shown, "delete")) return "";
  return removal({
    name: "delete",
    here: hereOf(shown),
    back: backOf(shown),
    of: named(shown),
    failure: failureOf(shown),
    first: { help: "", button: WORDS.forms.deleteIt },
    second: { question: html`<p>${WORDS.forms.deleteAsked}</p>`, button: WORDS.forms.deleteAnyway },
  });
}
