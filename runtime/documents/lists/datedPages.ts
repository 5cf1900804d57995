/** Pages with a date of the future, which lists do not show before it. */
import { instantOf, utcText } from "../../../manifests/shapes/calendar.ts";
import { type Sql, type SqlValue, first } from "../../powers/powers.ts";
import { inForce } from "./inForce.ts";
import { type Clock, dayAt, dayBegins } from "../content/timeZone.ts";

interface Part {
  readonly sql: string;
  readonly values: readonly SqlValue[];
}

/** A date-time as text without its Z. So a time without milliseconds comes before the same second's milliseconds. */
const textOf = (now: number): string => utcText(now).replace("Z", "");

/** The types as one parameter, because the platform limits their number. */
const AMONG = "(SELECT value FROM json_each(?))";
const typeOf = (page: string): string => `coalesce(${page}.summary ->> 'type', '')`;

/** The condition that a page has no date of the future, or a type whose entries lists show before it. */
export function hasCome({ now, timeZone }: Clock, types: readonly string[], page = "documents"): Part {
  return {
    sql: `AND (${page}.date IS NULL
      OR CASE length(${page}.date) WHEN 10 THEN ${page}.date <= ? ELSE replace(${page}.date, 'Z', '') <= ? END
      OR ${typeOf(page)} IN ${AMONG})`,
    values: [dayAt(now, timeZone), textOf(now), JSON.stringify(types)],
  };
}

/** Tells whether lists show a page only from a time of the future on. */
export const isToCome = (
  { now, timeZone }: Clock,
  types: readonly string[],
  { date, type }: { readonly date: string | null; readonly type: string | null },
): boolean =>
  date !== null &&
  !types.includes(type ?? "") &&
  (date.length === 10 ? date > dayAt(now, timeZone) : date.replace("Z", "") > textOf(now));

const NEXT = `SELECT date FROM documents INDEXED BY documents_dated
  WHERE site = ? AND date IS NOT NULL AND date > ? AND deleted = 0 AND listed = 1 AND ${inForce()}`;

/** The next time at which a page with a date of the future may be listed, at a moment of the draft. */
export function nextDate(
  sql: Sql,
  site: string,
  at: number,
  { now, timeZone }: Clock,
  types: readonly string[],
): number | undefined {
  const untyped = `AND ${typeOf("documents")} NOT IN ${AMONG}`;
  const find = (after: string, more: string): string | undefined =>
    first<{ date: string }>(
      sql,
      `${NEXT} ${untyped} AND ${more} ORDER BY date LIMIT 1`,
      site,
      after,
      at,
      at,
      at,
      JSON.stringify(types),
    )?.date;
  const today = dayAt(now, timeZone);
  const day = find(today, "length(date) = 10");
  const time = find(textOf(now).slice(0, 19), `length(date) > 10 AND replace(date, 'Z', '') > '${textOf(now)}'`);
  const moments = [
    ...(day === undefined ? [] : [dayBegins(day, timeZone)]),
    ...(time === undefined ? [] : [instantOf(time) ?? Number.POSITIVE_INFINITY]),
  ];
  return moments.length === 0 ? undefined : Math.min(...moments);
}
