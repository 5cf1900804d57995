/** The page of all unpublished changes: the changes, what to check first, and the publish forms. */
import { html } from "hono/html";
import { Refusal } from "../../../../manifests/refusals/refusal.ts";
import { expectValue } from "../../../../runtime/commands/answer.ts";
import { can } from "../../../../runtime/commands/permissions.ts";
import type { ChangesView } from "../../../../runtime/editing/comparing/views.ts";
import { say } from "../../../words/shape/say.ts";
import { WORDS } from "../../../words/words.ts";
import type { Desk } from "../desk/desk.ts";
import { namesFor } from "../desk/names.ts";
import type { DeskPageState } from "../desk/page.ts";
import { editorPage } from "../drawing/editorPage.ts";
import type { Html } from "../drawing/html.ts";
import { doneIn, status } from "../drawing/status.ts";
import { changeList } from "./changeList.ts";
import {
  type DocumentToken,
  readChoice,
  tokensIn,
  documentTokens,
  tokensNaming,
  tokensOfAll,
  tokensOfEverything,
} from "./chosen.ts";
import type { Publishing } from "./publishing.ts";
import { askForm } from "./ask.ts";
import { laterForm, nowForm } from "./forms.ts";
import { failedSchedules, planned, scheduleList } from "./scheduleList.ts";
import { warnings } from "./warnings.ts";

const { publish: words } = WORDS;

export async function publishPage(desk: Desk, { failure }: DeskPageState): Promise<Response> {
  const { workspace, member, context, request } = desk;
  const query = new URL(request.url).searchParams;
  const changes = expectValue(await workspace.read("changes", member.site));
  const chosen = stillThere(failure ? documentTokens(failure.typed.get("only") ?? "") : tokensIn(query), changes);
  const prospect = expectValue(await workspace.read("publication", member.site, { only: readChoice(chosen) }));
  const only = readChoice(chosen.length > 0 ? chosen : tokensOfEverything(changes));
  const needing = context.review ? expectValue(await workspace.read("review.needed", member.site, { only })).length : 0;
  const publishing: Publishing = { changes, prospect, chosen, failure, needing };
  const nameOf = await namesFor(desk);
  const schedules = await planned(desk);
  const content = html`<h1>${words.title}</h1>
${status(doneIn(query, words.done))}
${failedSchedules(schedules, nameOf)}${await clockNotice(desk)}<p class="lead">${words.lead}</p>
${chosen.length === 0 && tokensIn(query).length > 0 && changes.total > 0 ? html`<p class="help">${words.chosenGone}</p>` : ""}
${prospect.documents === 0 && changes.pages.length + changes.documents.length === 0 ? html`<p class="none">${words.nothing}</p>` : await unpublished(desk, publishing, nameOf)}
${scheduleList(desk, schedules, nameOf, failure)}`;
  return editorPage(desk, { title: words.title, content, refusal: failure?.refusal });
}

/** Drops chosen changes that were published meanwhile. */
function stillThere(tokens: readonly DocumentToken[], changes: ChangesView): readonly DocumentToken[] {
  const all = new Set([...tokensOfAll(changes), ...changes.pages.flatMap(tokensNaming)]);
  const found = tokens.filter((token) => all.has(token));
  if (tokens.some((token) => token.length > 80)) throw new Refusal("NOT_FOUND");
  return found;
}

const unpublished = async (desk: Desk, publishing: Publishing, nameOf: (actor: string) => string): Promise<Html> =>
  html`<div class="publishing"><div class="changes">${changeList(publishing, nameOf)}</div>
<div class="work">${warnings(publishing)}${await acts(desk, publishing)}</div></div>`;

/** The forms that publish or ask for it, unless all changes are held back and none is chosen. */
async function acts(desk: Desk, publishing: Publishing): Promise<Html> {
  if (publishing.chosen.length === 0 && publishing.prospect.documents === 0)
    return html`<p class="none">${words.heldAll}</p>`;
  const { role } = desk.member;
  const [mayPublish, isOwner] = [can(role, "content.publish"), can(role, "owners.manage")];
  const ask = await askForm(desk, publishing);
  const publish = html`${nowForm(desk, publishing)}${laterForm(desk, publishing)}`;
  if (publishing.needing === 0 && mayPublish)
    return html`${publish}${folded(words.ask.title, ask, publishing, ["ask"])}`;
  const needed = publishing.needing > 0 ? html`<p>${words.ask.needed}</p>` : html`<p>${words.mayNot}</p>`;
  return html`${needed}${ask}${isOwner ? folded(words.ask.past, html`<p class="help">${words.ask.pastHelp}</p>${publish}`, publishing, ["publish", "schedule"]) : ""}`;
}

/** Forms that few members look for. They are open after a refusal. */
const folded = (title: string, content: Html, { failure }: Publishing, forms: readonly string[]): Html =>
  html`<details${failure && forms.includes(failure.form) ? " open" : ""}><summary>${title}</summary>${content}</details>`;

/** Says that lists stay as they are, because releases by the clock are refused. A publication tries again. */
async function clockNotice({ workspace, member }: Desk): Promise<Html | string> {
  const refused = expectValue(await workspace.read("clock.refused", member.site));
  if (refused === null) return "";
  const known: Readonly<Record<string, string>> = WORDS.refusals;
  const why = Object.hasOwn(known, refused.code) ? known[refused.code] : "";
  return html`<section class="alert" role="alert" aria-labelledby="clock-title"><h2 id="clock-title">${words.clockTitle}</h2><p>${say(words.clockHelp, { n: refused.times })}</p><p class="facts"><bdi>${why} ${refused.reason}</bdi> <code>${refused.code}</code></p></section>`;
}
