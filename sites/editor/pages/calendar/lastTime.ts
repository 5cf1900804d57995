/** The end of an item of the calendar whose beginning moves. */
import { DAY_MS, dayText, instantOf, numberOfDay, utcText } from "../../../../manifests/shapes/calendar.ts";
import { shownAt } from "../../looks/zonedTime.ts";
import { movedMoment } from "./movedMoment.ts";

const dayOf = (at: number, timeZone: string): number => Math.floor(shownAt(at, timeZone) / DAY_MS);

/** The number of a day, or of the day of a moment in a zone. Undefined for another text. */
function dayIn(text: string, timeZone: string): number | undefined {
  const at = instantOf(text);
  return at === undefined ? numberOfDay(text) : dayOf(at, timeZone);
}

/**
 * An end that moves as far as its beginning: as long after it if both are moments, and otherwise as many days. Undefined
 * if the end, or the beginning, is no time.
 */
export function lastAfter(last: string, first: string, moved: string, timeZone: string): string | undefined {
  const [end, from, to] = [last, first, moved].map(instantOf);
  if (end !== undefined && from !== undefined && to !== undefined) return utcText(end + to - from);
  const [lastDay, firstDay, movedDay] = [last, first, moved].map((text) => dayIn(text, timeZone));
  if (lastDay === undefined || firstDay === undefined || movedDay === undefined) return undefined;
  const days = movedDay - firstDay;
  const day = dayText(lastDay + days);
  if (end === undefined) return day;
  // Clocks leave out the time of that day: as many days of 24 hours.
  return utcText(movedMoment(end, day, undefined, timeZone) ?? end + days * DAY_MS);
}
