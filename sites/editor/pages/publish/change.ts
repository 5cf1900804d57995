/** The page that compares one document before and after: side by side, and text by text. */
import { reader } from "../../../words/reader.ts";
import { html } from "hono/html";
import { expectValue } from "../../../../runtime/commands/answer.ts";
import { can } from "../../../../runtime/commands/permissions.ts";
import type { DocumentChangeView } from "../../../../runtime/editing/comparing/views.ts";
import { WORDS } from "../../../words/words.ts";
import { releasePageAt } from "../comparing/addresses.ts";
import { drawnDifferences } from "../comparing/differences.ts";
import { withNamedLinks } from "../comparing/namedLinks.ts";
import { sideBySide } from "../comparing/frames.ts";
import { Labels } from "../comparing/labels.ts";
import { draftOf } from "../desk/address.ts";
import type { Desk } from "../desk/desk.ts";
import { type NameOf, namesFor } from "../desk/names.ts";
import type { DeskPageState } from "../desk/page.ts";
import { alert, drawnForm } from "../drawing/form.ts";
import { editorPage } from "../drawing/editorPage.ts";
import type { Html } from "../drawing/html.ts";
import { moment } from "../drawing/moment.ts";
import { status } from "../drawing/status.ts";
import { versionField } from "../drawing/versionField.ts";
import { historyOf } from "../desk/documentAddress.ts";
import { canvasAt } from "../pages/area.ts";
import { drawnRemarks } from "../remarks/remarkList.ts";
import { PUBLISH_AREA } from "./area.ts";
import { type DocumentToken, changeAt, publishOnly, readRef } from "./chosen.ts";

const {
  publish: { change: words, kinds, states },
} = WORDS;

export async function changePage(desk: Desk, { failure }: DeskPageState): Promise<Response> {
  const { workspace, member, request } = desk;
  const token = new URL(request.url).searchParams.get("of") ?? "";
  const ref = readRef(token);
  const change = expectValue(
    ref.kind === "page"
      ? await workspace.read("page.change", member.site, ref)
      : await workspace.read("document.change", member.site, ref),
  );
  const labels = new Labels(
    expectValue(await workspace.read("catalogue", member.site, { language: reader().language })),
  );
  const before = await publishedPath(desk, change);
  const title = change.title ?? kinds[change.kind];
  const remarks =
    change.kind === "page" && can(member.role, "content.edit") ? await drawnRemarks(desk, change.id) : null;
  const content = html`<p><a href="${PUBLISH_AREA.path}">${words.back}</a></p>
<div class="heading"><h1><bdi>${title}</bdi> <span class="badge is-${change.change}">${states[change.change]}</span></h1>${acts(desk, change, token)}</div>
${status("")}${authors(change, await namesFor(desk))}
${change.kind === "page" ? frames(desk, change, before) : ""}
<section aria-labelledby="values-title"><h2 id="values-title">${words.values}</h2>${change.total === 0 ? html`<p class="none">${change.change === "none" ? words.same : words.order}</p>` : drawnDifferences(await withNamedLinks(desk, change), labels)}</section>
${remarks ? html`<section aria-labelledby="remarks-title"><h2 id="remarks-title">${WORDS.reviews.remarks}</h2>${remarks.content}</section>` : ""}${discarding(desk, change, token, failure)}`;
  const scripts = remarks ? [remarks.script] : [];
  return editorPage(desk, { title: words.title, content, refusal: failure?.refusal, framesDraft: true, scripts });
}

/** The path of the published page; null if none of it is published. */
async function publishedPath(
  { workspace, member }: Desk,
  { kind, id, path, published, values }: DocumentChangeView,
): Promise<string | null> {
  if (kind !== "page" || published === 0) return null;
  const moved = values.find(({ section, pointer }) => section === null && pointer === "/path");
  if (typeof moved?.was === "string") return moved.was;
  if (path !== null) return path;
  return expectValue(await workspace.read("revision", member.site, { page: id, version: published })).path;
}

function acts(
  { member: { role } }: Desk,
  { kind, id, change, version }: DocumentChangeView,
  token: DocumentToken,
): Html {
  const publish =
    change === "none" || !can(role, "content.publish")
      ? ""
      : html`<a class="button" href="${publishOnly([token])}">${words.publish}</a>`;
  const edit =
    kind === "page" && version > 0 && can(role, "content.edit")
      ? html` <a href="${canvasAt(id)}">${words.edit}</a>`
      : "";
  return html`<p class="acts">${publish}${edit} <a href="${historyOf(kind, id)}">${words.history}</a></p>`;
}

function authors({ authors: found }: DocumentChangeView, nameOf: NameOf): Html | string {
  if (found.length === 0) return "";
  return html`<p class="facts">${words.authors} ${found.map(({ changedBy, changedAt }, index) => html`${index === 0 ? "" : ", "}<bdi>${nameOf(changedBy)}</bdi> ${moment(changedAt)}`)}</p>`;
}

function frames({ context: { release } }: Desk, { path, version }: DocumentChangeView, before: string | null): Html {
  const after = version === 0 || path === null ? null : draftOf(path);
  return sideBySide(words.frames, [
    { title: words.before, address: before === null ? null : releasePageAt(release, before), instead: words.notThere },
    { title: words.after, address: after, instead: words.goes },
  ]);
}

/** The permission to discard changes, by kind of document. */
const RIGHTS = {
  page: "content.edit",
  navigation: "content.edit",
  redirects: "content.edit",
  theme: "theme.edit",
  settings: "theme.edit",
  types: "theme.edit",
} as const;

function discarding(
  { member: { role } }: Desk,
  { kind, id, change, version, published }: DocumentChangeView,
  token: DocumentToken,
  failure: DeskPageState["failure"],
): Html | string {
  if (change === "none" || !can(role, RIGHTS[kind])) return "";
  const name = `discard-${kind}`;
  const page = kind === "page" ? html`<input type="hidden" name="page" value="${id}">` : "";
  const button = html`${versionField(version)}${page}<button type="submit" class="danger">${words.discard}</button>`;
  return html`<section class="discard" aria-label="${words.discard}"><p class="help">${published === 0 ? words.discardNew : words.discardHelp}</p>${alert(failure, name)}${drawnForm(name, changeAt(token), button)}</section>`;
}
