/** A month as weeks of days, from Monday to Sunday. */
import { dayText, numberOfDay } from "../../../../manifests/shapes/calendar.ts";

/** Day 0 of the calendar, 1970-01-01, was a Thursday. */
const MONDAY_BEFORE_FIRST = 3;

export const isMonth = (text: string): boolean => numberOfDay(`${text}-01`) !== undefined;

export const monthOf = (day: string): string => day.slice(0, 7);

/** The month some months later or earlier. */
export function monthBeside(month: string, by: number): string {
  const [year = 0, number = 1] = month.split("-").map(Number);
  const all = year * 12 + number - 1 + by;
  return `${String(Math.floor(all / 12)).padStart(4, "0")}-${String((all % 12) + 1).padStart(2, "0")}`;
}

/** The days of an entry that fall into the weeks of a month. An entry that ends before it begins has its first day alone. */
export function daysWithin(first: string, last: string, month: string): readonly string[] {
  const days = weeksOf(month).flat();
  return days.filter((day) => day === first || (day > first && day <= last));
}

/** All weeks that have a day of the month, with their days outside of it. */
export function weeksOf(month: string): readonly (readonly string[])[] {
  const first = numberOfDay(`${month}-01`) ?? 0;
  const after = numberOfDay(`${monthBeside(month, 1)}-01`) ?? first + 31;
  const begin = first - ((((first + MONDAY_BEFORE_FIRST) % 7) + 7) % 7);
  const weeks = Math.ceil((after - begin) / 7);
  return Array.from({ length: weeks }, (_, week) =>
    Array.from({ length: 7 }, (_day, day) => dayText(begin + week * 7 + day)),
  );
}
