/** The days of the calendar as a table. A narrow window lists the days that have something. */
import { html } from "hono/html";
import type { Role } from "../../../../runtime/commands/permissions.ts";
import { say } from "../../../words/shape/say.ts";
import { clockText, dayInWords, weekdayInWords } from "../../../words/timeText.ts";
import { WORDS } from "../../../words/words.ts";
import { draftOf } from "../desk/address.ts";
import { isOpenTo } from "../desk/area.ts";
import type { Html } from "../drawing/html.ts";
import { oneWay } from "../library/untrustedText.ts";
import { canvasAt, PAGES_AREA } from "../pages/area.ts";
import { PUBLISH_AREA } from "../publish/area.ts";
import { calendarAt } from "./area.ts";
import { monthOf } from "./days.ts";
import { type CalendarItem, mayMove, refOf, refText, seenOf } from "./items.ts";
import { type CalendarLooking, weeksShown } from "./looking.ts";

const { calendar: words, pages: pageWords, publish: publishWords } = WORDS;

/** Items that one day of a month shows. The rest are a link to the week. */
const SHOWN_A_DAY = 6;
/** Items that one day of a week shows. */
const SHOWN_IN_WEEK = 100;

/** The data from which the days are drawn. */
export interface CalendarDrawing {
  readonly looking: CalendarLooking;
  readonly today: string;
  readonly role: Role;
  readonly items: readonly CalendarItem[];
  /** The title of a value's field, where the type has more than one that places entries. */
  readonly fieldTitle: (item: CalendarItem) => string;
}

export function calendarGrid(drawing: CalendarDrawing, caption: string): Html {
  const weeks = weeksShown(drawing.looking);
  const byDay = itemsByDay(drawing.items, weeks.flat());
  const head = (weeks[0] ?? []).map((day) => html`<th scope="col">${weekdayInWords(day)}</th>`);
  const rows = weeks.map((week) => html`<tr>${week.map((day) => cell(drawing, day, byDay.get(day) ?? []))}</tr>`);
  return html`<table class="calendar is-${drawing.looking.view}" data-target="${words.target}"><caption>${caption}</caption>
<thead><tr>${head}</tr></thead><tbody>${rows}</tbody></table>`;
}

/** The items of each day. An entry of several days stands on each of them. */
function itemsByDay(items: readonly CalendarItem[], days: readonly string[]): ReadonlyMap<string, CalendarItem[]> {
  const all = new Map<string, CalendarItem[]>(days.map((day) => [day, []]));
  for (const item of items)
    for (const day of days) if (day === item.day || (day > item.day && day <= item.last)) all.get(day)?.push(item);
  return all;
}

const looks = ({ looking, today }: CalendarDrawing, day: string, isEmpty: boolean): string =>
  [
    looking.view === "month" && monthOf(day) !== monthOf(looking.day) ? "is-beside" : "",
    day === today ? "is-today" : "",
    isEmpty ? "is-empty" : "",
  ]
    .filter((look) => look !== "")
    .join(" ");

function cell(drawing: CalendarDrawing, day: string, items: readonly CalendarItem[]): Html {
  const { looking, today } = drawing;
  const most = looking.view === "week" ? SHOWN_IN_WEEK : SHOWN_A_DAY;
  const more = items.length - most;
  const week = `${calendarAt({ ...looking, view: "week", day })}#day-${day}`;
  return html`<td id="day-${day}" class="${looks(drawing, day, items.length === 0)}" data-day="${day}" data-name="${dayInWords(day)}"><p class="day"><time datetime="${day}"${day === today ? html` aria-current="date"` : ""}><span class="short">${Number(day.slice(8))}</span><span class="long">${dayInWords(day)}</span></time></p>
${items.length === 0 ? "" : html`<ul>${items.slice(0, most).map((item) => dayItem(drawing, day, item))}</ul>`}${more > 0 ? html`<p class="more"><a href="${week}">${say(words.more, { n: more })}</a></p>` : ""}</td>`;
}

function dayItem(drawing: CalendarDrawing, day: string, item: CalendarItem): Html {
  const { role, fieldTitle } = drawing;
  const isMovable = mayMove(role, item);
  const form = item.kind === "publication" ? "move-schedule" : "move";
  const data = html` draggable="true" data-form-name="${form}" data-item="${refText(refOf(item))}" data-first="${item.day}" data-seen="${seenOf(item)}"`;
  const sort = item.kind === "value" ? fieldTitle(item) : item.kind === "date" ? "" : words.kinds[item.kind];
  const lasts =
    item.last > item.day && day === item.day
      ? html` <span class="sort">${say(words.lasts, { day: dayInWords(item.last) })}</span>`
      : "";
  return html`<li class="is-${item.kind}${day > item.day ? " is-going-on" : ""}"${isMovable ? data : ""}>${item.at === null ? "" : html`<span class="time">${clockText(item.at)}</span> `}${sort === "" ? "" : html`<span class="sort">${sort}</span> `}${titled(item, role)}${lasts}${badge(item)}${isMovable ? moving(drawing, item) : ""}</li>`;
}

const nameOf = ({ title, kind }: CalendarItem): string =>
  title ?? (kind === "publication" ? publishWords.wholeDraft : "");

function titled(item: CalendarItem, role: Role): Html {
  const address = addressOf(item, role);
  const name = html`<bdi>${nameOf(item)}</bdi>`;
  return address === null ? name : html`<a href="${address}">${name}</a>`;
}

/** The page on which the member goes on with the item. */
function addressOf({ kind, id, path }: CalendarItem, role: Role): string | null {
  if (kind === "publication") return isOpenTo(role, PUBLISH_AREA) ? PUBLISH_AREA.path : null;
  if (isOpenTo(role, PAGES_AREA)) return canvasAt(id);
  return path === null ? null : draftOf(path);
}

function badge({ state, willRun }: CalendarItem): Html | string {
  if (willRun === false) return html` <span class="badge is-failed">${publishWords.willNotRun}</span>`;
  return state === null || state === "published"
    ? ""
    : html` <span class="badge is-${state}">${pageWords.states[state]}</span>`;
}

/** The link to the form that moves the item. A script takes arrow keys on it. */
function moving({ looking }: CalendarDrawing, item: CalendarItem): Html {
  const address = calendarAt(looking, { move: refText(refOf(item)), from: item.day });
  return html` <a class="move" data-move href="${address}#moving" aria-label="${say(words.moveOf, { title: oneWay(nameOf(item)) })}" aria-describedby="calendar-keys">${words.move}</a>`;
}
