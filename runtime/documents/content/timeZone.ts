/** Time zones by their IANA names, and the time of a site in its own zone. Rendering reads no other clock. */
import { DAY_MS, dayText, numberOfDay } from "../../../manifests/shapes/calendar.ts";
import { remembering } from "../../../manifests/memory/remembering.ts";

/** Longest name of a time zone in characters. The longest one today has half as many. */
export const TIME_ZONE_MAX_CHARS = 64;

export const TIME_ZONE_SAYS = "the name of a time zone such as Europe/Berlin";

/** The time zone of a site that has none. */
export const UNNAMED_ZONE = "UTC";

/** Tells whether an IANA time zone exists. Offsets such as +02:00 are refused, because they have no summer time. */
export function isTimeZone(name: string): boolean {
  if (!/^[A-Z][A-Za-z0-9_+\-/]*$/.test(name)) return false;
  try {
    return new Intl.DateTimeFormat("en", { timeZone: name }).resolvedOptions().timeZone !== "";
  } catch (error) {
    if (error instanceof RangeError) return false;
    throw error;
  }
}

export interface Clock {
  /** Milliseconds since the epoch. */
  readonly now: number;
  /** An IANA name. */
  readonly timeZone: string;
}

const ZONES_KEPT = 20;
/** No zone is further from UTC. */
const FURTHEST_MS = 15 * 3_600_000;

const formatOf = remembering(
  ZONES_KEPT,
  (timeZone: string) =>
    new Intl.DateTimeFormat("en-u-ca-iso8601", { timeZone, year: "numeric", month: "2-digit", day: "2-digit" }),
);

/** The calendar day of a moment in a zone, such as 2026-03-12. */
export function dayAt(moment: number, timeZone: string): string {
  const parts = formatOf(timeZone).formatToParts(moment);
  const part = (wanted: string): string => parts.find(({ type }) => type === wanted)?.value ?? "";
  return `${part("year").padStart(4, "0")}-${part("month")}-${part("day")}`;
}

/**
 * The first moment of a calendar day in a zone. It searches, because summer time may begin at midnight, so that the day
 * begins at one o'clock.
 */
export const dayBegins = (day: string, timeZone: string): number => beginningOf(`${day} ${timeZone}`);

const DAYS_KEPT = 100;

/** A search asks the zone thirty times, and most questions are about today and tomorrow. */
const beginningOf = remembering(DAYS_KEPT, (dayAndZone: string): number => {
  const [day = "", timeZone = ""] = dayAndZone.split(" ");
  const utc = (numberOfDay(day) ?? 0) * DAY_MS;
  let [before, from] = [utc - FURTHEST_MS, utc + FURTHEST_MS];
  while (from - before > 1) {
    const middle = Math.floor((before + from) / 2);
    if (dayAt(middle, timeZone) < day) before = middle;
    else from = middle;
  }
  return from;
});

export const nextDay = (day: string): string => dayText((numberOfDay(day) ?? 0) + 1);

/** The first moment of the day after today. */
export const nextMidnight = ({ now, timeZone }: Clock): number => dayBegins(nextDay(dayAt(now, timeZone)), timeZone);
