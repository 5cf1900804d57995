/** The page of a document's versions: their differences from the draft, and the form that restores one. */
import { reader } from "../../../words/reader.ts";
import { html } from "hono/html";
import { expectValue } from "../../../../runtime/commands/answer.ts";
import { can } from "../../../../runtime/commands/permissions.ts";
import type { SiteKind } from "../../../../runtime/documents/content/content.ts";
import type { DocumentChangeView } from "../../../../runtime/editing/comparing/views.ts";
import type { RevisionsView } from "../../../../runtime/editing/views.ts";
import { say } from "../../../words/shape/say.ts";
import { WORDS } from "../../../words/words.ts";
import { versionAt } from "../comparing/addresses.ts";
import { drawnDifferences } from "../comparing/differences.ts";
import { withNamedLinks } from "../comparing/namedLinks.ts";
import { sideBySide } from "../comparing/frames.ts";
import { Labels } from "../comparing/labels.ts";
import { draftOf, withQuery } from "../desk/address.ts";
import type { Desk } from "../desk/desk.ts";
import { type NameOf, namesFor } from "../desk/names.ts";
import type { DeskPageState } from "../desk/page.ts";
import { alert, drawnForm } from "../drawing/form.ts";
import { editorPage } from "../drawing/editorPage.ts";
import type { Html } from "../drawing/html.ts";
import { numberIn, pager } from "../drawing/lists.ts";
import { moment } from "../drawing/moment.ts";
import { doneIn, status } from "../drawing/status.ts";
import { versionField } from "../drawing/versionField.ts";
import { elsewhere } from "../pages/elsewhere.ts";
import { PUBLISH_AREA } from "../publish/area.ts";
import { historyOf, settingsOf } from "../desk/documentAddress.ts";
import { type Sitting, sittingsOf } from "./sittings.ts";

const {
  publish: { history: words, kinds, done },
} = WORDS;

/** A document with one page of its versions. */
interface History {
  readonly here: string;
  readonly change: DocumentChangeView;
  readonly revisions: RevisionsView;
  readonly nameOf: NameOf;
}

export const pageHistory = async (desk: Desk, state: DeskPageState): Promise<Response> => {
  const page = desk.subject ?? "";
  const asked = { page, cursor: cursorIn(desk) };
  return history(desk, state, {
    here: historyOf("page", page),
    change: expectValue(await desk.workspace.read("page.change", desk.member.site, { page })),
    revisions: expectValue(await desk.workspace.read("revisions", desk.member.site, asked)),
    nameOf: await namesFor(desk),
  });
};

export const documentHistory = async (desk: Desk, state: DeskPageState): Promise<Response> => {
  const kind = desk.subject as SiteKind;
  const asked = { kind, cursor: cursorIn(desk) };
  return history(desk, state, {
    here: historyOf(kind, ""),
    change: expectValue(await desk.workspace.read("document.change", desk.member.site, { kind })),
    revisions: expectValue(await desk.workspace.read("document.revisions", desk.member.site, asked)),
    nameOf: await namesFor(desk),
  });
};

const cursorIn = ({ request }: Desk): number | null => numberIn(new URL(request.url).searchParams, "cursor");

async function history(desk: Desk, { failure }: DeskPageState, shown: History): Promise<Response> {
  const { change, here, revisions } = shown;
  const query = new URL(desk.request.url).searchParams;
  const title = change.title ?? kinds[change.kind];
  const compared = numberIn(query, "version");
  const back = change.kind === "page" && change.version > 0 ? settingsOf(change.id) : PUBLISH_AREA.path;
  const older =
    revisions.next === null ? null : { address: withQuery(here, { cursor: revisions.next }), words: words.older };
  const content = html`<p><a href="${compared === null ? back : here}">${compared === null ? words.back : words.title}</a></p>
<h1>${words.title}${WORDS.everyPage.colon}<bdi>${title}</bdi></h1>${status(doneIn(query, done))}
${alert(failure, `restore-${change.kind}`)}${elsewhere(failure, "restore-page", here, ["version", "to"])}
${compared === null ? html`<p class="lead">${words.lead}</p>${change.version === 0 ? html`<p class="warning">${words.gone}</p>` : ""}${list(shown)}${pager(words.list, cursorIn(desk) === null ? null : { address: here, words: words.newest }, older)}` : await comparison(desk, shown, compared)}`;
  return editorPage(desk, { title: words.title, content, refusal: failure?.refusal, framesDraft: true });
}

const list = ({ revisions, change, here, nameOf }: History): Html =>
  html`<ul class="rows">${sittingsOf(revisions.items, change.published).map((sitting) => row(sitting, change, here, nameOf))}</ul>`;

function row(sitting: Sitting, change: DocumentChangeView, here: string, nameOf: NameOf): Html {
  const { version, deleted, title, changedBy, changedAt, steps } = sitting;
  const badges = [
    ...(version === change.version ? [words.draft] : []),
    ...(version === change.published ? [words.published] : []),
    ...(deleted ? [words.removed] : []),
  ];
  const more = steps > 1 ? ` · ${say(words.steps, { n: steps })}` : "";
  return html`<li class="row"><div class="what"><p class="name"><span>${moment(changedAt)}</span> ${badges.map((badge) => html`<span class="badge is-changed">${badge}</span> `)}</p>
<p class="facts"><bdi>${nameOf(changedBy)}</bdi>${title === null ? "" : html` · <bdi>${title}</bdi>`} · ${say(words.version, { n: version })}${more}</p></div>
${deleted || version === change.version ? "" : html`<p class="acts"><a href="${withQuery(here, { version })}" aria-label="${words.compare}${WORDS.everyPage.colon}${say(words.version, { n: version })}">${words.compare}</a></p>`}</li>`;
}

async function comparison(desk: Desk, { change, here }: History, version: number): Promise<Html> {
  const { workspace, member } = desk;
  const { kind, id, path } = change;
  const labels = new Labels(
    expectValue(await workspace.read("catalogue", member.site, { language: reader().language })),
  );
  const difference =
    change.version === 0
      ? null
      : expectValue(
          await workspace.read("document.difference", member.site, { kind, id, from: version, to: change.version }),
        );
  const frames =
    kind === "page"
      ? sideBySide(say(words.comparing, { n: version }), [
          { title: say(words.version, { n: version }), address: versionAt(id, version) },
          {
            title: words.draft,
            address: change.version === 0 || path === null ? null : draftOf(path),
            instead: words.removed,
          },
        ])
      : "";
  return html`<h2>${say(words.comparing, { n: version })}</h2>${restoring(desk, change, here, version)}${frames}${difference === null ? "" : drawnDifferences(await withNamedLinks(desk, difference), labels)}`;
}

function restoring(
  { member: { role } }: Desk,
  { kind, version: expected }: DocumentChangeView,
  here: string,
  version: number,
): Html | string {
  const right = kind === "theme" || kind === "settings" || kind === "types" ? "theme.edit" : "content.edit";
  if (!can(role, right)) return "";
  const button = html`${versionField(expected)}<input type="hidden" name="to" value="${version}"><button type="submit">${say(words.restore, { n: version })}</button>`;
  return html`<section class="publish"><p class="help">${words.restoreHelp}</p>${drawnForm(`restore-${kind}`, here, button)}</section>`;
}
