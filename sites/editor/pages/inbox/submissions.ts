/** The page of one form's submissions, newest first. */
import { html } from "hono/html";
import { expectValue } from "../../../../runtime/commands/answer.ts";
import { reader } from "../../../words/reader.ts";
import type { FormsView, SubmissionsView } from "../../../../runtime/submissions/views.ts";
import { say } from "../../../words/shape/say.ts";
import { WORDS } from "../../../words/words.ts";
import { draftOf } from "../desk/address.ts";
import { FORMS_AREA } from "./area.ts";
import type { Desk } from "../desk/desk.ts";
import type { FormFailure } from "../desk/failure.ts";
import { alert } from "../drawing/form.ts";
import { editorPage } from "../drawing/editorPage.ts";
import type { Html } from "../drawing/html.ts";
import { numberIn, pager, searching, emptyList } from "../drawing/lists.ts";
import type { DeskPageState } from "../desk/page.ts";
import { doneIn, status } from "../drawing/status.ts";
import { oneWay } from "../library/untrustedText.ts";
import { type Looking, inboxAddress, everything, lookingAt } from "./looking.ts";
import { searchText } from "../drawing/keptSearch.ts";
import { submissionItem } from "./submission.ts";

/** The most submissions on a page, because each shows all of its answers. */
const ROWS = 20;

type Form = FormsView["items"][number];

export async function submissionsPage(desk: Desk, { failure }: DeskPageState): Promise<Response> {
  const {
    workspace,
    member: { site },
    request,
  } = desk;
  const asked = lookingAt(desk.subject ?? "", request);
  const text = asked.search === null ? "" : searchText(request, asked.search);
  const looking = text === "" ? { ...asked, search: null } : asked;
  const { form, unread, cursor } = looking;
  const list = expectValue(
    await workspace.read("form.submissions", site, {
      form,
      unread,
      ...(text === "" ? {} : { text }),
      cursor,
      limit: ROWS,
    }),
  );
  const known = expectValue(await workspace.read("forms", site, { language: reader().language })).items.find(
    (one) => one.form === form,
  );
  const title = known?.title ?? form;
  const content = html`<p><a href="${FORMS_AREA.path}">${WORDS.forms.allForms}</a></p>
${heading(form, title, known)}
${asked.search === looking.search ? "" : html`<p class="none">${WORDS.forms.searchOver}</p>`}
${noticeElsewhere(desk, list, failure)}
${toolbar(list, looking, text)}
${listed({ desk, list, looking, text, failure })}`;
  return editorPage(desk, { title: `${title} · ${WORDS.forms.title}`, content, refusal: failure?.refusal });
}

function heading(form: string, title: string, known: Form | undefined): Html {
  const page = known?.page;
  const where = page
    ? html` · ${WORDS.forms.standsOn} <a href="${draftOf(page.path)}"><bdi>${page.title}</bdi></a>`
    : "";
  const csv =
    known && known.total > 0
      ? html` · <a href="/api/forms/${form}/submissions.csv" download>${WORDS.forms.export}</a>`
      : "";
  return html`<div><h1><bdi>${title}</bdi></h1>
<p class="facts"><code>${form}</code>${where}${csv}</p></div>`;
}

/** Shows the result for a submission or file that is not on this page. Submissions on the page show their own. */
function noticeElsewhere({ request }: Desk, list: SubmissionsView, failure: FormFailure | undefined): Html {
  const query = new URL(request.url).searchParams;
  const isElsewhere = failure === undefined && !list.items.some(({ id }) => id === numberIn(query, "at"));
  return html`${status(isElsewhere ? doneIn(query, WORDS.forms.done) : "")}${failure && !isHere(list, failure) ? alert(failure, failure.form) : ""}`;
}

function isHere({ items }: SubmissionsView, { form, typed }: FormFailure): boolean {
  const item = items.find(({ id }) => String(id) === typed.get("submission"));
  return (
    item !== undefined &&
    (form === "mark" || form === "delete" || item.files.some(({ file }) => String(file) === typed.get("file")))
  );
}

function toolbar({ total, unread: left }: SubmissionsView, looking: Looking, text: string): Html {
  const { form, unread } = looking;
  const link = (isUnread: boolean, words: string): Html =>
    html`<a href="${inboxAddress({ ...looking, unread: isUnread, cursor: null })}"${isUnread === unread ? html` aria-current="true"` : ""}>${words}</a>`;
  const search = searching({
    method: "post",
    path: inboxAddress(everything(form)),
    label: WORDS.forms.searchSent,
    text,
    all: inboxAddress({ ...looking, search: null, cursor: null }),
    kept: html`<input type="hidden" name="do" value="search">${unread ? html`<input type="hidden" name="unread" value="true">` : ""}`,
  });
  return html`<div class="tools"><nav class="filter" aria-label="${WORDS.forms.show}">${link(false, say(WORDS.forms.showAll, { n: total }))} ${link(true, say(WORDS.forms.showUnread, { n: left }))}</nav>
${search}</div>`;
}

interface Listing {
  readonly desk: Desk;
  readonly list: SubmissionsView;
  readonly looking: Looking;
  /** The search text; empty without a search. */
  readonly text: string;
  readonly failure: FormFailure | undefined;
}

function listed({ desk, list: { items, asked, next }, looking, text, failure }: Listing): Html {
  const list = items.map((item) =>
    submissionItem({ desk, looking, item, asked: asked.find(({ type }) => type === item.type), failure }),
  );
  return html`${items.length === 0 ? emptyList(nothing(text, looking.unread), { address: inboxAddress(everything(looking.form)), words: WORDS.everyPage.clear }) : html`<ol class="submissions">${list}</ol>`}
${paging(next, looking)}`;
}

function nothing(text: string, unread: boolean): string {
  if (text !== "") return say(WORDS.forms.noneSentFound, { text: oneWay(text) });
  return unread ? WORDS.forms.noneUnread : WORDS.forms.noneSent;
}

/** A search covers a few thousand submissions at a time, so a page without results may have further pages. */
function paging(next: number | null, looking: Looking): Html | string {
  const newest =
    looking.cursor === null
      ? null
      : { address: inboxAddress({ ...looking, cursor: null }), words: WORDS.forms.newestSent };
  const words = looking.search === null ? WORDS.forms.olderSent : WORDS.forms.lookFurther;
  return pager(
    WORDS.forms.submissionsTitle,
    newest,
    next === null ? null : { address: inboxAddress({ ...looking, cursor: next }), words },
  );
}
