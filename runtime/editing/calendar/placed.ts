/** The items of a range of days, found by day and without the titles of pages. */
import { CALENDAR_ITEMS_MAX } from "../../../manifests/bounds/editor.ts";
import type { IndexedField } from "../../../manifests/fields/indexed.ts";
import { instantOf, utcText } from "../../../manifests/shapes/calendar.ts";
import type { Where } from "../../../manifests/shapes/query.ts";
import { dayAt, dayBegins, nextDay } from "../../documents/content/timeZone.ts";
import { datedPages, visibleTimes } from "../../documents/lists/draftTimes.ts";
import type { EntryPlace } from "../../documents/lists/draftEntries.ts";
import type { EntryType } from "../../documents/lists/entryIndex.ts";
import type { Documents } from "../../documents/documents.ts";
import type { Powers } from "../../powers/powers.ts";
import { conditionsOf } from "../../rendering/queries.ts";
import type { CalendarKind } from "./views.ts";

export interface PlacedParts {
  readonly powers: Powers;
  readonly documents: Documents;
}

/** Days of the site's time zone, both included. */
export interface Days {
  readonly site: string;
  readonly timeZone: string;
  readonly from: string;
  readonly to: string;
}

/** Something on a day, or from its first to its last day. */
export interface PlacedItem {
  readonly kind: CalendarKind;
  readonly id: string;
  readonly day: string;
  readonly last: string;
  /** The moment. Null for whole days. */
  readonly at: number | null;
  readonly field: string | null;
}

/** The items that one question found, and the first day that it left incomplete. */
export interface FoundItems {
  readonly placed: readonly PlacedItem[];
  readonly cutFrom: string | null;
}

const LIMIT = CALENDAR_ITEMS_MAX + 1;

const FIRST_OF_TIME = "0000-01-01";

export const daysBegin = ({ from, timeZone }: Days): number => dayBegins(from, timeZone);
/** The first moment after the days. */
export const daysEnd = ({ to, timeZone }: Days): number => dayBegins(nextDay(to), timeZone);

/** Something at a moment, or on a day that no zone moves. */
function placedAt(
  { timeZone }: Pick<Days, "timeZone">,
  { kind, id, field = null }: Pick<PlacedItem, "kind" | "id"> & { readonly field?: string | null },
  value: number | string,
): PlacedItem {
  const at = typeof value === "number" ? value : (instantOf(value) ?? null);
  const day = at === null ? String(value) : dayAt(at, timeZone);
  return { kind, id, field, day, last: day, at };
}

/** Keeps what fits. The day of the first thing left out is not complete. */
function found(all: readonly PlacedItem[]): FoundItems {
  const beyond = all[CALENDAR_ITEMS_MAX];
  return { placed: all.slice(0, CALENDAR_ITEMS_MAX), cutFrom: beyond?.day ?? null };
}

/** The pages whose time for visitors begins or ends on the days. */
export const visiblePages = ({ powers: { sql } }: PlacedParts, days: Days): readonly FoundItems[] =>
  (["from", "until"] as const).map((kind) => {
    const range = { begin: daysBegin(days), end: daysEnd(days), limit: LIMIT };
    return found(visibleTimes(sql, days.site, kind, range).map(({ id, value }) => placedAt(days, { kind, id }, value)));
  });

/** The pages with a date on the days. A moment in UTC may stand on the day beside its own text. */
export function dated({ powers: { sql } }: PlacedParts, days: Days): FoundItems {
  const begin = utcText(daysBegin(days)).slice(0, 10);
  const end = nextDay(utcText(daysEnd(days)).slice(0, 10));
  const rows = datedPages(sql, days.site, { begin: begin < days.from ? begin : days.from, end, limit: LIMIT });
  const { placed, cutFrom } = found(rows.map(({ id, value }) => placedAt(days, { kind: "date", id }, value)));
  return { placed: placed.filter((one) => isOnDays(days, one)), cutFrom };
}

export const isOnDays = ({ from, to }: Days, { day, last }: Pick<PlacedItem, "day" | "last">): boolean =>
  day <= to && last >= from;

/** The fields of a type that place its entries: one day or moment each, and no last day of another field. */
function placingFields({ fields }: EntryType): readonly (readonly [name: string, field: IndexedField])[] {
  return [...fields].filter(([, { kind, isList, emptyAs }]) => {
    const first = emptyAs === undefined ? undefined : fields.get(emptyAs);
    return !isList && (kind === "date" || kind === "dateTime") && !(kind === "date" && first?.kind === "date");
  });
}

/** The field with the last day of entries that begin on the days of another, if the type has one. */
export const lastDayOf = ({ fields }: Pick<EntryType, "fields">, name: string): string | undefined =>
  fields.get(name)?.kind === "date"
    ? [...fields].find(([, { emptyAs, kind, isList }]) => emptyAs === name && kind === "date" && !isList)?.[0]
    : undefined;

/** The filters that find entries on the days: those that began earlier and last, then those that begin. */
function filtersOf(type: EntryType, name: string, days: Days): readonly Where[] {
  if (type.fields.get(name)?.kind === "dateTime")
    return [{ [name]: { from: utcText(daysBegin(days)), before: utcText(daysEnd(days)) } }];
  const last = lastDayOf(type, name);
  // An entry that ends before it begins is found by its first day alone.
  return [
    ...(last ? [{ [name]: { from: FIRST_OF_TIME, before: days.from }, [last]: { from: days.from } }] : []),
    { [name]: { from: days.from, to: days.to } },
  ];
}

/** The entries of a type on the days, by each of its fields. */
export function entriesOn(parts: PlacedParts, type: string, days: Days): readonly FoundItems[] {
  const { lists } = parts.documents;
  const known = lists.entryType(days.site, type);
  if (!known) return [];
  return placingFields(known).flatMap(([name]) =>
    filtersOf(known, name, days).map((where) => entriesBy(parts, { type, known, name, where }, days)),
  );
}

interface OfField {
  readonly type: string;
  readonly known: EntryType;
  readonly name: string;
  readonly where: Where;
}

function entriesBy({ documents: { lists }, powers }: PlacedParts, of: OfField, days: Days): FoundItems {
  const { type, known, name, where } = of;
  const ordered = (asked: Pick<DraftQuery, "where" | "only">, by: string): readonly EntryPlace[] =>
    lists.draftEntriesAfter(
      { site: days.site, type, ...asked },
      { name: by, isReversed: false },
      null,
      LIMIT,
      powers.now(),
    );
  const rows = ordered({ where: conditionsOf(where, known.fields, { fields: {} }), only: undefined }, name);
  const last = lastDayOf(known, name);
  const ends = last === undefined ? [] : ordered({ where: [], only: rows.map(({ id }) => id) }, last);
  const lastOf = new Map(ends.map(({ id, value }) => [id, String(value)]));
  return found(
    rows.map(({ id, value }) => {
      const placed = placedAt(days, { kind: "value", id, field: name }, value ?? "");
      const end = lastOf.get(id) ?? placed.last;
      return end > placed.last ? { ...placed, last: end } : placed;
    }),
  );
}

type DraftQuery = Parameters<Documents["lists"]["draftEntriesAfter"]>[0];
