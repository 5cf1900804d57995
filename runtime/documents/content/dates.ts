/** Writes ISO 8601 dates of content in words, without the server's clock or time zone. */
import { DAY_MS, dayNumber } from "../../../manifests/shapes/calendar.ts";
import { UNNAMED_ZONE } from "./timeZone.ts";

const ISO = /^(\d{4})-(\d\d)-(\d\d)(?:T(\d\d):(\d\d)(?::(\d\d)(?:\.\d+)?)?(?:Z|\+00:?00)?)?$/;

/** "en" alone would mean American dates. en-GB writes dates as most of the world does. */
const LOCALES: ReadonlyMap<string, string> = new Map([["en", "en-GB"]]);

/** Formatters that a process caches. A site has one language and one time zone. */
const FORMATS_KEPT = 50;
const formats = new Map<string, Intl.DateTimeFormat>();

const NUMERIC = { year: "numeric", month: "2-digit", day: "2-digit" } as const;
const TIME = { hour: "2-digit", minute: "2-digit" } as const;

/** The parts of a date that are written. */
const LOOKS = {
  day: { dateStyle: "long" },
  month: { year: "numeric", month: "long" },
  short: NUMERIC,
  weekday: { dateStyle: "full" },
  dayTime: { dateStyle: "long", timeStyle: "short" },
  shortTime: { ...NUMERIC, ...TIME },
  weekdayTime: { dateStyle: "full", timeStyle: "short" },
  time: { timeStyle: "short" },
  namedZone: {
    weekday: "long",
    day: "numeric",
    month: "long",
    year: "numeric",
    hour: "2-digit",
    minute: "2-digit",
    timeZoneName: "short",
  },
} as const satisfies Readonly<Record<string, Intl.DateTimeFormatOptions>>;
export type DateLook = keyof typeof LOOKS;

function formatFor(language: string, timeZone: string, look: DateLook = "day"): Intl.DateTimeFormat {
  const key = `${language} ${timeZone} ${look}`;
  const known = formats.get(key);
  if (known) return known;
  const made = newFormat(writingLocale(language), { ...LOOKS[look], timeZone });
  if (formats.size >= FORMATS_KEPT) formats.clear();
  formats.set(key, made);
  return made;
}

/** The tag by which dates and numbers of a language are written. */
export const writingLocale = (language: string): string => LOCALES.get(language.toLowerCase()) ?? language;

function newFormat(locale: string, options: Intl.DateTimeFormatOptions): Intl.DateTimeFormat {
  try {
    return new Intl.DateTimeFormat([locale, "en-GB"], options);
  } catch {
    // A language tag may be well-formed and not exist. Then dates are in English.
    return new Intl.DateTimeFormat("en-GB", options);
  }
}

const DAYS = [31, 29, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31];

const isLeap = (year: number): boolean => (year % 4 === 0 && year % 100 !== 0) || year % 400 === 0;

function isDay(year: number, month: number, day: number): boolean {
  return day >= 1 && day <= (DAYS[month - 1] ?? 0) && (month !== 2 || day < 29 || isLeap(year));
}

/** Milliseconds since the epoch. Undefined if the text is not a date. */
function parse(iso: string): number | undefined {
  const parts = ISO.exec(iso);
  if (!parts) return undefined;
  const [year = 0, month = 0, day = 0, hour = 0, minute = 0, second = 0] = parts
    .slice(1)
    .map((part) => Number(part ?? 0));
  if (!isDay(year, month, day) || hour > 23 || minute > 59 || second > 59) return undefined;
  return dayNumber(year, month, day) * DAY_MS + ((hour * 60 + minute) * 60 + second) * 1000;
}

/** True for a date with a time, which is another day elsewhere. A date alone is the same day everywhere. */
export const hasTime = (iso: string): boolean => iso.includes("T");

/**
 * Writes a date in the site's language and time zone, for example "12 March 2026". Text that is no date stays as it
 * is.
 */
export function longDate(iso: string, language: string, timeZone: string): string {
  const time = parse(iso);
  return time === undefined ? iso : formatFor(language, hasTime(iso) ? timeZone : UNNAMED_ZONE).format(time);
}

/** Writes a moment in a time zone, in the language of the reader. A day without a time has the zone `UNNAMED_ZONE`. */
export const writtenMoment = (moment: number, language: string, timeZone: string, look: DateLook): string =>
  formatFor(language, timeZone, look).format(moment);

/** Writes a month such as 2026-11 in the site's language, for example "November 2026". */
export function monthName(month: string, language: string): string {
  const time = parse(`${month}-01`);
  return time === undefined ? month : formatFor(language, UNNAMED_ZONE, "month").format(time);
}

/** Writes an RFC 3339 time for feeds and structured data. Empty if the text is not a date. */
export function isoDate(iso: string): string {
  if (parse(iso) === undefined) return "";
  const [day = "", time = ""] = iso.split("T");
  return `${day}T${time.slice(0, 5) || "00:00"}:${time.slice(6, 8) || "00"}Z`;
}
