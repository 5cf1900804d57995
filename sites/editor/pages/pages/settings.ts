/** The settings page of one page: facts, address, copy, links to it, and removal. */
import { html } from "hono/html";
import { expectValue } from "../../../../runtime/commands/answer.ts";
import type { Role } from "../../../../runtime/commands/permissions.ts";
import { say } from "../../../words/shape/say.ts";
import { WORDS } from "../../../words/words.ts";
import { withQuery } from "../desk/address.ts";
import { isOpenTo } from "../desk/area.ts";
import type { Desk } from "../desk/desk.ts";
import { isSelf, namesFor } from "../desk/names.ts";
import type { DeskPageState } from "../desk/page.ts";
import { editorPage } from "../drawing/editorPage.ts";
import type { Html } from "../drawing/html.ts";
import { moment } from "../drawing/moment.ts";
import { publishBar } from "../drawing/publishBar.ts";
import { doneIn, status } from "../drawing/status.ts";
import { about } from "./about.ts";
import { SHARING_AREA } from "../sharing/area.ts";
import { addressForm, copyForm } from "./addresses.ts";
import { templateForm } from "./templates.ts";
import { canvasAt, PAGES_AREA } from "./area.ts";
import { entryForm } from "./entryForm.ts";
import { linksHere, removing } from "./links.ts";
import { translationPanel } from "../translating/panel.ts";
import type { ShownPage } from "./shownPage.ts";
import { previews } from "./previews.ts";
import { historyOf, settingsOf } from "../desk/documentAddress.ts";
import { pictureChoices } from "./sharePicture.ts";

const { pages: words } = WORDS;

export async function pageSettings(desk: Desk, { failure }: DeskPageState): Promise<Response> {
  const {
    workspace,
    member: { site, role },
  } = desk;
  const id = desk.subject ?? "";
  const page = expectValue(await workspace.read("page", site, { page: id }));
  const [listed] = expectValue(await workspace.read("pages", site, { path: page.body.path })).items;
  const shown: ShownPage = {
    ...page,
    below: listed?.below ?? 0,
    published: listed?.published ?? null,
    links: expectValue(await workspace.read("page.backLinks", site, { page: id })),
    here: settingsOf(id),
    isOwn: isSelf(desk, page.changedBy),
    failure,
  };
  const picture = await pictureChoices(desk, page.body.image);
  const content = html`<p><a href="${PAGES_AREA.path}">${words.all}</a></p>
<div class="heading"><h1><bdi>${page.body.title}</bdi></h1><p class="acts"><a class="button" href="${canvasAt(id)}">${words.edit}</a>${viewing(shown)} <a href="${historyOf("page", id)}">${WORDS.publish.history.title}</a>${page.pageless ? "" : sharing(role, id)}</p></div>
<p class="facts">${page.pageless ? words.pageless : html`<bdi>${page.body.path}</bdi>`} · <bdi>${say(words.changedBy, { name: (await namesFor(desk))(page.changedBy) })}</bdi> ${moment(page.changedAt)}</p>
${status(doneIn(new URL(desk.request.url).searchParams, { ...words.done, ...WORDS.translations.done }))}
${page.unreachable === null ? "" : html`<p class="warning">${words.unreachable}</p>`}
${publishBar(desk, shown.here, failure)}
<div class="work columns">${about(shown, picture, desk.context.timeZone)}${await translationPanel(desk, page, shown.here, failure)}${page.pageless ? "" : html`${previews(desk, page.body)}${addressForm(shown)}`}${await entryForm(desk, shown)}${copyForm(shown)}${await templateForm(desk, shown)}${linksHere(shown)}${removing(shown)}</div>`;
  return editorPage(desk, { title: page.body.title, content, refusal: failure?.refusal });
}

const sharing = (role: Role, id: string): Html | string =>
  isOpenTo(role, SHARING_AREA)
    ? html` <a href="${withQuery(SHARING_AREA.path, { page: id })}">${WORDS.sharing.fromPage}</a>`
    : "";

const viewing = ({ published, pageless, body: { path } }: ShownPage): Html | string =>
  published === null || pageless ? "" : html` <a href="${path}">${words.view}</a>`;
