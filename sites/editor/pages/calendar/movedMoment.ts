import { DAY_MS, numberOfDay } from "../../../../manifests/shapes/calendar.ts";
import { meantAt, shownAt } from "../../looks/zonedTime.ts";

const MINUTE_MS = 60_000;

const rest = (value: number, unit: number): number => ((value % unit) + unit) % unit;

/**
 * A moment on another day of a zone. Without a time of day, or with its own minute, it keeps its time to the millisecond.
 * Null if clocks leave that time out on that day; the earlier moment if they repeat it.
 */
export function movedMoment(at: number, day: string, clock: number | undefined, timeZone: string): number | null {
  const timeOfDay = rest(shownAt(at, timeZone), DAY_MS);
  // Forms have the time of day without its seconds.
  const isOwn = clock === undefined || clock === timeOfDay - (timeOfDay % MINUTE_MS);
  const ofDay = isOwn ? timeOfDay : clock;
  const meant = meantAt((numberOfDay(day) ?? 0) * DAY_MS + ofDay, timeZone);
  return meant.times === 0 ? null : meant.at + (isOwn ? rest(at, 1000) : 0);
}
