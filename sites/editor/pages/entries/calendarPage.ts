/** The calendar of a type whose entries have a day: a month of entries, with the schedules of publications in it. */
import { html } from "hono/html";
import { Refusal } from "../../../../manifests/refusals/refusal.ts";
import { expectValue } from "../../../../runtime/commands/answer.ts";
import { dayAt } from "../../../../runtime/documents/content/timeZone.ts";
import type { PagesView } from "../../../../runtime/editing/views.ts";
import { say } from "../../../words/shape/say.ts";
import { dayInWords, monthInWords, weekdaysInWords } from "../../../words/timeText.ts";
import { WORDS } from "../../../words/words.ts";
import { withQuery } from "../desk/address.ts";
import type { Desk } from "../desk/desk.ts";
import { editorPage } from "../drawing/editorPage.ts";
import type { Html } from "../drawing/html.ts";
import { canvasAt, ENTRIES, PAGES_AREA } from "../pages/area.ts";
import { PUBLISH_AREA } from "../publish/area.ts";
import { CALENDAR } from "./addresses.ts";
import type { Column, ListedType } from "./columns.ts";
import { listedType } from "./listedType.ts";
import { typeHeading } from "./entriesPage.ts";
import { isMonth, monthBeside, monthOf, weeksOf } from "./month.ts";
import { daysOfEntry, filtersOfDay, filtersOfMonth } from "./monthEntries.ts";

const { entries: words, pages: pageWords } = WORDS;

/** Entries of a month that are read, a few for each day and a little more. */
const MOST_READ = 1_000;
const READ_AT_ONCE = 200;
/** Entries that one day shows. The rest are a link to the list of the day. */
const SHOWN_A_DAY = 6;

type Listed = PagesView["items"][number];

interface Shown {
  readonly type: ListedType;
  readonly column: Column;
  readonly month: string;
  readonly today: string;
}

interface DayItem {
  readonly title: string;
  readonly address: string;
  readonly state: Listed["state"] | "waiting";
}

type Days = ReadonlyMap<string, readonly DayItem[]>;

export async function calendarPage(desk: Desk): Promise<Response> {
  const query = new URL(desk.request.url).searchParams;
  const type = await listedType(desk);
  const column = dayColumn(type, query.get("by"));
  const today = dayAt(Date.now(), desk.context.timeZone);
  const asked = query.get("month") ?? "";
  const shown = { type, column, today, month: isMonth(asked) ? asked : monthOf(today) };
  const { items, isWhole } = await entriesOfMonth(desk, shown);
  const days = daysOf([...dated(items, shown, desk.context.timeZone), ...(await scheduled(desk))]);
  const title = `${type.plural}${WORDS.everyPage.colon}${monthInWords(shown.month)}`;
  const content = html`<p><a href="${PAGES_AREA.path}">${pageWords.all}</a></p>
${typeHeading(type, "calendar")}${steps(shown)}${isWhole ? "" : html`<p class="warning">${say(words.monthCut, { n: MOST_READ })}</p>`}
${grid(shown, days)}`;
  return editorPage(desk, { title, content });
}

const isDay = ({ kind, isList }: Column): boolean => !isList && (kind === "date" || kind === "dateTime");

/** The column that places entries: the named one, or the order of the type, or the first. */
function dayColumn({ columns, order }: ListedType, named: string | null): Column {
  const found = columns.filter(isDay);
  const column =
    found.find(({ name }) => name === named) ?? found.find(({ name }) => name === order?.replace(/^-/, "")) ?? found[0];
  if (!column) throw new Refusal("NOT_FOUND");
  return column;
}

async function entriesOfMonth(
  { workspace, member, context }: Desk,
  { type, column, month }: Shown,
): Promise<{ readonly items: readonly Listed[]; readonly isWhole: boolean }> {
  const items: Listed[] = [];
  for (const where of filtersOfMonth({ type, column, month, timeZone: context.timeZone }))
    for (let cursor: string | null = ""; cursor !== null;) {
      const asked = { type: type.type, where, order: column.name, cursor, limit: READ_AT_ONCE };
      const found: PagesView = expectValue(await workspace.read("entries", member.site, asked));
      items.push(...found.items);
      if (items.length > MOST_READ) return { items: items.slice(0, MOST_READ), isWhole: false };
      cursor = found.next;
    }
  return { items, isWhole: true };
}

type Dated = readonly [day: string, item: DayItem];

const dated = (items: readonly Listed[], { type, column, month }: Shown, timeZone: string): Dated[] =>
  items.flatMap(({ id, title, state, values = {} }) =>
    daysOfEntry({ type, column, month, timeZone }, values).map((day): Dated => [
      day,
      { title, state, address: canvasAt(id) },
    ]),
  );

/** Publications that are planned. They are of the whole site, and may publish these entries. */
async function scheduled({ workspace, member, context }: Desk): Promise<Dated[]> {
  const { items } = expectValue(await workspace.read("schedules", member.site));
  return items
    .filter(({ state }) => state === "waiting")
    .map(({ at, label }) => [
      dayAt(at, context.timeZone),
      { title: say(words.plannedAs, { label: label ?? "" }), address: PUBLISH_AREA.path, state: "waiting" },
    ]);
}

function daysOf(all: readonly Dated[]): Days {
  const days = new Map<string, DayItem[]>();
  for (const [day, item] of all) days.set(day, [...(days.get(day) ?? []), item]);
  return days;
}

const monthAt = ({ type, column }: Shown, month: string): string =>
  withQuery(CALENDAR, { type: type.type, by: column.name, month });

function steps(shown: Shown): Html {
  const { type, column, month, today } = shown;
  const others = type.columns.filter(isDay);
  const link = (to: string, said: string): Html => html`<a href="${monthAt(shown, to)}">${said}</a>`;
  const by = (one: Column): Html =>
    html`<a href="${monthAt({ ...shown, column: one }, month)}"${one.name === column.name ? html` aria-current="true"` : ""}>${one.title}</a> `;
  return html`<nav class="pager" aria-label="${words.months}">${link(monthBeside(month, -1), monthInWords(monthBeside(month, -1)))} ${link(monthOf(today), words.today)} ${link(monthBeside(month, 1), monthInWords(monthBeside(month, 1)))}</nav>
${others.length < 2 ? "" : html`<nav class="filter" aria-label="${words.byField}">${others.map(by)}</nav>`}`;
}

function grid(shown: Shown, days: Days): Html {
  const { month } = shown;
  const weeks = weeksOf(month).map(
    (week) => html`<tr>${week.map((day) => cell(shown, day, days.get(day) ?? []))}</tr>`,
  );
  return html`<table class="calendar"><caption>${monthInWords(month)}</caption>
<thead><tr>${weekdaysInWords().map((name) => html`<th scope="col">${name}</th>`)}</tr></thead><tbody>${weeks}</tbody></table>`;
}

function cell({ type, column, month, today }: Shown, day: string, items: readonly DayItem[]): Html {
  const looks = [
    monthOf(day) === month ? "" : "is-beside",
    day === today ? "is-today" : "",
    items.length === 0 ? "is-empty" : "",
  ].filter((look) => look !== "");
  const more = items.length - SHOWN_A_DAY;
  const ofDay = withQuery(ENTRIES, { type: type.type, ...filtersOfDay(type, column, day) });
  return html`<td class="${looks.join(" ")}"><p class="day"><time datetime="${day}"${day === today ? html` aria-current="date"` : ""}><span class="short">${Number(day.slice(8))}</span><span class="long">${dayInWords(day)}</span></time></p>
${items.length === 0 ? "" : html`<ul>${items.slice(0, SHOWN_A_DAY).map(dayItem)}</ul>`}${more > 0 ? html`<p><a href="${ofDay}">${say(words.moreOfDay, { n: more })}</a></p>` : ""}</td>`;
}

const dayItem = ({ title, address, state }: DayItem): Html =>
  html`<li class="is-${state}"><a href="${address}"><bdi>${title}</bdi></a>${state === "published" ? "" : html` <span class="badge is-${state}">${state === "waiting" ? words.planned : pageWords.states[state]}</span>`}</li>`;
