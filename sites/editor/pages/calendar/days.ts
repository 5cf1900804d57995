/** Months and weeks of the calendar, as days. A week begins on the weekday that the reader's country begins it. */
import { dayText, numberOfDay } from "../../../../manifests/shapes/calendar.ts";

/** Day 0 of the calendar, 1970-01-01, was a Thursday: the fourth day of a week from Monday on. */
const FIRST_WEEKDAY = 4;
const WEEK_DAYS = 7;

export const monthOf = (day: string): string => day.slice(0, 7);

const modulo = (value: number, by: number): number => ((value % by) + by) % by;

/** The day some days later or earlier. */
export const dayBeside = (day: string, by: number): string => dayText((numberOfDay(day) ?? 0) + by);

/** The first day of the month some months later or earlier. */
export function monthBeside(day: string, by: number): string {
  const [year = 0, month = 1] = day.split("-").map(Number);
  const all = year * 12 + month - 1 + by;
  return `${String(Math.floor(all / 12)).padStart(4, "0")}-${String((all % 12) + 1).padStart(2, "0")}-01`;
}

/** The number of the first day of a day's week. `first` is the weekday that begins it, 1 for Monday up to 7. */
const weekBegin = (number: number, first: number): number => number - modulo(number + FIRST_WEEKDAY - first, WEEK_DAYS);

const weekFrom = (begin: number): readonly string[] =>
  Array.from({ length: WEEK_DAYS }, (_, day) => dayText(begin + day));

/** The week of a day. */
export const weekOf = (day: string, first: number): readonly string[] =>
  weekFrom(weekBegin(numberOfDay(day) ?? 0, first));

/** All weeks that have a day of a day's month, with their days outside of it. */
export function weeksOf(day: string, first: number): readonly (readonly string[])[] {
  const begin = weekBegin(numberOfDay(`${monthOf(day)}-01`) ?? 0, first);
  const after = numberOfDay(monthBeside(day, 1)) ?? begin + WEEK_DAYS;
  const weeks = Math.ceil((after - begin) / WEEK_DAYS);
  return Array.from({ length: weeks }, (_, week) => weekFrom(begin + week * WEEK_DAYS));
}
