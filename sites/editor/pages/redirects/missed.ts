/** The addresses that visitors asked for in vain, each with a way to a redirect. */
import { html } from "hono/html";
import { expectValue } from "../../../../runtime/commands/answer.ts";
import type { MissedView } from "../../../../runtime/serving/missed/views.ts";
import { say } from "../../../words/shape/say.ts";
import { WORDS } from "../../../words/words.ts";
import { withQuery } from "../desk/address.ts";
import type { Desk } from "../desk/desk.ts";
import { drawnForm } from "../drawing/form.ts";
import type { Html } from "../drawing/html.ts";
import { moment } from "../drawing/moment.ts";
import { versionField } from "../drawing/versionField.ts";
import { oneWay } from "../library/untrustedText.ts";
import { REDIRECTS_AREA } from "./area.ts";

const {
  redirects: { missed: words },
} = WORDS;

export async function missedAddresses(desk: Desk, version: number): Promise<Html | string> {
  const { items, total } = expectValue(await desk.workspace.read("redirects.missed", desk.member.site));
  if (total === 0) return "";
  const more = total - items.length;
  return html`<section aria-labelledby="missed-title"><h2 id="missed-title">${words.title}</h2><p class="help">${words.help}</p>
<ul class="rows">${items.map((one) => row(one, version))}</ul>${more > 0 ? html`<p class="help">${say(words.more, { n: more })}</p>` : ""}</section>`;
}

function row({ path, times, lastAt }: MissedView["items"][number], version: number): Html {
  const gone = html`${versionField(version)}<input type="hidden" name="from" value="${path}"><input type="hidden" name="status" value="410">
<button type="submit" class="quiet" aria-label="${say(words.goneOf, { path: oneWay(path) })}">${words.gone}</button>`;
  return html`<li class="row"><div class="what"><p><bdi class="path">${path}</bdi></p><p class="facts">${say(words.times, { n: times })} ${moment(lastAt)}</p></div>
<div class="acts"><a href="${withQuery(REDIRECTS_AREA.path, { from: path })}#add-title" aria-label="${say(words.redirectOf, { path: oneWay(path) })}">${words.redirect}</a> ${drawnForm("add", REDIRECTS_AREA.path, gone)}</div></li>`;
}
