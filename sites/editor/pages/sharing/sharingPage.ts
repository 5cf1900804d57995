/** The page on which members make links that show the draft, and take them back. */
import { html } from "hono/html";
import { SHARE_LINK_DAYS_MAX, SHARE_LINK_NAME_MAX_CHARS } from "../../../../manifests/bounds/publishing.ts";
import { expectValue } from "../../../../runtime/commands/answer.ts";
import type { ShareLinkMade, ShareLinkView } from "../../../../runtime/sharing/views.ts";
import { say } from "../../../words/shape/say.ts";
import { WORDS } from "../../../words/words.ts";
import type { Desk } from "../desk/desk.ts";
import type { FormFailure } from "../desk/failure.ts";
import { type NameOf, namesFor } from "../desk/names.ts";
import type { DeskPageState } from "../desk/page.ts";
import { DrawnFields } from "../drawing/fields.ts";
import { alert, drawnForm } from "../drawing/form.ts";
import { editorPage } from "../drawing/editorPage.ts";
import type { Html } from "../drawing/html.ts";
import { moment } from "../drawing/moment.ts";
import { doneIn, status } from "../drawing/status.ts";
import { mailing, sendsMail } from "../library/mailing.ts";
import { oneWay, untrustedText } from "../library/untrustedText.ts";
import { SHARING_AREA, WHOLE_DRAFT } from "./area.ts";
import { emptyList } from "../drawing/lists.ts";

const { sharing: words } = WORDS;
const HERE = SHARING_AREA.path;

/** The durations that the form offers, in days. */
const DAYS = [1, 7, 30, SHARE_LINK_DAYS_MAX];
const USUAL_DAYS = 7;
/** Most ids of pages in a row of the list. */
const PAGES_NAMED = 5;

/** Draws the page. `made` is a link that was just made. */
export async function sharingPage(desk: Desk, { failure }: DeskPageState, made?: ShareLinkMade): Promise<Response> {
  const { workspace, member, request } = desk;
  const query = new URL(request.url).searchParams;
  const { items } = expectValue(await workspace.read("shareLinks", member.site));
  const nameOf = await namesFor(desk);
  const rows = items.map((link) => row(link, nameOf));
  const content = html`<h1>${words.title}</h1><p class="lead">${words.intro}</p>${status(made ? "" : doneIn(query, words.done))}
${made ? newLink(made, request, items, await sendsMail(desk)) : ""}${alert(failure, "letter")}
<div class="work"><section aria-labelledby="make-title"><h2 id="make-title">${words.make}</h2>${alert(failure, "make")}${await making(desk, query, failure)}</section></div>
<section aria-labelledby="links-title"><h2 id="links-title">${words.listed}</h2>${alert(failure, "remove")}
${rows.length === 0 ? emptyList(words.none, { address: "#make-title", words: words.make }) : html`<ul class="rows">${rows}</ul>`}</section>`;
  return editorPage(desk, { title: words.title, content, refusal: failure?.refusal });
}

/** Shows a new link, which no later page shows. */
function newLink({ id, path }: ShareLinkMade, request: Request, items: readonly ShareLinkView[], sends: boolean): Html {
  const name = items.find((link) => link.id === id)?.name ?? "";
  const { copy, copied } = WORDS.people;
  const address = new URL(path, request.url).href;
  return html`<section class="made" aria-labelledby="made-title"><h2 id="made-title">${say(words.made, { name: oneWay(name) })}</h2>
<p class="copying"><input id="made-link" readonly value="${address}" aria-labelledby="made-title" autofocus dir="ltr">
<button type="button" class="scripted" data-copy="made-link" data-copied="${copied}">${copy}</button></p>${sends ? mailing(address, HERE) : ""}</section>`;
}

async function making({ workspace, member }: Desk, query: URLSearchParams, failure?: FormFailure): Promise<Html> {
  const fields = new DrawnFields("make", failure);
  const asked = fields.value("page", query.get("page") ?? "");
  const isOne = asked !== "" && asked !== WHOLE_DRAFT;
  const read = isOne ? await workspace.read("page", member.site, { page: asked }) : undefined;
  const page = read?.ok ? read.value.body : undefined;
  const only = page ? [[asked, say(words.onePage, { title: oneWay(page.title) })] as const] : [];
  // A page that is gone meanwhile must not widen the link to the whole draft unseen.
  const unread = isOne && !page ? [["", words.pages] as const] : [];
  const chosen = unread.length > 0 ? "" : asked || WHOLE_DRAFT;
  const days = DAYS.map((n) => [String(n), say(WORDS.people.dayCount, { n })] as const);
  return drawnForm(
    "make",
    HERE,
    html`${fields.text("name", words.name, "", { required: true, max: SHARE_LINK_NAME_MAX_CHARS, help: words.nameHelp })}
${fields.choice("page", words.pages, chosen, [...unread, ...only, [WHOLE_DRAFT, words.whole]], words.pagesHelp)}
${fields.choice("days", words.days, String(USUAL_DAYS), days)}
${fields.tick("remarks", words.remarks, false)}
${fields.tick("readers", words.readers, page?.audience !== undefined)}
<button type="submit">${words.make}</button>`,
  );
}

function row(
  { id, name, pages, madeBy, endsAt, opened, openedAt, remarks, readers }: ShareLinkView,
  nameOf: NameOf,
): Html {
  const what = pages
    ? html`${say(words.pagesCount, { n: pages.length })} (<bdi>${pages.slice(0, PAGES_NAMED).join(", ")}</bdi>)`
    : words.whole;
  const seen =
    openedAt === null ? words.never : html`${say(words.opened, { n: opened })}, ${words.last} ${moment(openedAt)}`;
  const remove = html`<input type="hidden" name="link" value="${id}">
<button type="submit" class="danger" aria-label="${say(words.removeOf, { name: oneWay(name) })}">${words.remove}</button>`;
  return html`<li class="row"><div class="what"><p class="name">${untrustedText(name)}</p>
<p class="facts">${what}${remarks ? ` · ${words.withRemarks}` : ""}${readers ? ` · ${words.withReaders}` : ""} · ${words.madeBy} <bdi>${nameOf(madeBy)}</bdi> · ${words.ends} ${moment(endsAt)} · ${seen}</p></div>
<div class="acts">${drawnForm("remove", HERE, remove)}</div></li>`;
}
