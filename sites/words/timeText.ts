import { reader } from "./reader.ts";

/** Formats that are kept. Any browser may ask for a locale of its own. */
const STYLES_MAX = 500;

const styles = new Map<string, Intl.DateTimeFormat>();

/** A date format for a locale and zone, cached. */
function styleFor(locale: string, timeZone: string): Intl.DateTimeFormat {
  const of = `${locale} ${timeZone}`;
  const known = styles.get(of);
  if (known) return known;
  const made = new Intl.DateTimeFormat(locale, {
    timeZone,
    year: "numeric",
    month: "short",
    day: "numeric",
    hour: "numeric",
    minute: "2-digit",
    timeZoneName: "short",
  });
  if (styles.size >= STYLES_MAX) styles.clear();
  styles.set(of, made);
  return made;
}

/** A time in the reader's language and the site's zone. */
export function timeText(ms: number): string {
  const { language, locale = language, timeZone } = reader();
  return styleFor(locale, timeZone).format(ms);
}

/** Milliseconds since the epoch, of this century. */
const MILLISECONDS = /\b\d{12,13}\b/g;

/** A text in which each time is written for its reader. */
export const withTimes = (text: string): string => text.replaceAll(MILLISECONDS, (ms) => timeText(Number(ms)));
