import { DAY_MS, numberOfDay } from "../../../../manifests/shapes/calendar.ts";
import { meantAt, shownAt } from "../../looks/zonedTime.ts";

/**
 * A moment on another day of a zone. Without a time of day it keeps its own. Null if clocks leave that time out on that
 * day; the earlier moment if they repeat it.
 */
export function movedMoment(at: number, day: string, clock: number | undefined, timeZone: string): number | null {
  const shown = shownAt(at, timeZone);
  const ofDay = clock ?? ((shown % DAY_MS) + DAY_MS) % DAY_MS;
  const meant = meantAt((numberOfDay(day) ?? 0) * DAY_MS + ofDay, timeZone);
  return meant.times === 0 ? null : meant.at;
}
