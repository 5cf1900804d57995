/** The forms that publish now or schedule a publication. */
import { html } from "hono/html";
import { LABEL_MAX_CHARS } from "../../../../manifests/bounds/manifest.ts";
import { UNNAMED_ZONE } from "../../../../runtime/documents/content/timeZone.ts";
import { say } from "../../../words/shape/say.ts";
import { WORDS } from "../../../words/words.ts";
import type { Desk } from "../desk/desk.ts";
import { DrawnFields } from "../drawing/fields.ts";
import { alert, drawnForm } from "../drawing/form.ts";
import type { Html } from "../drawing/html.ts";
import { PUBLISH_AREA } from "./area.ts";
import { tokensOfAll, tokensOfEverything } from "./chosen.ts";
import { objections } from "./objections.ts";
import { type Publishing, chosenWords, changedDocuments } from "./publishing.ts";

const { publish: words } = WORDS;

/**
 * Names the listed changes, so that a colleague's later changes are not published with them. Only if the list is longer
 * than the page, everything is published.
 */
export function hidden({ changes, chosen }: Publishing): Html {
  const whole = tokensOfAll(changes).length === changes.total ? tokensOfEverything(changes) : [];
  const only = chosen.length > 0 ? chosen : whole;
  return html`<input type="hidden" name="change" value="${changes.change}"><input type="hidden" name="only" value="${only.join(" ")}">`;
}

const heldIn = ({ pages }: Publishing["changes"]): number => pages.filter(({ held }) => held).length;

/** The hidden field by which an owner goes past the review. */
export const PAST = "pastReview";

const past = ({ needing }: Publishing): Html | string =>
  needing === 0 ? "" : html`<input type="hidden" name="${PAST}" value="true">`;

/** Without a script, nothing holds what publishes while ticks are changed: it says beside it what it takes. */
export const ticksApart = ({ changes, chosen }: Publishing): Html | string =>
  changes.total < 2
    ? ""
    : html`<p class="help unscripted">${say(words.ticksApart, { n: chosen.length || changes.total - heldIn(changes), of: changes.total })}</p>`;

/** The publish button. A script disables it while ticks are changed but not yet applied to the choice. */
export const publishButton = ({ prospect }: Publishing, name: string, label: string): Html =>
  html`<button type="submit"${name === "" ? "" : html` class="${name}"`}${prospect.missing.length > 0 ? " disabled" : " data-by-ticks"}>${label}</button> <span class="help" role="status" data-open-ticks hidden>${words.openTicks}</span>`;

export function nowForm(_: Desk, publishing: Publishing): Html {
  const { failure, chosen } = publishing;
  const n = changedDocuments(publishing);
  const taken = chosenWords(publishing);
  const button = html`${hidden(publishing)}${past(publishing)}${ticksApart(publishing)}${publishButton(publishing, publishing.needing === 0 ? "" : "danger", say(chosen.length === 0 ? words.allNow : words.now, { n }))}`;
  return html`<section aria-labelledby="now-title"><h2 id="now-title">${words.whenTitle}</h2>
${alert(failure, "publish", objections(failure?.refusal))}
${taken === "" ? "" : html`<p>${taken}</p>`}
${drawnForm("publish", PUBLISH_AREA.path, button)}</section>`;
}

export function laterForm({ context: { timeZone } }: Desk, publishing: Publishing): Html {
  const { failure } = publishing;
  const fields = new DrawnFields("schedule", failure);
  const at = fields.value("at", "").replace(/(:\d\d)?(\.\d+)?Z$/, "");
  const content = html`${hidden(publishing)}${past(publishing)}
<p class="field"><label for="schedule-at">${words.at}</label> <input type="datetime-local" id="schedule-at" name="at" required value="${at}" data-zone="${words.zoneLocal}" data-gap="${words.gap}" aria-describedby="schedule-at-help"> <span class="help" id="schedule-at-help">${timeZone === UNNAMED_ZONE ? words.zoneUtc : say(words.zoneSite, { zone: timeZone })}</span></p>
${fields.text("label", words.label, "", { max: LABEL_MAX_CHARS, help: words.labelHelp })}
<p class="help">${words.laterHelp}</p>
${ticksApart(publishing)}${publishButton(publishing, "quiet", words.schedule)}`;
  return html`<section aria-labelledby="later-title"><h2 id="later-title">${words.laterTitle}</h2>
${alert(failure, "schedule", objections(failure?.refusal))}${drawnForm("schedule", PUBLISH_AREA.path, content)}</section>`;
}
