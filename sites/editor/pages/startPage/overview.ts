/** The page that tells a member what waits for them, what changed in the draft, and what will be published. */
import { html } from "hono/html";
import { expectValue } from "../../../../runtime/commands/answer.ts";
import type { ChangesView } from "../../../../runtime/editing/comparing/views.ts";
import type { SchedulesView } from "../../../../runtime/editing/views.ts";
import type { RemarkView } from "../../../../runtime/remarks/views.ts";
import { numberText } from "../../../words/numberText.ts";
import { say } from "../../../words/shape/say.ts";
import { WORDS } from "../../../words/words.ts";
import { EDIT, isOpenTo } from "../desk/area.ts";
import type { Desk } from "../desk/desk.ts";
import { type NameOf, namesFor } from "../desk/names.ts";
import { editorPage } from "../drawing/editorPage.ts";
import type { Html } from "../drawing/html.ts";
import { moment } from "../drawing/moment.ts";
import { untrustedText } from "../library/untrustedText.ts";
import { PAGES_AREA } from "../pages/area.ts";
import { PUBLISH_AREA } from "../publish/area.ts";
import { changeAt, pageToken } from "../publish/chosen.ts";
import { REMARKS_AREA } from "../remarks/area.ts";
import { VISITS_AREA } from "../visits/area.ts";
import { chart } from "../visits/chart.ts";

const { overview: words, publish } = WORDS;

/** The most rows of each part. Each part links to its whole list. */
const ROWS = 6;

export async function overviewPage(desk: Desk): Promise<Response> {
  const { workspace, member } = desk;
  const { site, identity } = member;
  const [changes, schedules, remarks, nameOf, waits, visited] = await Promise.all([
    workspace.read("changes", site).then(expectValue),
    workspace.read("schedules", site).then(expectValue),
    workspace.read("remarks", site, { state: "open", mentioning: identity }).then(expectValue),
    namesFor(desk),
    waiting(desk),
    visits(desk),
  ]);
  const content = html`<h1>${words.title}</h1>
<p class="acts"><a class="button" href="${EDIT}">${words.write}</a> <a href="${PAGES_AREA.path}">${words.pages}</a></p>
<div class="overview">${part("waiting", words.waiting, waits.length === 0 ? html`<p class="none">${words.nothing}</p>` : html`<ul class="rows">${waits}</ul>`)}
${remarks.items.length === 0 ? "" : part("remarks", words.remarks, html`<ul class="rows">${remarks.items.slice(0, ROWS).map((one) => remarkRow(one, nameOf))}</ul>`)}
${changed(changes, nameOf)}${planned(schedules.items)}${visited}</div>`;
  return editorPage(desk, { title: words.title, content });
}

const part = (name: string, title: string, content: Html): Html =>
  html`<section aria-labelledby="${name}-title"><h2 id="${name}-title">${title}</h2>${content}</section>`;

/** A row for each area of the member in which something waits. */
async function waiting(desk: Desk): Promise<Html[]> {
  const found = await Promise.all(
    desk.areas.map(async (area) => ({ area, waits: (await area.waiting?.(desk)) ?? null })),
  );
  return found.flatMap(({ area, waits }) =>
    waits === null
      ? []
      : [
          html`<li class="row"><div class="what"><p class="name"><a href="${area.path}">${area.title}</a> <span class="badge">${waits}</span></p></div></li>`,
        ],
  );
}

/** The days of the numbers on this page. */
const WEEK_DAYS = 7;

async function visits({ workspace, member: { site, role } }: Desk): Promise<Html | string> {
  if (!isOpenTo(role, VISITS_AREA)) return "";
  const week = expectValue(await workspace.read("visits", site, { days: WEEK_DAYS }));
  if (week.counting === "off") return "";
  const { visits: said } = WORDS;
  const title = say(said.week, { count: numberText(week.total) });
  const content = html`${week.total === 0 ? "" : chart(week)}<p><a href="${VISITS_AREA.path}">${said.all}</a></p>`;
  return html`<section class="visits" aria-labelledby="visits-title"><h2 id="visits-title">${title}</h2>${content}</section>`;
}

function remarkRow({ remark, page, title, words: said }: RemarkView, nameOf: NameOf): Html {
  const [last] = said.slice(-1);
  const by = last?.name ?? nameOf(last?.by ?? "");
  return html`<li class="row"><div class="what"><p class="name"><a href="${REMARKS_AREA.path}#remark-${remark}"><bdi>${title ?? page}</bdi></a></p>
<p class="facts">${untrustedText(by)} · ${moment(last?.at ?? 0)}</p><blockquote class="said">${untrustedText(last?.words ?? "")}</blockquote></div></li>`;
}

function changed({ pages, documents, total }: ChangesView, nameOf: NameOf): Html {
  const rows = [
    ...pages.map(({ id, title, ...one }) => ({ ...one, title, token: pageToken(id) })),
    ...documents.map(({ kind, ...one }) => ({
      ...one,
      change: "changed" as const,
      title: publish.kinds[kind],
      token: kind,
    })),
  ].toSorted((one, other) => other.changedAt - one.changedAt);
  const row = ({ title, token, change, changedBy, changedAt }: (typeof rows)[number]): Html =>
    html`<li class="row"><div class="what"><p class="name"><a href="${changeAt(token)}"><bdi>${title}</bdi></a> <span class="badge is-${change}">${publish.states[change]}</span></p>
<p class="facts"><bdi>${nameOf(changedBy)}</bdi> · ${moment(changedAt)}</p></div></li>`;
  return part(
    "changed",
    words.differing,
    rows.length === 0
      ? html`<p class="none">${words.none}</p>`
      : html`<p>${say(publish.differs, { n: total })} <a href="${PUBLISH_AREA.path}">${words.all}</a></p><ul class="rows">${rows.slice(0, ROWS).map(row)}</ul>`,
  );
}

function planned(items: SchedulesView["items"]): Html | string {
  const waits = items.filter(({ state }) => state === "waiting").toSorted((one, other) => one.at - other.at);
  if (waits.length === 0) return "";
  const row = ({ at, label, only, willRun }: (typeof waits)[number]): Html => {
    const what = label ?? only?.map(({ title, id }) => title ?? id).join(", ") ?? words.whole;
    return html`<li class="row"><div class="what"><p class="name">${moment(at)}</p><p class="facts">${untrustedText(what)}</p>${willRun ? "" : html`<p class="warning">${words.stops}</p>`}</div></li>`;
  };
  return part(
    "planned",
    words.planned,
    html`<ul class="rows">${waits.slice(0, ROWS).map(row)}</ul><p><a href="${PUBLISH_AREA.path}">${words.allSchedules}</a></p>`,
  );
}
