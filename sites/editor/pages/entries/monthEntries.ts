/** The entries of a month: the filters that find them, and the days on which each stands. */
import { comparedValues } from "../../../../manifests/fields/indexed.ts";
import { instantOf, utcText } from "../../../../manifests/shapes/calendar.ts";
import type { MemberWhere } from "../../../../manifests/shapes/query.ts";
import { dayAt, dayBegins, nextDay } from "../../../../runtime/documents/content/timeZone.ts";
import type { Column, ListedType } from "./columns.ts";
import { daysWithin, weeksOf } from "./month.ts";

interface EntriesOfMonth {
  readonly type: Pick<ListedType, "columns">;
  /** The date or date-time that places an entry. */
  readonly column: Column;
  readonly month: string;
  readonly timeZone: string;
}

type Values = Readonly<Record<string, unknown>>;

/** The last day of entries that begin on the days of a column, if the type has one. */
const endOf = ({ columns }: Pick<ListedType, "columns">, { name, kind }: Column): Column | undefined =>
  kind === "date" ? columns.find(({ emptyAs }) => emptyAs === name) : undefined;

/** Filters whose entries follow one another: those that last into the weeks of the month, then those that begin in them. */
export function filtersOfMonth({ type, column, month, timeZone }: EntriesOfMonth): readonly MemberWhere[] {
  const days = weeksOf(month).flat();
  const [first, last] = [days[0] ?? "", days.at(-1) ?? ""];
  const begins = (day: string): string => utcText(dayBegins(day, timeZone));
  if (column.kind !== "date") return [{ [column.name]: { from: begins(first), before: begins(nextDay(last)) } }];
  const end = endOf(type, column);
  // An entry that ends before it begins is found by its first day alone.
  return [
    ...(end ? [{ [column.name]: { before: first }, [end.name]: { from: first } }] : []),
    { [column.name]: { from: first, to: last } },
  ];
}

/** Filters of the list, in the form of its address, for the entries that stand on a day. */
export function filtersOfDay(
  type: EntriesOfMonth["type"],
  column: Column,
  day: string,
): Readonly<Record<string, string>> {
  const end = endOf(type, column);
  return end
    ? { [`${column.name}.to`]: day, [`${end.name}.from`]: day }
    : { [`${column.name}.from`]: day, [`${column.name}.to`]: day };
}

const comparedIn = (column: Column, values: Values): string =>
  String(comparedValues(column, column.name, values)[0] ?? "");

/** The days of the weeks of the month on which an entry stands. */
export function daysOfEntry({ type, column, month, timeZone }: EntriesOfMonth, values: Values): readonly string[] {
  const value = comparedIn(column, values);
  const at = column.kind === "date" ? undefined : instantOf(value);
  if (at !== undefined) return [dayAt(at, timeZone)];
  const end = endOf(type, column);
  return daysWithin(value, end ? comparedIn(end, values) : value, month);
}
