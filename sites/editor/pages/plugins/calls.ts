/** A plugin's recent calls, with the number of failed ones. */
import { html } from "hono/html";
import { faultLines } from "../../../../manifests/faults/faultLines.ts";
import type { InvocationsView } from "../../../../runtime/plugins/management/views.ts";
import { say } from "../../../words/shape/say.ts";
import { WORDS } from "../../../words/words.ts";
import type { Html } from "../drawing/html.ts";
import { moment } from "../drawing/moment.ts";
import { untrustedText } from "../library/untrustedText.ts";

const { plugins: words } = WORDS;
const SHOWN = 20;

type ListedCall = InvocationsView["items"][number];

const hasFailed = ({ outcome }: ListedCall): boolean => outcome !== null && outcome !== "ok";

export function calls({ items }: InvocationsView): Html {
  if (items.length === 0) return html`<p>${words.noCalls}</p>`;
  const failed = items.filter(hasFailed).length;
  return html`${failed === 0 ? "" : html`<p class="warning">${say(words.failed, { n: failed })}</p>`}
<ul class="rows">${items.slice(0, SHOWN).map(row)}</ul>`;
}

function row(call: ListedCall): Html {
  const { point, name, startedAt, durationMs, outcome, denied } = call;
  const facts = [
    outcome === null ? words.underway : hasFailed(call) ? words.went : words.worked,
    ...(durationMs === null ? [] : [say(words.took, { ms: Math.round(durationMs) })]),
    ...(denied === 0 ? [] : [say(words.denied, { n: denied })]),
  ];
  const [first = "", ...rest] = facts;
  const code = hasFailed(call) ? html` <code>${outcome ?? ""}</code>` : "";
  const fault = call.report?.fault ? html`<pre>${untrustedText(faultLines(call.report.fault).join("\n"))}</pre>` : "";
  return html`<li class="row"><div class="what"><p>${words.points[point]}${WORDS.everyPage.colon}${untrustedText(name)}</p>
<p class="facts">${moment(startedAt)} · ${first}${code}${rest.map((fact) => ` · ${fact}`)}</p>${fault}</div></li>`;
}
