/** Text of calendars in the form of RFC 5545: values, dates and lines. */
import { DAY_MS, instantOf, numberOfDay, utcText } from "../../manifests/shapes/calendar.ts";
import { utf8Length } from "../../manifests/json/utf8.ts";
import { type Escaper, unescapedText } from "./escape.ts";
import { Safe } from "./safe.ts";

/** The longest line in bytes, without its end (RFC 5545, 3.1). */
const LINE_BYTES = 75;
/** Control characters that no value may have. A line break and a tab are none of them. */
const CONTROLS = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f]/g;

/** Escapes a value of type TEXT (RFC 5545, 3.3.11). No value can end its line or begin another property. */
export const intoCalendar: Escaper = (value) =>
  Safe.textOf(value, "calendar") ??
  unescapedText(value)
    .toWellFormed()
    .replace(/[\\;,]/g, "\\$&")
    .replace(/\r\n|[\n\r\u0085\u2028\u2029]/g, "\\n")
    .replace(CONTROLS, "");

/** A day such as 20260501. Of a date-time, its day in UTC. Empty if the text is neither. */
export const calendarDay = (text: string): string => {
  const moment = instantOf(text);
  const day = moment === undefined ? text : utcText(moment).slice(0, 10);
  return numberOfDay(day) === undefined ? "" : day.replaceAll("-", "");
};

/** A moment in UTC such as 20260501T180000Z. Of a day, its beginning in UTC. Empty if the text is neither. */
export function calendarMoment(text: string): string {
  const day = numberOfDay(text);
  const moment = day === undefined ? instantOf(text) : day * DAY_MS;
  return moment === undefined ? "" : utcText(moment).replace(/[-:]|\.\d+/g, "");
}

/** The day after one, for the end of an event of whole days, which is not part of it. */
export function dayAfter(text: string): string {
  const day = numberOfDay(text.slice(0, 10));
  return day === undefined ? "" : calendarDay(utcText((day + 1) * DAY_MS));
}

/** Breaks a line so that no part is longer than it may be, and no character is split. */
function folded(line: string): string {
  const parts: string[] = [];
  let [part, bytes] = ["", 0];
  for (const character of line) {
    const size = utf8Length(character);
    // A part after the first begins with the space that marks it.
    if (bytes + size > LINE_BYTES) {
      parts.push(part);
      [part, bytes] = [" ", 1];
    }
    part += character;
    bytes += size;
  }
  return [...parts, part].join("\r\n");
}

/** The lines of a calendar: each ends with CRLF, none is too long, and none is empty. */
export const calendarLines = (text: string): string =>
  text
    .split(/\r\n|\n|\r/)
    .map((line) => line.trimStart())
    .filter((line) => line !== "")
    .map((line) => `${folded(line)}\r\n`)
    .join("");
