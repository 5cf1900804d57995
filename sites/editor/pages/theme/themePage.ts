/** The theme's page: choice, colours, fonts, sizes and contrasts. */
import { reader } from "../../../words/reader.ts";
import { html } from "hono/html";
import type { Theme } from "../../../../runtime/documents/content/content.ts";
import { expectValue } from "../../../../runtime/commands/answer.ts";
import { draftUnder } from "../../../../runtime/serving/editMarker.ts";
import { say } from "../../../words/shape/say.ts";
import { WORDS } from "../../../words/words.ts";
import { draftOf, withQuery } from "../desk/address.ts";
import type { Desk } from "../desk/desk.ts";
import type { FormFailure } from "../desk/failure.ts";
import type { DeskPageState } from "../desk/page.ts";
import { type SelectOption, DrawnFields } from "../drawing/fields.ts";
import { alert, drawnForm } from "../drawing/form.ts";
import { editorPage } from "../drawing/editorPage.ts";
import type { Html } from "../drawing/html.ts";
import { publishBar } from "../drawing/publishBar.ts";
import { doneIn, status } from "../drawing/status.ts";
import { versionField } from "../drawing/versionField.ts";
import { THEME_AREA } from "./area.ts";
import { contrasts } from "./contrasts.ts";
import { tokenForm } from "./tokenForm.ts";
import { type ThemeChoice, tokensOf } from "./tokens.ts";
import { notTaken, valuesFor } from "./values.ts";

const { theme: words } = WORDS;
const HERE = THEME_AREA.path;

export async function themePage(desk: Desk, { failure }: DeskPageState): Promise<Response> {
  const { workspace, member } = desk;
  const query = new URL(desk.request.url).searchParams;
  const { version, body } = expectValue(await workspace.read("theme", member.site));
  const { themes } = expectValue(await workspace.read("catalogue", member.site, { language: reader().language }));
  const wanted = failure?.form === "choose" ? failure.typed.get("theme") : query.get("look");
  const looked = themes.find(({ theme }) => theme === wanted && theme !== body.theme);
  const present = themes.find(({ theme }) => theme === body.theme);
  const tokens = present ? tokensOf(present, body.tokens) : [];
  const content = html`<h1>${words.title}</h1>
${status(doneIn(query, words.done))}
${publishBar(desk, HERE, failure)}
${
  looked
    ? html`${await look(desk, { looked, present: body.tokens, version, failure })}${choosing(themes, body.theme)}`
    : html`${choosing(themes, body.theme)}<div class="beside">${present ? tokenForm({ tokens, theme: body, version, here: HERE, failure }) : html`<p class="warning">${words.away}</p>`}
<div class="seen work">${draftFrame(words.preview, words.previewHelp, draftOf("/"))}${contrasts(tokens)}</div></div>`
}`;
  return editorPage(desk, { title: words.title, content, refusal: failure?.refusal, framesDraft: true });
}

const choosing = (themes: readonly ThemeChoice[], present: string): Html =>
  html`<section aria-labelledby="themes-title"><h2 id="themes-title">${words.choose}</h2><ul class="themes">${themes.map((one) => choice(one, present))}</ul></section>`;

/** A theme as a card with a small picture: the home page of the draft, drawn by the theme. */
function choice({ theme, title, description }: ThemeChoice, present: string): Html {
  const isPresent = theme === present;
  const link = html`<a href="${withQuery(HERE, { look: theme })}" aria-label="${words.look}${WORDS.everyPage.colon}${title}">${words.look}</a>`;
  return html`<li>${drawnHome(isPresent ? draftOf("/") : draftUnder("/", theme), title)}<p class="name"><bdi>${title}</bdi> ${isPresent ? html`<span class="badge is-new">${words.present}</span>` : ""}</p><p class="facts"><bdi>${description}</bdi></p>
<p class="acts">${isPresent ? "" : link}</p></li>`;
}

/** Neither pointer nor keyboard gets into the picture, and screen readers leave it out: the name stands beside it. */
const drawnHome = (address: string, title: string): Html =>
  html`<div class="picture" aria-hidden="true"><iframe title="${title}" src="${address}" sandbox="allow-same-origin" loading="lazy" tabindex="-1" inert></iframe></div>`;

interface Look {
  readonly looked: ThemeChoice;
  /** The site's own values of the present theme. */
  readonly present: Theme["tokens"];
  readonly version: number;
  readonly failure: FormFailure | undefined;
}

/** A preview of the whole draft with another theme, before a change. */
async function look(desk: Desk, { looked, present, version, failure }: Look): Promise<Html> {
  const { theme, title } = looked;
  const values = await valuesFor(desk, looked, present);
  const options = values.map(({ name }): SelectOption => [name, words.valuesFrom[name]]);
  const lost = notTaken(present, looked);
  const help = lost === 0 ? words.valuesHelp : html`${say(words.notTaken, { n: lost })} ${words.valuesHelp}`;
  const content = html`${versionField(version)}<input type="hidden" name="theme" value="${theme}">
${new DrawnFields("choose", failure).choice("values", words.values, values[0]?.name ?? "own", options, help)}
<button type="submit">${words.use}</button>`;
  return html`<p><a href="${HERE}">${words.back}</a></p><div class="work"><section>${alert(failure, "choose")}${drawnForm("choose", HERE, content)}</section></div>
${draftFrame(say(words.lookTitle, { title }), words.lookHelp, draftUnder("/", theme))}`;
}

const draftFrame = (title: string, help: string, address: string): Html =>
  html`<section aria-labelledby="look-title"><h2 id="look-title">${title}</h2><p class="help">${help}</p><iframe class="draft" id="draft" title="${title}" src="${address}" sandbox="allow-same-origin"></iframe></section>`;
