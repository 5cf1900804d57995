/** The calendar of a site's draft: publications, times of pages, dated pages and entries. */
import { CALENDAR_DAYS_MAX, CALENDAR_ITEMS_MAX } from "../../../manifests/bounds/editor.ts";
import { Refusal } from "../../../manifests/refusals/refusal.ts";
import { numberOfDay } from "../../../manifests/shapes/calendar.ts";
import { dayAt, UNNAMED_ZONE } from "../../documents/content/timeZone.ts";
import type { ListedPage, PageIndex } from "../../documents/pageIndex.ts";
import { type LimitParts, writtenSince } from "../../publishing/choice.ts";
import { scheduledNow } from "../../publishing/scheduleCommands.ts";
import type { ScheduleRow, Schedules } from "../../publishing/schedules.ts";
import { type ChangesParts, publishedChange } from "../comparing/changes.ts";
import { withFixed } from "./fixedItems.ts";
import {
  daysBegin,
  dated,
  type Days,
  daysEnd,
  entriesOn,
  type FoundItems,
  type PlacedItem,
  type PlacedParts,
  visiblePages,
} from "./placed.ts";
import { CALENDAR_PARTS, type CalendarPart, type CalendarView } from "./views.ts";

export interface CalendarParts extends ChangesParts, PlacedParts, LimitParts {
  readonly pageIndex: PageIndex;
  readonly schedules: Schedules;
}

export interface CalendarAsked {
  /** The first day. Default: today in the site's time zone. */
  readonly from?: string | undefined;
  /** The last day. Default: the first. */
  readonly to?: string | undefined;
  /** One part or content type alone. Default: everything. */
  readonly show?: string | undefined;
  /** The identity of the asking member, who may be limited to languages. */
  readonly member?: string | undefined;
}

type Item = CalendarView["items"][number];

const isPart = (show: string): show is CalendarPart => CALENDAR_PARTS.some((part) => part === show);

/** Reads the days of the calendar. `types` are the content types of the site's plugins. */
export function calendarOf(
  parts: CalendarParts,
  site: string,
  asked: CalendarAsked,
  types: readonly string[],
): CalendarView {
  const { show } = asked;
  const days = daysAsked(parts, site, asked);
  if (show !== undefined && !isPart(show) && !types.includes(show))
    throw refused("/show", show, `${CALENDAR_PARTS.join(", ")}, or a content type of the site's plugins`);
  const { from, timeZone } = days;
  const all = foundOn(parts, days, show, types);
  const planned = show === undefined || show === "publications" ? publications(parts, days) : [];
  const placed = all.flatMap((one) => one.placed);
  const pages = pagesOf(parts, site, placed);
  const items = [
    ...planned,
    ...placed.flatMap((one) => {
      const page = pages.get(one.id);
      return page && (show === undefined || isPart(show) || page.type === show) ? [itemOf(one, page)] : [];
    }),
  ].toSorted(byTime(from));
  const cuts = [
    ...all.flatMap(({ cutFrom }) => cutFrom ?? []),
    ...items.slice(CALENDAR_ITEMS_MAX, CALENDAR_ITEMS_MAX + 1).map(({ day }) => day),
  ];
  const first = cuts.toSorted()[0];
  return {
    timeZone,
    items: forMember(parts, site, asked.member, items.slice(0, CALENDAR_ITEMS_MAX)),
    cutFrom: first === undefined ? null : first < from ? from : first,
  };
}

function forMember(parts: CalendarParts, site: string, member: string | undefined, items: Item[]): Item[] {
  const languages = member === undefined ? undefined : parts.memberLanguages.of(site, { kind: "member", id: member });
  return languages ? withFixed(parts, { site, languages }, items) : items;
}

function daysAsked({ documents, powers }: CalendarParts, site: string, { from, to }: CalendarAsked): Days {
  const { timeZone = UNNAMED_ZONE } = documents.only(site, "settings").body;
  const first = from ?? dayAt(powers.now(), timeZone);
  const days = { site, timeZone, from: first, to: to ?? first };
  const count = (numberOfDay(days.to) ?? 0) - (numberOfDay(days.from) ?? 0) + 1;
  if (count < 1 || count > CALENDAR_DAYS_MAX)
    throw refused("/to", days.to, `the day ${days.from}, or one of the ${CALENDAR_DAYS_MAX - 1} days after it`);
  return days;
}

const refused = (pointer: string, found: string, allowed: string): Refusal =>
  new Refusal("INVALID_REQUEST", { issues: [{ pointer, found, allowed }] });

/** The items of pages on the days, as far as they are shown. */
function foundOn(
  parts: CalendarParts,
  days: Days,
  show: string | undefined,
  types: readonly string[],
): readonly FoundItems[] {
  const isType = show !== undefined && !isPart(show);
  const shown = show === undefined ? types : isType ? types.filter((type) => type === show) : [];
  return [
    ...(show === undefined || show === "visibility" ? visiblePages(parts, days) : []),
    ...(show === undefined || show === "dates" || isType ? [dated(parts, days)] : []),
    ...shown.flatMap((type) => ofType(parts, type, days)),
  ];
}

/** The entries of a type on the days. A value that all languages share stands there once, with the page that keeps it. */
function ofType({ documents, ...parts }: CalendarParts, type: string, days: Days): readonly FoundItems[] {
  const entries = entriesOn({ documents, ...parts }, type, days);
  const shared = documents.lists.sharedFields(days.site, type);
  if (shared.length === 0) return entries;
  const sources = new Map(
    documents.translations.draftOfTypes(days.site, [type]).map(({ id, translationOf }) => [id, translationOf]),
  );
  return entries.map(({ placed, cutFrom }) => {
    const here = new Set(placed.map(({ id }) => id));
    const isCopy = ({ id, field }: PlacedItem): boolean =>
      shared.includes(field ?? "") && here.has(sources.get(id) ?? "");
    return { placed: placed.filter((one) => !isCopy(one)), cutFrom };
  });
}

function pagesOf(parts: CalendarParts, site: string, placed: readonly PlacedItem[]): ReadonlyMap<string, ListedPage> {
  const ids = [...new Set(placed.map(({ id }) => id))];
  const pages = parts.pageIndex.named(site, publishedChange(parts, site), ids);
  return new Map(pages.map((page) => [page.id, page]));
}

const itemOf = (placed: PlacedItem, { title, path, type, state }: ListedPage): Item => ({
  ...placed,
  title,
  path,
  type,
  state: state === "deleted" ? null : state,
});

const publications = (parts: CalendarParts, days: Days): Item[] =>
  parts.schedules.waitingWithin(days.site, daysBegin(days), daysEnd(days)).map((row) => publication(parts, row, days));

function publication(parts: CalendarParts, row: ScheduleRow, { timeZone }: Days): Item {
  const { id, at, label, site, change } = row;
  const day = dayAt(at, timeZone);
  return {
    kind: "publication",
    id,
    day,
    last: day,
    at,
    title: label,
    path: null,
    type: null,
    field: null,
    state: null,
    willRun: writtenSince(parts, site, change, scheduledNow(parts, row)).total === 0,
  };
}

/** Orders by day, whole days before moments. What began earlier stands on the first day. */
const byTime =
  (first: string) =>
  (one: Item, other: Item): number =>
    compare(shownDay(one, first), shownDay(other, first)) ||
    (one.at ?? 0) - (other.at ?? 0) ||
    compare(one.title ?? "", other.title ?? "");

const shownDay = ({ day }: Item, first: string): string => (day < first ? first : day);

const compare = (one: string, other: string): number => (one < other ? -1 : one > other ? 1 : 0);
