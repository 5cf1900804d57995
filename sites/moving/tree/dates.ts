/** Dates as other software writes them, in the form that pages have: a day, or a moment in UTC. */
import { moment } from "../../../runtime/documents/content/moments.ts";

const WRITTEN =
  /^(\d{4})-(\d{1,2})-(\d{1,2})(?:[T ]+(\d{1,2}):(\d\d)(?::(\d\d)(?:\.\d+)?)?\s*(Z|[+-]\d\d:?\d\d)?(?:\s.*)?)?$/i;

const two = (text: string): string => text.padStart(2, "0");

/** Undefined for a text that is no date. */
export function movedDate(value: unknown): string | undefined {
  if (value instanceof Date) return ofMoment(value);
  if (typeof value !== "string" && typeof value !== "number") return undefined;
  const text = String(value).trim();
  const found = WRITTEN.exec(text);
  return checked(found ? written(found) : ofMoment(new Date(text)));
}

function written([, year = "", month = "", day = "", hour, minute = "", second = "00", zone = "Z"]: RegExpExecArray):
  | string
  | undefined {
  const date = `${year}-${two(month)}-${two(day)}`;
  if (hour === undefined) return date;
  const offset = /^[+-]/.test(zone) ? zone.replace(/(\d\d):?(\d\d)$/, "$1:$2") : "Z";
  return ofMoment(new Date(`${date}T${two(hour)}:${minute}:${second}${offset}`));
}

const ofMoment = (at: Date): string | undefined =>
  Number.isNaN(at.getTime())
    ? undefined
    : at
        .toISOString()
        .replace(".000Z", "Z")
        .replace(/T00:00:00Z$/, "");

const checked = (date: string | undefined): string | undefined =>
  date !== undefined && moment.safeParse(date).success ? date : undefined;

/** The day as the source wrote it, for addresses with a date. */
export function dayOf(
  value: unknown,
): { readonly year: string; readonly month: string; readonly day: string } | undefined {
  const text = value instanceof Date ? value.toISOString() : String(value ?? "").trim();
  const [, year, month = "", day = ""] = WRITTEN.exec(text) ?? [];
  if (year !== undefined) return { year, month: two(month), day: two(day) };
  const [, y, m = "", d = ""] = /^(\d{4})-(\d\d)-(\d\d)/.exec(movedDate(value) ?? "") ?? [];
  return y === undefined ? undefined : { year: y, month: m, day: d };
}
