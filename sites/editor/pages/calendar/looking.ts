/** The part of the calendar that an address shows. */
import { numberOfDay } from "../../../../manifests/shapes/calendar.ts";
import { calendarShow } from "../../../../runtime/editing/calendar/views.ts";
import { firstWeekday } from "../../../words/firstWeekday.ts";
import { dayBeside, monthBeside, weekOf, weeksOf } from "./days.ts";

export const CALENDAR_VIEWS = ["month", "week"] as const;
type CalendarView = (typeof CALENDAR_VIEWS)[number];

export interface CalendarLooking {
  readonly view: CalendarView;
  /** A day of the month or week. */
  readonly day: string;
  /** One part or content type alone; null for everything. */
  readonly show: string | null;
}

export function calendarLookingIn(query: URLSearchParams, today: string): CalendarLooking {
  const day = query.get("day") ?? "";
  const show = calendarShow.safeParse(query.get("show"));
  return {
    view: CALENDAR_VIEWS.find((view) => view === query.get("view")) ?? "month",
    day: numberOfDay(day) === undefined ? today : day,
    show: show.success ? show.data : null,
  };
}

/** The weeks that are shown. */
export const weeksShown = ({ view, day }: CalendarLooking): readonly (readonly string[])[] =>
  view === "week" ? [weekOf(day, firstWeekday())] : weeksOf(day, firstWeekday());

/** The month or week some steps later or earlier. */
export const beside = (looking: CalendarLooking, by: number): CalendarLooking => ({
  ...looking,
  day: looking.view === "week" ? dayBeside(looking.day, by * 7) : monthBeside(looking.day, by),
});
