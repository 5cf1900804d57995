import { DAY_MS, numberOfDay } from "../../manifests/shapes/calendar.ts";
import { reader } from "./reader.ts";

/** Formats that are kept. Any browser may ask for a locale of its own. */
const STYLES_MAX = 500;

const styles = new Map<string, Intl.DateTimeFormat>();

const SHAPES = {
  time: { year: "numeric", month: "short", day: "numeric", hour: "numeric", minute: "2-digit", timeZoneName: "short" },
  day: { year: "numeric", month: "short", day: "numeric", weekday: "short" },
  month: { year: "numeric", month: "long" },
  weekday: { weekday: "short" },
  clock: { hour: "numeric", minute: "2-digit" },
} as const satisfies Readonly<Record<string, Intl.DateTimeFormatOptions>>;

/** A date format for a locale and zone, cached. */
function styleFor(locale: string, timeZone: string, shape: keyof typeof SHAPES): Intl.DateTimeFormat {
  const of = `${locale} ${timeZone} ${shape}`;
  const known = styles.get(of);
  if (known) return known;
  const made = new Intl.DateTimeFormat(locale, { timeZone, ...SHAPES[shape] });
  if (styles.size >= STYLES_MAX) styles.clear();
  styles.set(of, made);
  return made;
}

/** A time in the reader's language and the site's zone. */
export function timeText(ms: number): string {
  const { language, locale = language, timeZone } = reader();
  return styleFor(locale, timeZone, "time").format(ms);
}

/** The time of day of a moment, in the reader's language and the site's zone. */
export function clockText(ms: number): string {
  const { language, locale = language, timeZone } = reader();
  return styleFor(locale, timeZone, "clock").format(ms);
}

/** A calendar day in the reader's language. It is no moment, so no zone moves it. */
const inWords = (day: string, shape: keyof typeof SHAPES): string => {
  const { language, locale = language } = reader();
  const number = numberOfDay(day);
  return number === undefined ? day : styleFor(locale, "UTC", shape).format(number * DAY_MS);
};

export const dayInWords = (day: string): string => inWords(day, "day");
/** A month such as 2026-03. */
export const monthInWords = (month: string): string => inWords(`${month}-01`, "month");
/** The name of a day's weekday. */
export const weekdayInWords = (day: string): string => inWords(day, "weekday");

/** Milliseconds since the epoch, of this century. */
const MILLISECONDS = /\b\d{12,13}\b/g;

/** A text in which each time is written for its reader. */
export const withTimes = (text: string): string => text.replaceAll(MILLISECONDS, (ms) => timeText(Number(ms)));
