import { reader } from "./reader.ts";
import type { Language } from "./words/languages.ts";

const styles = new Map<string, Intl.DateTimeFormat>();

/** A date format for a language and zone, cached. There are few languages and a few hundred zones. */
function styleFor(language: Language, timeZone: string): Intl.DateTimeFormat {
  const of = `${language} ${timeZone}`;
  const known = styles.get(of);
  if (known) return known;
  const made = new Intl.DateTimeFormat(language, {
    timeZone,
    year: "numeric",
    month: "short",
    day: "numeric",
    hour: "numeric",
    minute: "2-digit",
    timeZoneName: "short",
  });
  styles.set(of, made);
  return made;
}

/** A time in the reader's language and the site's zone. */
export const timeText = (ms: number): string => styleFor(reader().language, reader().timeZone).format(ms);

const ISO_TIME = /\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z/g;

/** A text in which each time is written for its reader. */
export const withTimes = (text: string): string =>
  text.replaceAll(ISO_TIME, (time) => (Number.isNaN(Date.parse(time)) ? time : timeText(Date.parse(time))));
