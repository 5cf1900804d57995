import { WORDS } from "../../../words/words.ts";
import { withQuery } from "../desk/address.ts";
import { type EditorArea, findCommandRoute, findReading } from "../desk/area.ts";
import { CALENDAR_PATH } from "../pages/area.ts";
import type { CalendarLooking } from "./looking.ts";

/** The calendar. Every member may look at it; what its forms change has permissions of its own. */
export const CALENDAR_AREA: EditorArea = {
  get title() {
    return WORDS.calendar.title;
  },
  group: "write",
  path: CALENDAR_PATH,
  reads: findReading("/api/calendar"),
  writes: findCommandRoute("page.edit"),
};

/** The address of a part of the calendar, with more in its query. */
export const calendarAt = (
  { view, day, show }: CalendarLooking,
  more: Readonly<Record<string, string | null>> = {},
): string => withQuery(CALENDAR_PATH, { view: view === "month" ? null : view, day, show, ...more });
