/** Shows times in the reader's time zone, which only the browser knows. A calendar day is in no zone. */

const { lang } = document.documentElement;
/** The page's language with the reader's country, which decides the order of a date. */
const LOCALE = navigator.languages.find((tag) => tag.toLowerCase().startsWith(`${lang}-`) && isTag(tag)) ?? lang;

/** False for a tag that browsers take from the system and refuse themselves, such as `en-US@posix`. */
function isTag(tag: string): boolean {
  try {
    return Intl.getCanonicalLocales(tag).length > 0;
  } catch {
    return false;
  }
}

const WRITTEN = new Intl.DateTimeFormat(LOCALE, {
  year: "numeric",
  month: "short",
  day: "numeric",
  hour: "numeric",
  minute: "2-digit",
  timeZoneName: "short",
});

export function localTimes(): void {
  for (const time of document.querySelectorAll<HTMLTimeElement>('time[datetime*="T"]')) {
    time.title ||= time.textContent;
    time.textContent = WRITTEN.format(new Date(time.dateTime));
  }
}
