/** The page after a publication: what is visible to visitors, and since when. */
import { html } from "hono/html";
import { Refusal } from "../../../../manifests/refusals/refusal.ts";
import { expectValue } from "../../../../runtime/commands/answer.ts";
import { documentId } from "../../../../runtime/documents/content/section.ts";
import type { ReleasesView, RestorationView } from "../../../../runtime/editing/views.ts";
import { say } from "../../../words/shape/say.ts";
import { WORDS } from "../../../words/words.ts";
import { EDIT } from "../desk/area.ts";
import type { Desk } from "../desk/desk.ts";
import { editorPage } from "../drawing/editorPage.ts";
import type { Html } from "../drawing/html.ts";
import { releaseAt } from "../desk/documentAddress.ts";
import { titlesAt } from "../desk/links.ts";
import { numberIn } from "../drawing/lists.ts";
import { canvasAt } from "../pages/area.ts";
import { outcomeAt, PUBLISH_AREA } from "./area.ts";

const {
  publish: { outcome: words },
} = WORDS;

type Release = ReleasesView["items"][number];

export async function outcomePage(desk: Desk): Promise<Response> {
  const { workspace, member, request } = desk;
  const number = numberIn(new URL(request.url).searchParams, "release");
  if (number === null) throw new Refusal("NOT_FOUND");
  const page = pageIn(new URL(request.url).searchParams);
  const { item: release, since } = expectValue(await workspace.read("outcome", member.site, { release: number }));
  const content = html`<h1>${words.title}</h1>
<p class="outcome is-${release.state}" role="status" id="status">${sentence(release)}</p>
${release.state === "ready" ? html`<p class="help">${words.delay}</p>` : ""}
${since === null ? "" : changedPaths(since, await titlesAt(desk, since.paths))}${notices(release)}
${since === null ? "" : wayBack(since.release)}
<p class="acts">${release.state === "building" ? html`<a class="button" href="${outcomeAt(number, page)}">${words.again}</a>` : html`<a class="button" href="${page === null ? EDIT : canvasAt(page)}">${words.on}</a>`} <a href="${PUBLISH_AREA.path}">${words.back}</a></p>`;
  return editorPage(desk, { title: words.title, content });
}

const wayBack = (release: number): Html =>
  html`<p class="help">${words.regret} <a href="${releaseAt(release)}">${say(words.goBack, { release })}</a></p>`;

/** The page of a publication with only one page. */
function pageIn(query: URLSearchParams): string | null {
  const read = documentId.safeParse(query.get("page"));
  return read.success ? read.data : null;
}

function sentence({ release, state, done, total }: Release): string {
  if (state === "building") return say(words.building, { release, done, total });
  return say(state === "ready" ? words.now : words.failed, { release });
}

function changedPaths({ paths, more }: RestorationView, titles: ReadonlyMap<string, string>): Html {
  if (paths.length === 0) return html`<p>${words.noPaths}</p>`;
  return html`<section aria-labelledby="paths-title"><h2 id="paths-title">${words.paths}</h2>
<ul class="rows">${paths.map((path) => html`<li class="row"><a href="${path}"><bdi>${titles.get(path) ?? path}</bdi></a> <span class="facts"><bdi>${path}</bdi></span></li>`)}</ul>${more ? html`<p class="help">${words.further}</p>` : ""}</section>`;
}

/** Problems that did not stop the publication, in the plugins' words. */
function notices({ notices: found }: Release): Html | string {
  if (found.length === 0) return "";
  return html`<section aria-labelledby="notices-title"><h2 id="notices-title">${words.notices}</h2>
<ul>${found.map(({ plugin, detail, pages }) => html`<li><bdi>${plugin}</bdi>${WORDS.everyPage.colon}<bdi>${detail}</bdi>${pages > 0 ? html` (${say(words.pages, { n: pages })})` : ""}</li>`)}</ul></section>`;
}
