/** The confirmation page for removing several files, with the places that show each file. */
import { html } from "hono/html";
import { Refusal } from "../../../../manifests/refusals/refusal.ts";
import { expectValue } from "../../../../runtime/commands/answer.ts";
import { type MediaDetailView, mediaId } from "../../../../runtime/media/views.ts";
import { say } from "../../../words/shape/say.ts";
import { WORDS } from "../../../words/words.ts";
import type { Action } from "../desk/action.ts";
import { withQuery } from "../desk/address.ts";
import { findCommandRoute } from "../desk/area.ts";
import type { Desk } from "../desk/desk.ts";
import type { DeskPageState } from "../desk/page.ts";
import type { Fields } from "../desk/sent.ts";
import { alert, drawnForm } from "../drawing/form.ts";
import { editorPage } from "../drawing/editorPage.ts";
import type { Html } from "../drawing/html.ts";
import { MEDIA_AREA } from "./area.ts";
import { ROWS } from "./library.ts";
import { libraryPicture } from "./picture.ts";
import { useList } from "./uses.ts";

const { media: words } = WORDS;

export const REMOVE_MANY = `${MEDIA_AREA.path}/remove`;
/** The name of the checkboxes. HTML validators expect brackets in a name that several fields share. */
export const TICKED = "file[]";
const FIELD = /^file-\d{1,2}$/;

/** The chosen files, each with the version that the member saw. */
const sentIn = (fields: Fields): readonly (readonly [media: string, version: string])[] =>
  [...fields].flatMap(([name, value]) => {
    const [media = "", version = ""] = value.split(" ", 2);
    return FIELD.test(name) ? [[media, version] as const] : [];
  });

/** Limits the files to those of one page. */
function requireFew<T>(files: readonly T[]): readonly T[] {
  if (files.length > ROWS) throw new Refusal("TOO_LARGE", { maxFiles: ROWS });
  return files;
}

/** Removes the files with `force`, because the member has seen where each file is used. */
export const REMOVES_MANY: Action = {
  route: findCommandRoute("media.delete"),
  fields: [],
  more: FIELD,
  ask: (_, fields) =>
    requireFew(sentIn(fields)).map(([media, version]) => ({ segments: { media }, version, query: "?force=true" })),
  after: (_, fields) => withQuery(MEDIA_AREA.path, { removed: sentIn(fields).length }),
};

/** The chosen files that still exist. */
async function chosenFiles({ workspace, member }: Desk, ids: readonly string[]): Promise<MediaDetailView[]> {
  const found: MediaDetailView[] = [];
  for (const media of new Set(ids)) {
    const answer = await workspace.read("media.file", member.site, { media });
    if (answer.ok) found.push(expectValue(answer));
  }
  return found;
}

export async function removeMany(desk: Desk, { failure }: DeskPageState): Promise<Response> {
  const query = new URL(desk.request.url).searchParams;
  const ids = requireFew(failure ? sentIn(failure.typed).map(([media]) => media) : query.getAll(TICKED));
  if (!ids.every((id) => mediaId.safeParse(id).success)) throw new Refusal("NOT_FOUND");
  const files = await chosenFiles(desk, ids);
  const content = html`<p><a href="${MEDIA_AREA.path}">${words.back}</a></p>
<h1>${words.removeTitleMany}</h1>
<div class="work narrow"><section aria-label="${words.files}">${alert(failure, "removeMany")}${files.length === 0 ? html`<p class="none">${words.noneChosen}</p>` : asked(files)}</section></div>`;
  return editorPage(desk, { title: words.removeTitleMany, content, refusal: failure?.refusal });
}

function asked(files: readonly MediaDetailView[]): Html {
  const used = files.filter((file) => file.used > 0).length;
  const content = html`${files.map(({ id, version }, index) => html`<input type="hidden" name="file-${index}" value="${id} ${version}">`)}
<p class="acts"><button type="submit" class="danger">${say(words.removeMany, { n: files.length })}</button> <a href="${MEDIA_AREA.path}">${WORDS.everyPage.keep}</a></p>`;
  return html`<ul class="rows">${files.map(row)}</ul>
<p class="${used > 0 ? "warning" : "help"}">${used > 0 ? say(words.manyUsed, { n: used }) : words.removeHelp}</p>
${drawnForm("removeMany", REMOVE_MANY, content)}`;
}

const row = (file: MediaDetailView): Html =>
  html`<li class="row"><span class="thumb is-small">${libraryPicture(file, "", "4rem") || ""}</span><div class="what"><p class="name"><a href="${MEDIA_AREA.path}/${file.id}"><bdi>${file.name}</bdi></a></p>${useList(file)}</div></li>`;
