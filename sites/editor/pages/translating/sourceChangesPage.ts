/** The page that shows what changed in the source of a translation since the translation was made. */
import { html } from "hono/html";
import { Refusal } from "../../../../manifests/refusals/refusal.ts";
import { expectValue } from "../../../../runtime/commands/answer.ts";
import { WORDS } from "../../../words/words.ts";
import { reader } from "../../../words/reader.ts";
import { drawnDifferences } from "../comparing/differences.ts";
import { Labels } from "../comparing/labels.ts";
import { withNamedLinks } from "../comparing/namedLinks.ts";
import type { Desk } from "../desk/desk.ts";
import type { DeskPageState } from "../desk/page.ts";
import { alert } from "../drawing/form.ts";
import { editorPage } from "../drawing/editorPage.ts";
import { doneIn, status } from "../drawing/status.ts";
import { editing, editingBeside, sourceChangesAt, TRANSLATIONS } from "./addresses.ts";
import { changedText } from "./changed.ts";
import { changesOfSource } from "./group.ts";
import { stillRight } from "./stillRight.ts";

const { translations: words } = WORDS;

export async function sourceChangesPage(desk: Desk, { failure }: DeskPageState): Promise<Response> {
  const { workspace, member, request } = desk;
  const id = desk.subject ?? "";
  const page = expectValue(await workspace.read("page", member.site, { page: id }));
  const changes = await changesOfSource(desk, id);
  const { source } = changes;
  if (!source) throw new Refusal("NOT_FOUND", { page: id });
  const { title } = page.body;
  const labels = new Labels(
    expectValue(await workspace.read("catalogue", member.site, { language: reader().language })),
  );
  const values =
    changes.total === 0
      ? html`<p class="none">${changes.outdated ? words.changedOrder : words.same}</p>`
      : html`<p class="help">${words.sourceLead}</p>${drawnDifferences(await withNamedLinks(desk, changes), labels)}`;
  const form = changes.outdated
    ? stillRight(sourceChangesAt(id), { id, title, version: page.version }, source.version)
    : "";
  const content = html`<p><a href="${TRANSLATIONS}">${words.all}</a></p>
<div class="heading"><h1><bdi lang="${source.language}">${source.title}</bdi></h1><p class="acts"><a class="button" href="${editingBeside(id)}">${words.beside}</a> <a href="${editing(id)}">${words.edit}</a></p></div>
<p class="facts"><bdi>${title}</bdi> · <bdi class="path">${page.body.path}</bdi>${changes.outdated ? html` · ${changedText(changes)}` : ""}</p>
${status(doneIn(new URL(request.url).searchParams, words.done))}${alert(failure, "still-right")}
<section aria-labelledby="values-title"><h2 id="values-title">${words.sourceTitle}</h2>${changes.from === null ? html`<p class="help">${words.unstamped}</p>` : ""}${values}</section>
<div class="work">${form}</div>`;
  return editorPage(desk, { title: words.sourceTitle, content, refusal: failure?.refusal });
}
