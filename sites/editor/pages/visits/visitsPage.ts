/** The page with the numbers of visits: by day, page and referring host. */
import { html } from "hono/html";
import { VISIT_DAYS } from "../../../../manifests/bounds/publicContent.ts";
import { can } from "../../../../runtime/commands/permissions.ts";
import { expectValue } from "../../../../runtime/commands/answer.ts";
import type { VisitsView } from "../../../../runtime/visits/views.ts";
import { numberText } from "../../../words/numberText.ts";
import { say } from "../../../words/shape/say.ts";
import { dayInWords } from "../../../words/timeText.ts";
import { WORDS } from "../../../words/words.ts";
import { withQuery } from "../desk/address.ts";
import type { Desk } from "../desk/desk.ts";
import { editorPage } from "../drawing/editorPage.ts";
import type { Html } from "../drawing/html.ts";
import { untrustedText } from "../library/untrustedText.ts";
import { VISITS_AREA, VISITS_SETTING } from "./area.ts";
import { allDays, chart } from "./chart.ts";
import { emptyList } from "../drawing/lists.ts";

const { visits: words } = WORDS;

const SPANS = [7, 30, 90, VISIT_DAYS] as const;
const USUAL_SPAN = 30;

export async function visitsPage(desk: Desk): Promise<Response> {
  const asked = Number(new URL(desk.request.url).searchParams.get("days"));
  const days = SPANS.find((span) => span === asked) ?? USUAL_SPAN;
  const visits = expectValue(await desk.workspace.read("visits", desk.member.site, { days }));
  const content = html`<h1>${words.title}</h1>
<p class="help">${words.help}</p>${standing(desk, visits)}
<nav class="filter" aria-label="${words.span}">${SPANS.map((span) => spanLink(span, days))} <a href="/api/visits.csv" download>${words.csv}</a></nav>
${visits.total === 0 ? emptyList(words.none, { address: "/", words: words.toSite }) : numbers(visits)}`;
  return editorPage(desk, { title: words.title, content });
}

/** Tells how the site counts, where that is not the usual way. */
function standing({ member }: Desk, { counting }: VisitsView): Html | string {
  if (counting === "server") return "";
  const change = can(member.role, VISITS_AREA.writes.permission)
    ? html` <a href="${VISITS_SETTING}">${WORDS.settings.title}</a>`
    : "";
  return html`<p class="help">${words.counting[counting]}${change}</p>`;
}

const spanLink = (span: number, chosen: number): Html =>
  html`<a href="${withQuery(VISITS_AREA.path, { days: span })}"${span === chosen ? html` aria-current="true"` : ""}>${say(words.days, { n: span })}</a> `;

function numbers(visits: VisitsView): Html {
  const days = allDays(visits);
  const busiest = days.reduce((most, day) => (day.times > most.times ? day : most));
  return html`<section class="visits" aria-labelledby="days-title"><h2 id="days-title">${say(words.total, { count: numberText(visits.total) })}</h2>
${chart(visits)}<p class="facts ends"><span>${dayInWords(visits.first)}</span><span>${dayInWords(visits.last)}</span></p>
<p class="facts">${say(words.busiest, { count: numberText(busiest.times), day: dayInWords(busiest.day) })}</p>
<details><summary>${words.asTable}</summary>${table(
    words.day,
    days.toReversed().map(({ day, times }) => [dayInWords(day), times] as const),
  )}</details></section>
<div class="overview"><section class="visits" aria-labelledby="paths-title"><h2 id="paths-title">${words.pages}</h2>${table(
    words.page,
    visits.paths.map(
      ({ path, times }) =>
        [
          path === "" ? words.otherPages : html`<a href="${path}"><bdi class="path">${untrustedText(path)}</bdi></a>`,
          times,
        ] as const,
    ),
  )}</section>
<section class="visits" aria-labelledby="hosts-title"><h2 id="hosts-title">${words.hosts}</h2><p class="help">${words.hostsHelp}</p>${
    visits.hosts.length === 0
      ? html`<p class="none">${words.noHosts}</p>`
      : table(
          words.host,
          visits.hosts.map(({ host, times }) => [host === "" ? words.otherHosts : untrustedText(host), times] as const),
        )
  }</section></div>`;
}

const table = (head: string, rows: readonly (readonly [Html | string, number])[]): Html =>
  html`<div class="tabled"><table class="entries counts"><thead><tr><th scope="col">${head}</th><th scope="col">${words.visits}</th></tr></thead>
<tbody>${rows.map(([name, times]) => html`<tr><th scope="row">${name}</th><td>${numberText(times)}</td></tr>`)}</tbody></table></div>`;
