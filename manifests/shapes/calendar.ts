/** The Gregorian calendar in UTC, computed without a clock. Times are milliseconds since the epoch. */

export const DAY_MS = 86_400_000;

/** Days since 1970-01-01, computed with years that begin in March. */
export function dayNumber(year: number, month: number, day: number): number {
  const from = month > 2 ? year : year - 1;
  const era = Math.floor(from / 400);
  const yearOfEra = from - era * 400;
  const dayOfYear = Math.floor((153 * (month > 2 ? month - 3 : month + 9) + 2) / 5) + day - 1;
  return (
    era * 146_097 + yearOfEra * 365 + Math.floor(yearOfEra / 4) - Math.floor(yearOfEra / 100) + dayOfYear - 719_468
  );
}

const padded = (value: number, digits: number): string => String(value).padStart(digits, "0");

/** The day with a number, such as 2026-03-12. It is the inverse of `dayNumber`. */
export function dayText(number: number): string {
  const shifted = number + 719_468;
  const era = Math.floor(shifted / 146_097);
  const dayOfEra = shifted - era * 146_097;
  const yearOfEra = Math.floor(
    (dayOfEra - Math.floor(dayOfEra / 1_460) + Math.floor(dayOfEra / 36_524) - Math.floor(dayOfEra / 146_096)) / 365,
  );
  const dayOfYear = dayOfEra - (365 * yearOfEra + Math.floor(yearOfEra / 4) - Math.floor(yearOfEra / 100));
  const fromMarch = Math.floor((5 * dayOfYear + 2) / 153);
  const month = fromMarch < 10 ? fromMarch + 3 : fromMarch - 9;
  const year = yearOfEra + era * 400 + (month <= 2 ? 1 : 0);
  return `${padded(year, 4)}-${padded(month, 2)}-${padded(dayOfYear - Math.floor((153 * fromMarch + 2) / 5) + 1, 2)}`;
}

const DAY = /^(\d{4})-(\d\d)-(\d\d)$/;

/** The number of a day's text. Undefined if the text names no day of the calendar. */
export function numberOfDay(text: string): number | undefined {
  const [year = 0, month = 0, day = 0] = (DAY.exec(text) ?? []).slice(1).map(Number);
  const number = dayNumber(year, month, day);
  return month > 0 && dayText(number) === text ? number : undefined;
}

/** RFC 3339 with a zone, as the format `date-time` of JSON Schema demands. A leap second is the second after it. */
const INSTANT =
  /^(\d{4}-\d\d-\d\d)[Tt ]([01]\d|2[0-3]):([0-5]\d):([0-5]\d|60)(?:\.(\d{1,9}))?(?:[Zz]|([+-]\d\d):(\d\d))$/;

const MINUTE_MS = 60_000;

/** Reads a date-time with a zone. Undefined if the text is none. */
export function instantOf(text: string): number | undefined {
  const parts = INSTANT.exec(text);
  const day = numberOfDay(parts?.[1] ?? "");
  if (!parts || day === undefined) return undefined;
  const [hour, minute, second] = parts.slice(2, 5).map(Number) as [number, number, number];
  const [part = "", zone = "+00", zoneMinute = "00"] = parts.slice(5);
  const minutes = hour * 60 + minute - Number(zone) * 60 - Number(zone[0] + zoneMinute);
  return day * DAY_MS + minutes * MINUTE_MS + second * 1000 + Number(part.slice(0, 3).padEnd(3, "0"));
}

/** Writes a moment in UTC, such as 2026-03-12T10:00:00.000Z, so that texts compare as their moments do. */
export function utcText(moment: number): string {
  const day = Math.floor(moment / DAY_MS);
  const rest = moment - day * DAY_MS;
  const time = [Math.floor(rest / 3_600_000), Math.floor(rest / MINUTE_MS) % 60, Math.floor(rest / 1000) % 60];
  return `${dayText(day)}T${time.map((part) => padded(part, 2)).join(":")}.${padded(rest % 1000, 3)}Z`;
}
