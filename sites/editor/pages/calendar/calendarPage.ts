/** The calendar of the site: planned publications, the times of pages, and dated entries, by month and week. */
import { html } from "hono/html";
import { expectValue } from "../../../../runtime/commands/answer.ts";
import type { Role } from "../../../../runtime/commands/permissions.ts";
import { dayAt } from "../../../../runtime/documents/content/timeZone.ts";
import { CALENDAR_PARTS } from "../../../../runtime/editing/calendar/views.ts";
import type { CatalogueView } from "../../../../runtime/editing/views.ts";
import { reader } from "../../../words/reader.ts";
import { say } from "../../../words/shape/say.ts";
import { dayInWords, monthInWords } from "../../../words/timeText.ts";
import { WORDS } from "../../../words/words.ts";
import { isOpenTo } from "../desk/area.ts";
import type { Desk } from "../desk/desk.ts";
import type { DeskPageState } from "../desk/page.ts";
import { draftOf } from "../desk/address.ts";
import { editorPage } from "../drawing/editorPage.ts";
import type { Html } from "../drawing/html.ts";
import { emptyList } from "../drawing/lists.ts";
import { status } from "../drawing/status.ts";
import { entriesAt } from "../entries/addresses.ts";
import { type Column, listedColumns } from "../entries/columns.ts";
import { PAGES_AREA } from "../pages/area.ts";
import { PUBLISH_AREA } from "../publish/area.ts";
import { calendarAt } from "./area.ts";
import { monthOf } from "./days.ts";
import { calendarGrid } from "./grid.ts";
import { type CalendarItem, mayMove } from "./items.ts";
import { beside, CALENDAR_VIEWS, type CalendarLooking, calendarLookingIn, weeksShown } from "./looking.ts";
import { droppingForm, movedPart, movingPart } from "./moveForms.ts";

const { calendar: words } = WORDS;

interface DatedType {
  readonly type: string;
  readonly plural: string;
  /** The fields that place entries on days. */
  readonly columns: readonly Column[];
}

export async function calendarPage(desk: Desk, { failure }: DeskPageState): Promise<Response> {
  const { workspace, member, context, request } = desk;
  const today = dayAt(Date.now(), context.timeZone);
  const types = datedTypes(
    expectValue(await workspace.read("catalogue", member.site, { language: reader().language })),
  );
  const looking = knownLooking(calendarLookingIn(new URL(request.url).searchParams, today), types);
  const days = weeksShown(looking).flat();
  const [from = today, to = today] = [days[0], days.at(-1)];
  const asked = { from, to, member: member.identity, ...(looking.show === null ? {} : { show: looking.show }) };
  const { items, cutFrom } = expectValue(await workspace.read("calendar", member.site, asked));
  const caption = captionOf(looking, from, to);
  const content = html`<div class="heading"><h1>${words.title}</h1></div><p class="lead">${say(words.lead, { zone: context.timeZone })}</p>
${movedPart(desk, looking, items) || status("")}${movingPart(desk, looking, items, failure)}
${filters(looking, types, isOpenTo(member.role, PAGES_AREA))}${steps(looking, today)}
${cutFrom === null ? "" : html`<p class="warning">${say(words.cut, { day: dayInWords(cutFrom) })}</p>`}
${items.length === 0 ? emptyList(words.none, nextStep(member.role)) : ""}
${items.some((item) => mayMove(member.role, item)) ? html`<p class="help scripted" id="calendar-keys">${words.keys}</p>${droppingForm(looking)}` : ""}
${calendarGrid({ looking, today, role: member.role, items, fieldTitle: fieldTitleOf(types) }, caption)}`;
  return editorPage(desk, {
    title: `${words.title}${WORDS.everyPage.colon}${caption}`,
    content,
    refusal: failure?.refusal,
  });
}

const nextStep = (role: Role): Parameters<typeof emptyList>[1] =>
  isOpenTo(role, PUBLISH_AREA)
    ? { address: PUBLISH_AREA.path, words: words.plan }
    : { address: draftOf("/"), words: WORDS.everyPage.draft };

const isDay = ({ kind, isList }: Column): boolean => !isList && (kind === "date" || kind === "dateTime");

const datedTypes = ({ contentTypes, inactiveTypes }: CatalogueView): readonly DatedType[] =>
  [...contentTypes, ...inactiveTypes].flatMap((one) => {
    const columns = listedColumns(one).filter((column) => isDay(column) && column.emptyAs === undefined);
    return columns.length === 0 ? [] : [{ type: one.type, plural: one.plural, columns }];
  });

/** An address may name a type that has gone. It then shows everything. */
const knownLooking = (looking: CalendarLooking, types: readonly DatedType[]): CalendarLooking =>
  CALENDAR_PARTS.some((part) => part === looking.show) || types.some(({ type }) => type === looking.show)
    ? looking
    : { ...looking, show: null };

const fieldTitleOf =
  (types: readonly DatedType[]) =>
  ({ type, field }: CalendarItem): string => {
    const { columns = [] } = types.find((one) => one.type === type) ?? {};
    return columns.length < 2 ? "" : (columns.find(({ name }) => name === field)?.title ?? "");
  };

const captionOf = ({ view, day }: CalendarLooking, from: string, to: string): string =>
  view === "month" ? monthInWords(monthOf(day)) : say(words.span, { from: dayInWords(from), to: dayInWords(to) });

function filters(looking: CalendarLooking, types: readonly DatedType[], hasLists: boolean): Html {
  const link = (show: string | null, said: string): Html =>
    html`<a href="${calendarAt({ ...looking, show })}"${show === looking.show ? html` aria-current="true"` : ""}><bdi>${said}</bdi></a> `;
  const type = types.find((one) => one.type === looking.show);
  return html`<nav class="filter" aria-label="${WORDS.pages.show}">${link(null, WORDS.pages.everything)}${CALENDAR_PARTS.map((part) => link(part, words.parts[part]))}${types.map((one) => link(one.type, one.plural))}</nav>
${type && hasLists ? html`<p><a href="${entriesAt(type.type)}">${say(words.listOf, { plural: type.plural })}</a></p>` : ""}`;
}

function steps(looking: CalendarLooking, today: string): Html {
  const link = (to: CalendarLooking, said: string): Html => html`<a href="${calendarAt(to)}">${said}</a>`;
  const named = (one: CalendarLooking): string =>
    one.view === "month" ? monthInWords(monthOf(one.day)) : dayInWords(weeksShown(one).flat()[0] ?? one.day);
  const [before, after] = [beside(looking, -1), beside(looking, 1)];
  return html`<div class="tools"><nav class="pager" aria-label="${words.steps}">${link(before, named(before))} ${link({ ...looking, day: today }, words.today)} ${link(after, named(after))}</nav>
<nav class="filter" aria-label="${words.view}">${CALENDAR_VIEWS.map((view) => html`<a href="${calendarAt({ ...looking, view })}"${view === looking.view ? html` aria-current="true"` : ""}>${words.views[view]}</a> `)}</nav></div>`;
}
