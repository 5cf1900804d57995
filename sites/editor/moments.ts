/** Shows times in the reader's time zone, which only the browser knows. */

const WRITTEN = new Intl.DateTimeFormat(document.documentElement.lang, {
  year: "numeric",
  month: "short",
  day: "numeric",
  hour: "numeric",
  minute: "2-digit",
  timeZoneName: "short",
});

export function localTimes(): void {
  for (const time of document.querySelectorAll<HTMLTimeElement>("time[datetime]")) {
    time.title ||= time.textContent;
    time.textContent = WRITTEN.format(new Date(time.dateTime));
  }
}
