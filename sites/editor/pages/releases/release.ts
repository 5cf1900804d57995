/** The page that compares a release with another, with the form that restores it. */
import { html } from "hono/html";
import { expectValue } from "../../../../runtime/commands/answer.ts";
import { can } from "../../../../runtime/commands/permissions.ts";
import type { RestorationView } from "../../../../runtime/editing/views.ts";
import { say } from "../../../words/shape/say.ts";
import { WORDS } from "../../../words/words.ts";
import { releasePageAt } from "../comparing/addresses.ts";
import { type Side, sideBySide } from "../comparing/frames.ts";
import { withQuery } from "../desk/address.ts";
import type { Desk } from "../desk/desk.ts";
import type { DeskPageState } from "../desk/page.ts";
import { alert, drawnForm } from "../drawing/form.ts";
import { editorPage } from "../drawing/editorPage.ts";
import type { Html } from "../drawing/html.ts";
import { titlesAt } from "../desk/links.ts";
import { removal } from "../library/removal.ts";
import { numberIn } from "../drawing/lists.ts";
import { status } from "../drawing/status.ts";
import { PAST } from "../publish/forms.ts";
import { objections } from "../publish/objections.ts";
import { releaseAt } from "../desk/documentAddress.ts";
import { RELEASES_AREA } from "./area.ts";

const {
  publish: { releases: words },
} = WORDS;

export async function releasePage(desk: Desk, { failure }: DeskPageState): Promise<Response> {
  const { workspace, member, context, request, subject } = desk;
  const query = new URL(request.url).searchParams;
  const release = Number(subject);
  const other = numberIn(query, "with") ?? context.release;
  const between = expectValue(await workspace.read("restoration", member.site, { release, other }));
  const path = between.paths.find((one) => one === query.get("path")) ?? between.paths[0];
  const content = html`<p><a href="${RELEASES_AREA.path}">${words.back}</a></p>
<h1>${say(words.name, { n: release })}</h1>${status("")}
${restoring(desk, release, between, failure)}
${await choosing(desk, release, other)}
${path === undefined ? html`<p class="none">${words.none}</p>` : html`${sideBySide(path, [side(release, path, context.release), side(other, path, context.release)])}${paths({ release, other, between, shown: path, titles: await titlesAt(desk, between.paths) })}`}
${deleting(desk, release, failure)}`;
  return editorPage(desk, { title: words.title, content, refusal: failure?.refusal, framesDraft: true });
}

/** The form that deletes a release, for members who may. */
function deleting({ member, context }: Desk, release: number, failure: DeskPageState["failure"]): Html | string {
  if (release === context.release || !can(member.role, "backups.manage")) return "";
  const here = releaseAt(release);
  const content = removal({
    name: "remove",
    here,
    back: here,
    of: "",
    first: {
      help: html`<p class="help">${say(words.removeHelp, { n: release })}</p>`,
      button: say(words.remove, { n: release }),
    },
    second: { question: html`<p>${say(words.removeQuestion, { n: release })}</p>`, button: words.removeSure },
    failure,
  });
  return html`<section class="publish">${content}</section>`;
}

const side = (release: number, path: string, current: number): Side => ({
  title: release === current ? words.shown : say(words.name, { n: release }),
  address: releasePageAt(release, path),
});

/** Shows what a restoration would change. */
function restoring(
  { member, context }: Desk,
  release: number,
  { paths: found, shown, ...rest }: RestorationView,
  failure: DeskPageState["failure"],
): Html | string {
  if (release === context.release || !can(member.role, "content.publish")) return "";
  const help =
    shown === context.release
      ? html`<p class="help">${say(words.restoreHelp, { n: found.length })}</p>${opening(rest)}`
      : "";
  const isPast = context.review && can(member.role, "owners.manage");
  const past = isPast
    ? html`<input type="hidden" name="${PAST}" value="true"><p class="help">${WORDS.publish.ask.pastHelp}</p>`
    : "";
  const button = html`${past}<button type="submit">${say(words.restore, { n: release })}</button>`;
  return html`<section class="publish">${alert(failure, "restore", objections(failure?.refusal))}${help}${drawnForm("restore", releaseAt(release), button)}</section>`;
}

/** The pages that are for readers now, and that the older release shows to everybody. */
const opening = ({ opened, moreOpened }: Pick<RestorationView, "opened" | "moreOpened">): Html | string =>
  opened.length === 0
    ? ""
    : html`<p class="warning">${words.opened}</p><ul>${opened.map((path) => html`<li><bdi>${path}</bdi></li>`)}</ul>${moreOpened ? html`<p class="help">${words.further}</p>` : ""}`;

async function choosing({ workspace, member, context }: Desk, release: number, other: number): Promise<Html> {
  const { items } = expectValue(await workspace.read("releases", member.site, { limit: RELEASES_OFFERED }));
  const ready = items.filter((one) => one.state === "ready" && one.release !== release);
  const options = ready.map(
    ({ release: one }) =>
      html`<option value="${one}"${one === other ? " selected" : ""}>${one === context.release ? words.shown : say(words.name, { n: one })}</option>`,
  );
  return html`<form method="get" action="${releaseAt(release)}" class="search"><label for="with">${words.look}</label> <select id="with" name="with">${options}</select> <button type="submit" class="quiet">${words.go}</button></form>`;
}

/** The most releases to compare with, which is how many are kept. */
const RELEASES_OFFERED = 60;

interface Paths {
  readonly release: number;
  readonly other: number;
  readonly between: RestorationView;
  readonly shown: string;
  readonly titles: ReadonlyMap<string, string>;
}

function paths({ release, other, between: { paths: found, more }, shown, titles }: Paths): Html {
  const link = (path: string): Html =>
    html`<li class="row"><a href="${withQuery(releaseAt(release), { with: other, path })}"${path === shown ? html` aria-current="true"` : ""}><bdi>${titles.get(path) ?? path}</bdi></a> <span class="facts"><bdi>${path}</bdi></span></li>`;
  return html`<section aria-labelledby="paths-title"><h2 id="paths-title">${words.paths}</h2><ul class="rows">${found.map(link)}</ul>${more ? html`<p class="help">${words.further}</p>` : ""}</section>`;
}
