/** Shows a plugin's waiting version and the rule for updates. */
import { html } from "hono/html";
import type {
  PluginDetailView,
  PluginsView,
  SharingView,
  TouchedView,
} from "../../../../runtime/plugins/management/views.ts";
import { faultLines } from "../../../../manifests/faults/faultLines.ts";
import { UPDATE_RULES } from "../../../../runtime/plugins/updates/updateRules.ts";
import { numberText } from "../../../words/numberText.ts";
import { say } from "../../../words/shape/say.ts";
import { WORDS } from "../../../words/words.ts";
import type { FormFailure } from "../desk/failure.ts";
import { type SelectOption, DrawnFields } from "../drawing/fields.ts";
import { alert, drawnForm } from "../drawing/form.ts";
import type { Html } from "../drawing/html.ts";
import { untrustedText } from "../library/untrustedText.ts";
import { beforeAndAfter } from "../drawing/beforeAndAfter.ts";
import { consentAsked, effects } from "./consent.ts";
import { OUR_DETAILS } from "./pluginState.ts";

const { plugins: words } = WORDS;

interface Shown {
  readonly plugin: PluginDetailView;
  readonly here: string;
  readonly failure: FormFailure | undefined;
}

export function updates({ plugin, here, failure }: Shown): Html {
  const { waiting, updates: rule } = plugin;
  const choice: SelectOption[] = [["", words.asSite], ...choices()];
  return html`${waiting ? version(waiting, changes(plugin), { here, failure }) : html`<p>${words.noUpdate}</p>`}
${ruling({ here, failure, label: words.rule, stored: rule.own ? rule.rule : "", choice })}`;
}

type Waiting = NonNullable<PluginDetailView["waiting"]>;
type FormPlace = Pick<Shown, "here" | "failure">;

const changes = ({ waitingTouches, waitingSharing }: PluginDetailView): Html =>
  html`${waitingTouches ? touched(waitingTouches) : ""}${waitingSharing ? valuesElsewhere(waitingSharing) : ""}`;

function version(waiting: Waiting, changed: Html, { here, failure }: FormPlace): Html {
  const { digest, requested, distrust, consent, why } = waiting;
  const capabilities = html`<input type="hidden" name="capabilities" value="${JSON.stringify(requested)}">`;
  const seen = html`<input type="hidden" name="digest" value="${digest}">`;
  const read = html`${seen}${capabilities}<button type="submit">${words.takeOver}</button>`;
  const [before = "", after = ""] = words.distrusted.split("{detail}");
  return html`<h3>${say(words.waits, { version: waiting.version })}</h3><p>${words.waitsWhy[why]} ${words.waitsHelp}</p>${notBroughtOver(waiting.failure)}
${consentAsked(consent)}${effects(consent)}${changed}${alert(failure, "rehearse")}${alert(failure, "grant")}${alert(failure, "discard")}
${distrust === null ? html`${drawnForm("rehearse", here, html`${seen}${capabilities}<button type="submit">${words.rehearse}</button>`)}${drawnForm("grant", here, read)}` : html`<p class="warning">${before}${untrustedText(distrust, OUR_DETAILS)}${after}</p>`}
${drawnForm("discard", here, html`${seen}<button type="submit" class="danger">${words.discard}</button>`)}`;
}

/** Explains a failed data migration with cause and place. */
function notBroughtOver(failed: Waiting["failure"]): Html | string {
  if (!failed) return "";
  const lines = failed.fault ? faultLines(failed.fault) : [];
  return html`<p class="warning">${say(words.failedOn, { what: words.dataKinds[failed.of] })} <code>${failed.code}</code></p>
${lines.length === 0 ? "" : html`<pre>${untrustedText(lines.join("\n"))}</pre>`}`;
}

export function touched({ total, listed }: TouchedView): Html | string {
  if (total === 0) return "";
  return html`<p class="warning">${say(words.touches, { n: total })}</p><ul class="rows">${listed.map(
    ({ path, touch }) => html`<li class="row"><bdi>${path}</bdi>${WORDS.everyPage.colon}${words.touched[touch]}</li>`,
  )}</ul>`;
}

/** Lists the values of translations that a version shows differently. */
export function valuesElsewhere({ total, listed }: SharingView): Html | string {
  if (total === 0) return "";
  const rows = listed.map(
    ({ path, field, before, after }) =>
      html`<li class="row"><bdi>${path}</bdi>, ${untrustedText(field, OUR_DETAILS)}${WORDS.everyPage.colon}${beforeAndAfter(before, after)}</li>`,
  );
  return html`<p class="warning">${say(words.sharing, { n: total })}</p><ul class="rows">${rows}</ul>`;
}

/** A function, because the texts depend on the reader's language. */
const choices = (): SelectOption[] => UPDATE_RULES.map((rule) => [rule, words.rules[rule]]);

interface Ruling extends FormPlace {
  readonly label: string;
  readonly stored: string;
  readonly choice: readonly SelectOption[];
  /** Further fields of the form. */
  readonly more?: (fields: DrawnFields) => Html;
}

function ruling({ here, failure, label, stored, choice, more }: Ruling): Html {
  const fields = new DrawnFields("updates", failure, { days: "/demands/days", signatures: "/demands/signatures" });
  const content = html`${fields.choice("rule", label, stored, choice, words.ruleHelp)}${more?.(fields) ?? ""}<button type="submit">${WORDS.everyPage.save}</button>`;
  return html`${alert(failure, "updates")}${drawnForm("updates", here, content)}`;
}

/** Choices of a number; one that a program has set is among them. */
const numbers = (offered: readonly number[], stored: number): SelectOption[] =>
  [...new Set([...offered, stored])].toSorted((a, b) => a - b).map((n) => [String(n), numberText(n)]);

const DAYS = [0, 1, 3, 7, 14, 30];
const SIGNATURES = [1, 2, 3];

type SiteRule = Pick<PluginsView, "updates" | "demands">;

/** The update rule for plugins without a rule of their own, and what the site demands of new packages. */
export const siteRule = ({ updates: rule, demands: { days, signatures } }: SiteRule, place: FormPlace): Html =>
  ruling({
    ...place,
    label: words.siteRule,
    stored: rule,
    choice: choices(),
    more: (fields) =>
      html`${fields.choice("days", words.demandDays, String(days), numbers(DAYS, days), words.demandDaysHelp)}${fields.choice("signatures", words.demandSignatures, String(signatures), numbers(SIGNATURES, signatures), words.demandSignaturesHelp)}`,
  });
