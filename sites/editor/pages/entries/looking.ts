/** The choice of entries in an address: order, search, state, filters. */
import { numberOfDay, utcText } from "../../../../manifests/shapes/calendar.ts";
import type { Comparison } from "../../../../manifests/shapes/comparison.ts";
import type { MemberWhere } from "../../../../manifests/shapes/query.ts";
import { dayBegins, nextDay } from "../../../../runtime/documents/content/timeZone.ts";
import { PAGE_STATES } from "../../../../runtime/editing/pageList.ts";
import { withQuery } from "../desk/address.ts";
import { lineTextIn } from "../drawing/lists.ts";
import type { Column } from "./columns.ts";

export const ENTRY_STATES = PAGE_STATES.filter((state) => state !== "deleted");
type State = (typeof ENTRY_STATES)[number];

export interface EntryLooking {
  readonly type: string;
  readonly order: string | null;
  readonly text: string;
  readonly state: State | null;
  readonly cursor: string | null;
  /** The filled fields of the form, by their names. */
  readonly filled: Readonly<Record<string, string>>;
}

/** A comparison of a list in the editor. Texts are searched. */
export type ListComparison = Comparison | "contains";

/** The name of a filter's field in the form. */
export const filterName = (column: Column, is: ListComparison): string => `${column.name}.${is}`;

/** The comparisons that a column's filter offers. A day in a list of moments is the whole day. */
export function columnFilters({ kind, isList, choices }: Column): readonly ListComparison[] {
  if (choices.length === 0 && kind === "text") return ["contains"];
  if (isList) return ["has"];
  if (choices.length > 0 || kind === "boolean" || kind === "page") return ["eq"];
  return ["from", "to"];
}

export function lookingIn(query: URLSearchParams, type: string, columns: readonly Column[]): EntryLooking {
  const filled = columns.flatMap((column) =>
    columnFilters(column).flatMap((is): [string, string][] => {
      const name = filterName(column, is);
      const given = (query.get(name) ?? "").trim().slice(0, 200);
      return given === "" ? [] : [[name, given]];
    }),
  );
  return {
    type,
    order: query.get("order"),
    text: lineTextIn(query),
    state: ENTRY_STATES.find((one) => one === query.get("state")) ?? null,
    cursor: query.get("cursor"),
    filled: Object.fromEntries(filled),
  };
}

export const lookingAddress = (
  path: string,
  { filled, ...looking }: EntryLooking,
  more: Readonly<Record<string, string>> = {},
): string => withQuery(path, { ...looking, ...filled, ...more });

/** A typed text as the value of a comparison. Undefined if the field cannot have it. */
function valueOf({ kind, choices }: Column, typed: string): string | number | boolean | undefined {
  if (kind === "boolean") return typed === "true" ? true : typed === "false" ? false : undefined;
  if (kind === "date" || kind === "dateTime") return numberOfDay(typed) === undefined ? undefined : typed;
  if (kind !== "number") return choices.length > 0 && !choices.some(([one]) => one === typed) ? undefined : typed;
  const number = Number(typed.replace(",", "."));
  return Number.isFinite(number) ? number : undefined;
}

/** The filter of the address in the terms of the API. A text that fits no value is left out. */
export function whereOf(
  { filled }: EntryLooking,
  columns: readonly Column[],
  timeZone: string,
): MemberWhere | undefined {
  const where = columns.flatMap((column): [string, object][] => {
    const asked = columnFilters(column).flatMap((is): [string, unknown][] => {
      const value = valueOf(column, filled[filterName(column, is)] ?? "");
      if (value === undefined || filled[filterName(column, is)] === undefined) return [];
      return [column.kind === "dateTime" ? momentOf(is, String(value), timeZone) : [is, value]];
    });
    return asked.length === 0 ? [] : [[column.name, Object.fromEntries(asked)]];
  });
  return where.length === 0 ? undefined : (Object.fromEntries(where) as MemberWhere);
}

/** A day of a filter as a moment: its beginning in the site's zone, or the beginning of the next day. */
const momentOf = (is: ListComparison, day: string, timeZone: string): [string, string] =>
  is === "to" ? ["before", utcText(dayBegins(nextDay(day), timeZone))] : [is, utcText(dayBegins(day, timeZone))];
